package org.strata.btl.openib;

import org.strata.opal.time.Clock;

import java.util.ArrayList;
import java.util.List;

/**
 * Queue pairs over shared receive queues whose connection has ended. Destroying a queue pair makes
 * adapters drop its completions that nobody has polled, and with them the receives that the pair
 * has consumed. So a pair is aborted, kept until the adapter reports that it consumes no more
 * receives (QP_LAST_WQE_REACHED), and destroyed after the completion queues have been polled empty.
 * An adapter that does not report it in time may keep one receive: that of the message that was
 * arriving. Tier 3.
 */
final class RetiredPairs {
    /** How long a pair waits for the adapter's report. */
    private static final long PATIENCE_NANOS = 100_000_000L;

    private final Resources resources;
    private final LinkQueues queues;
    private final QueuePairBudget budget;
    private final Clock clock;
    private List<Retired> waiting = new ArrayList<>();

    /** Destroyed pairs with receives of their own; see {@link #destroyed}. */
    private List<Channel> unpolled = new ArrayList<>();

    private record Retired(Channel channel, SharedQueue shared, long since) {}

    /** Looks for what adapters have to report before a pair is destroyed. */
    interface Polls {
        /** Handles the adapters' events. */
        void pollEvents();

        /** Polls the completion queues until both are empty; returns the completions. */
        int pollEmpty();
    }

    RetiredPairs(Resources resources, LinkQueues queues, QueuePairBudget budget, Clock clock) {
        this.resources = resources;
        this.queues = queues;
        this.budget = budget;
        this.clock = clock;
    }

    boolean isEmpty() {
        return waiting.isEmpty() && unpolled.isEmpty();
    }

    /**
     * The pairs of a channel with receives of its own have been destroyed. Adapters may keep their
     * completions in the queues until these are polled: the room for them is free only then, or
     * connections that break one after the other would fill a queue that is polled seldom.
     */
    void destroyed(Channel channel) {
        unpolled.add(channel);
    }

    /** Aborts the pairs of a channel, and destroys them when that loses no receive. */
    void add(Channel channel, SharedQueue shared) {
        if (!channel.pairs().wereConnected()) {
            destroy(channel);
            return;
        }
        channel.pairs().abort();
        waiting.add(new Retired(channel, shared, clock.nanoTime()));
        budget.retire(channel.pairs().count());
    }

    /** The adapter reports that a pair consumes no more receives. */
    void onLastReceive(int pair) {
        for (Retired each : waiting) {
            if (each.channel.pairs().receiving() == pair) {
                each.channel.pairs().onLastReceive();
            }
        }
    }

    /** Destroys those that may be destroyed now; returns their number and that of completions. */
    int run(Polls polls) {
        int events = unpolled.isEmpty() ? 0 : freeUnpolled(polls);
        return waiting.isEmpty() ? events : events + destroyDue(polls);
    }

    private int freeUnpolled(Polls polls) {
        List<Channel> gone = unpolled;
        unpolled = new ArrayList<>();
        int events = polls.pollEmpty();
        gone.forEach(resources::freeCompletions);
        return events;
    }

    private int destroyDue(Polls polls) {
        polls.pollEvents();
        List<Retired> due = new ArrayList<>();
        List<Retired> later = new ArrayList<>();
        for (Retired each : waiting) {
            (each.channel.pairs().hadLastReceive() || isOverdue(each) ? due : later).add(each);
        }
        waiting = later;
        int events = due.isEmpty() ? 0 : due.size() + polls.pollEmpty();
        for (Retired each : due) {
            if (!each.channel.pairs().hadLastReceive()) {
                each.shared.lose();
            }
            budget.retire(-each.channel.pairs().count());
            destroy(each.channel);
        }
        if (events > 0) {
            queues.replenish();
        }
        return events;
    }

    private boolean isOverdue(Retired retired) {
        return clock.nanoTime() - retired.since >= PATIENCE_NANOS;
    }

    /** Returns how long until one of them is overdue; MAX_VALUE without any. */
    long nanosLeft() {
        long least = Long.MAX_VALUE;
        for (Retired each : waiting) {
            least = Math.min(least, each.since + PATIENCE_NANOS - clock.nanoTime());
        }
        return least == Long.MAX_VALUE ? least : Math.max(0, least);
    }

    private void destroy(Channel channel) {
        channel.pairs().close();
        resources.freeCompletions(channel);
    }

    /** Destroys them all: the receive queues are about to be destroyed, too. */
    void close() {
        waiting.forEach(each -> each.channel.pairs().close());
        waiting = new ArrayList<>();
    }
}
