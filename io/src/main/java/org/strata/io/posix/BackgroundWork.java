package org.strata.io.posix;

import org.strata.mca.io.IoFailure;
import org.strata.opal.progress.Completion;

/**
 * What an access does in the background, one thing after the other. What the work has stored is
 * visible to whoever has seen that it is done.
 */
final class BackgroundWork implements Completion {
    private final IoThreads threads;

    /** Pairs with BackgroundWork.isDone: guards how the work ended. */
    private volatile boolean done = true;

    /** How the last work ended; written before {@link #done}. */
    private IoFailure failure;

    private Throwable thrown;
    private boolean broken;

    BackgroundWork(IoThreads threads) {
        this.threads = threads;
    }

    /** Starts something; what was started before is done. */
    void start(BlockingExchanges.Attempt work) {
        failure = null;
        done = false;
        threads.run(() -> run(work));
    }

    @SuppressWarnings("IllegalCatch") // rethrown by isDone, in a thread of the program
    private void run(BlockingExchanges.Attempt work) {
        try {
            work.run();
        } catch (IoFailure e) {
            failure = e;
        } catch (RuntimeException | Error e) {
            thrown = e;
        } finally {
            done = true;
        }
    }

    /**
     * Returns whether the work is done. What it has thrown beside failures, such as an
     * OutOfMemoryError, is thrown here, once; the work is never done then.
     */
    @Override
    public boolean isDone() {
        if (!done || broken) {
            return false;
        }
        if (thrown != null) {
            broken = true;
            if (thrown instanceof Error error) {
                throw error;
            }
            throw (RuntimeException) thrown;
        }
        return true;
    }

    /** Returns whether something is under way. */
    @Override
    public boolean takesLong() {
        return !done;
    }

    /** Returns how the work that is done has failed; null if it has not. */
    IoFailure failure() {
        return failure;
    }
}
