package org.strata.pml.ob1.wire;

import org.strata.pml.ob1.counters.Ob1Counters;

import java.util.ArrayList;
import java.util.List;

/**
 * What found no resource waits in its endpoint's queue. Every poll tries all of it again, control
 * packets first, so that no operation depends on the completion of another one. Tier 2.
 */
public final class RetryQueues {
    private final Ob1Counters counters;

    /** Endpoints with something waiting. */
    private final List<Ob1Endpoint> listed = new ArrayList<>();

    /** Makes empty queues. */
    public RetryQueues(Ob1Counters counters) {
        this.counters = counters;
    }

    /** Returns whether nothing waits. Tier 1. */
    public boolean isEmpty() {
        return listed.isEmpty();
    }

    /** Queues an operation that found no resource, unless it is queued already. */
    public void enqueue(Ob1Endpoint endpoint, Waiter waiter) {
        if (!waiter.queued()) {
            counters.retries++;
            waiter.setQueued(true);
            endpoint.waiting.add(waiter);
            list(endpoint);
        }
    }

    /** Removes an operation that is over from the queue, if it is there. */
    public void dequeue(Ob1Endpoint endpoint, Waiter waiter) {
        if (waiter.queued()) {
            waiter.setQueued(false);
            endpoint.waiting.remove(waiter);
        }
    }

    /** Fails everything that waits for a peer to which no link leads. */
    public void failAll(Ob1Endpoint endpoint, int rc) {
        while (!endpoint.waiting.isEmpty()) {
            Waiter waiter = endpoint.waiting.poll();
            waiter.setQueued(false);
            waiter.fail(rc);
        }
    }

    /** Has an endpoint polled as long as something waits there. */
    void list(Ob1Endpoint endpoint) {
        if (!endpoint.listed) {
            endpoint.listed = true;
            listed.add(endpoint);
        }
    }

    /** Tries everything that waits again; returns how many operations moved on. */
    public int retryAll(ControlSender control) {
        int events = 0;
        for (int i = listed.size() - 1; i >= 0; i--) {
            Ob1Endpoint endpoint = listed.get(i);
            events += control.retry(endpoint);
            if (endpoint.control.isEmpty()) {
                events += retryWaiters(endpoint);
            }
            if (!endpoint.busy()) {
                endpoint.listed = false;
                listed.remove(endpoint);
            }
        }
        return events;
    }

    /** Each waiter is tried once; the first that still finds no resource ends the round. */
    private static int retryWaiters(Ob1Endpoint endpoint) {
        int tries = endpoint.waiting.size();
        int moved = 0;
        while (tries-- > 0) {
            Waiter waiter = endpoint.waiting.poll();
            waiter.setQueued(false);
            if (waiter.retry()) {
                moved++;
            } else {
                requeue(endpoint, waiter);
                break;
            }
        }
        return moved;
    }

    /** Puts a waiter back to the head, unless its own completions have queued it meanwhile. */
    private static void requeue(Ob1Endpoint endpoint, Waiter waiter) {
        if (!waiter.queued()) {
            waiter.setQueued(true);
            endpoint.waiting.addFirst(waiter);
        }
    }
}
