package org.strata.io.posix;

import org.strata.mca.io.IoFailure;
import org.strata.mca.pml.CommContext;
import org.strata.mca.pml.Pml;
import org.strata.opal.progress.ProgressEngine;

/**
 * A file's own communicator, and what carries its messages.
 *
 * @param context nobody else uses it: its tags from 0 are free
 * @param pml messages
 * @param engine the bracket, and progress
 * @param threads work in the background
 * @param exchanges blocking collective calls
 * @param accesses counts the accesses under way
 */
record FileComm(
        CommContext context,
        Pml pml,
        ProgressEngine engine,
        IoThreads threads,
        BlockingExchanges exchanges,
        FileAccesses accesses) {
    /** Makes progress once: for the other ranks, between two parts of a long transfer. */
    void serve() {
        engine.enter();
        try {
            engine.progress();
        } finally {
            engine.exit();
        }
    }

    /** Attempts something that may take long in the background, and makes progress meanwhile. */
    void inBackground(BlockingExchanges.Attempt attempt) throws IoFailure {
        BackgroundWork work = new BackgroundWork(threads);
        work.start(attempt);
        engine.enter();
        try {
            engine.waitFor(work);
        } finally {
            engine.exit();
        }
        if (work.failure() != null) {
            throw work.failure();
        }
    }
}
