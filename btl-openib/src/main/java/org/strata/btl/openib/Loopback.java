package org.strata.btl.openib;

import org.strata.opal.Rc;
import org.strata.verbs.CompletionQueue;
import org.strata.verbs.Context;
import org.strata.verbs.QpInit;
import org.strata.verbs.QueuePair;
import org.strata.verbs.SendFlags;
import org.strata.verbs.SendWr;
import org.strata.verbs.VerbsException;
import org.strata.verbs.WcStatus;
import org.strata.verbs.WorkCompletions;

import java.lang.foreign.Arena;
import java.util.function.Consumer;

/**
 * Two queue pairs of this process that are connected with each other: atomics on memory of this
 * process go through its adapter, as those of its peers do, since adapter and processor need not be
 * atomic with each other. Waits for each operation: no wire is between the two.
 */
final class Loopback {
    private static final int DEPTH = 8;
    private static final int SPINS = 1000;
    private static final int MOST_REFUSALS = 100;

    /** An adapter that is gone may never complete what it was given. */
    private static final long PATIENCE_NANOS = 10_000_000_000L;

    private final Port port;
    private final Consumer<String> log;
    private final SendWr request;
    private final WorkCompletions completions;
    private CompletionQueue queue;
    private QueuePair sending;
    private QueuePair target;

    /** Times in succession that there were no queue pairs, or they took no requests. */
    private int refusals;

    /**
     * @param log told why there are no queue pairs
     */
    Loopback(Port port, Arena arena, Consumer<String> log) {
        this.port = port;
        this.log = log;
        this.request = new SendWr(arena, 1);
        this.completions = new WorkCompletions(arena, 1);
    }

    /** Carries out an operation; returns its result, NO_RESOURCE for one to be tried later. */
    int execute(RdmaOperation operation) {
        operation.write(request, SendFlags.SIGNALED);
        request.wrId(0);
        int posted = post();
        if (posted != Rc.OK) {
            return posted;
        }
        int status = await();
        if (status == WcStatus.SUCCESS) {
            refusals = 0;
            return Rc.OK;
        }
        close();
        return Statuses.isRequestsFault(status) ? Rc.NOT_AVAILABLE : Rc.OUTCOME_UNKNOWN;
    }

    private int post() {
        int rc = sending != null || open() ? sending.postSend(request) : Rc.LINK_FAILED;
        if (rc == Rc.OK || rc == Rc.NO_RESOURCE) {
            return rc;
        }
        // New queue pairs may do better.
        close();
        refusals = Math.min(refusals + 1, MOST_REFUSALS);
        return refusals < MOST_REFUSALS ? Rc.NO_RESOURCE : Rc.LINK_FAILED;
    }

    /** Returns the status of the request that is under way; FATAL_ERR when it does not end. */
    private int await() {
        int taken = queue.poll(completions, 1);
        long began = taken == 0 ? System.nanoTime() : 0;
        for (int spins = 1; taken == 0; spins++) {
            if (spins % SPINS == 0) {
                if (System.nanoTime() - began > PATIENCE_NANOS) {
                    log.accept("an atomic on memory of this process did not end: outcome unknown");
                    return WcStatus.FATAL_ERR;
                }
                Thread.yield();
            } else {
                Thread.onSpinWait();
            }
            taken = queue.poll(completions, 1);
        }
        return taken < 0 ? WcStatus.FATAL_ERR : completions.status(0);
    }

    private boolean open() {
        Context device = port.adapter().context;
        try {
            queue = device.createCq(DEPTH, null);
            sending = make(device);
            target = make(device);
            connect(sending, target);
            connect(target, sending);
            return true;
        } catch (VerbsException e) {
            log.accept("no queue pairs for atomics on memory of this process: " + e.getMessage());
            close();
            return false;
        }
    }

    private QueuePair make(Context device) {
        QueuePair made =
                device.createQp(QpInit.rc(port.adapter().domain, queue, queue, DEPTH, 1, 0));
        made.modify(QueuePairs.initial(port));
        return made;
    }

    private void connect(QueuePair pair, QueuePair other) {
        int psn = port.path().psn();
        int timer = port.path().minRnrTimer();
        int retries = port.path().rnrRetries();
        QueuePairs.connect(pair, port, port.address(), other.number(), psn, timer, retries);
    }

    void close() {
        if (sending != null) {
            sending.close();
        }
        if (target != null) {
            target.close();
        }
        if (queue != null) {
            queue.close();
        }
        sending = null;
        target = null;
        queue = null;
    }
}
