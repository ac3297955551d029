package org.strata.pml.ob1.wire;

import org.strata.pml.ob1.counters.Ob1Counters;

import java.util.ArrayList;
import java.util.List;

/**
 * The operations that found no resource, queued at their endpoints. Every poll tries all endpoints
 * again, control packets first, so that no operation depends on the completion of another one. Tier
 * 2.
 */
public final class RetryQueues {
    private final Ob1Counters counters;

    /** Endpoints with queued packets or requests. */
    private final List<Ob1Endpoint> listed = new ArrayList<>();

    /** Makes empty queues. */
    public RetryQueues(Ob1Counters counters) {
        this.counters = counters;
    }

    /** Returns whether nothing is queued. Tier 1. */
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

    /** Queues a message that must not begin before its receiver lets it. */
    public void postpone(Ob1Endpoint endpoint, Waiter waiter) {
        counters.postponed++;
        waiter.setQueued(true);
        endpoint.postponed.add(waiter);
    }

    /**
     * The peer has said what it lets this rank send: messages that have not begun wait, or go on.
     */
    public void onFlow(Ob1Endpoint endpoint) {
        if (endpoint.paused) {
            for (int i = endpoint.waiting.size(); i > 0; i--) {
                Waiter waiter = endpoint.waiting.poll();
                (waiter.begins() ? endpoint.postponed : endpoint.waiting).add(waiter);
            }
        } else if (!endpoint.postponed.isEmpty()) {
            endpoint.waiting.addAll(endpoint.postponed);
            endpoint.postponed.clear();
            list(endpoint);
        }
    }

    /** Removes an operation that has ended from the queue, if it is there. */
    public void dequeue(Ob1Endpoint endpoint, Waiter waiter) {
        if (waiter.queued()) {
            waiter.setQueued(false);
            if (!endpoint.waiting.remove(waiter)) {
                endpoint.postponed.remove(waiter);
            }
        }
    }

    /** Fails everything that is queued for a peer to which no link leads. */
    public void failAll(Ob1Endpoint endpoint, int rc) {
        endpoint.waiting.addAll(endpoint.postponed);
        endpoint.postponed.clear();
        while (!endpoint.waiting.isEmpty()) {
            Waiter waiter = endpoint.waiting.poll();
            waiter.setQueued(false);
            waiter.fail(rc);
        }
    }

    /** Lists an endpoint, which is polled until its queues are empty. */
    void list(Ob1Endpoint endpoint) {
        if (!endpoint.listed) {
            endpoint.listed = true;
            listed.add(endpoint);
        }
    }

    /** Tries everything that is queued again; returns how many operations made progress. */
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

    /** Tries each waiter once, up to the first that still finds no resource. */
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

    /** Puts a waiter back at the head, unless a callback has queued it meanwhile. */
    private static void requeue(Ob1Endpoint endpoint, Waiter waiter) {
        if (!waiter.queued()) {
            waiter.setQueued(true);
            endpoint.waiting.addFirst(waiter);
        }
    }
}
