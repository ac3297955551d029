package org.strata.btl.openib;

import org.strata.opal.progress.ProgressEngine;
import org.strata.opal.sys.OwnThreads;
import org.strata.opal.sys.Threads;
import org.strata.verbs.CompletionQueue;
import org.strata.verbs.WcStatus;
import org.strata.verbs.WorkCompletions;

/** Takes completions and hands each to whom it concerns. Tier 1. */
final class Poller {
    private static final int BATCH = 16;
    private static final long NAP_NANOS = 100_000_000L;

    private final OpenibBtl btl;
    private final LinkQueues queues;
    private final Channels channels;
    private final LinkRings rings;

    /** Null where there are none. */
    private final Datagrams datagrams;

    private final OpenibConfig.Polling config;
    private final WorkCompletions completions;

    /** Polls of the queue of high priority since the other one was polled. */
    private int turn;

    private Thread watcher;

    /** Pairs with Poller.watch: stored by close, read after each nap. */
    private volatile boolean closing;

    Poller(OpenibBtl btl, LinkParts parts) {
        this.btl = btl;
        this.queues = parts.queues();
        this.channels = parts.resources().channels();
        this.rings = parts.rings();
        this.datagrams = parts.datagrams();
        this.config = parts.config().polling();
        this.completions = new WorkCompletions(queues.arena(), BATCH);
    }

    /**
     * Polls the rings, then the queues; returns the number of packets and completions.
     *
     * @param fallingAsleep whether all rings are to be polled, not only those whose turn it is
     */
    int poll(boolean fallingAsleep) {
        int packets = rings.poll(fallingAsleep);
        return rings.mayPassQueues(packets) ? packets : packets + pollQueues();
    }

    int pollQueues() {
        int events = poll(queues.high(), config.perProgress());
        if (events == 0 || ++turn >= config.lowRatio()) {
            turn = 0;
            events += poll(queues.low(), config.perProgress());
        }
        if (events > 0) {
            queues.replenish();
        }
        return datagrams == null ? events : events + datagrams.poll(btl);
    }

    /** Takes up to so many completions; returns how many. */
    private int poll(CompletionQueue queue, int most) {
        int count = 0;
        while (count < most) {
            int taken = queue.poll(completions, Math.min(BATCH, most - count));
            if (taken < 0) {
                btl.failAll("a completion queue has failed or overflowed");
                return count + 1;
            }
            for (int i = 0; i < taken; i++) {
                handle(i);
            }
            count += taken;
            if (taken < BATCH) {
                break;
            }
        }
        return count;
    }

    private void handle(int i) {
        long id = completions.wrId(i);
        int status = completions.status(i);
        int owner = RequestIds.owner(id);
        if (RequestIds.isReceive(id) && RequestIds.isShared(id)) {
            onSharedReceive(queues.sharedQueue(owner), i, (int) id, status);
            return;
        }
        Channel channel = channels.find(owner);
        if (channel == null) {
            return;
        }
        if (RequestIds.isReceive(id)) {
            onOwnReceive(channel, i, (int) id, status);
        } else {
            onSent(channel, (int) id, status, completions.vendorError(i));
        }
    }

    private static void onSent(Channel channel, int position, int status, int vendorError) {
        if (status == WcStatus.SUCCESS) {
            channel.completeUpTo(position);
        } else {
            Object work = channel.completeBefore(position);
            channel.events().failed(channel, work, status, vendorError);
        }
    }

    /** The packet says over which channel it came: its sender knows the number from this side. */
    private void onSharedReceive(SharedQueue queue, int i, int buffer, int status) {
        long packet = queue.buffers().address(buffer);
        Channel channel =
                status == WcStatus.SUCCESS ? channels.find(PacketHeader.channel(packet)) : null;
        if (channel == null || !channel.takesFrom(queue)) {
            queue.spend(buffer);
        } else {
            receive(channel, packet, i, buffer);
        }
    }

    private void onOwnReceive(Channel channel, int i, int buffer, int status) {
        if (status != WcStatus.SUCCESS) {
            channel.lose(buffer);
            if (status != WcStatus.WR_FLUSH_ERR) {
                int vendorError = completions.vendorError(i);
                channel.events().broken(Statuses.text(channel.index(), status, vendorError));
            }
            return;
        }
        receive(channel, queues.buffers(channel.index()).address(buffer), i, buffer);
    }

    private void receive(Channel channel, long packet, int i, int buffer) {
        ChannelEvents events = channel.events();
        channel.receive(buffer);
        int kind = events.received(channel, packet, completions.byteLength(i));
        channel.spend(buffer, kind);
        events.afterReceived();
    }

    /** Polls the completion queues until both are empty; returns the number of completions. */
    int pollEmpty() {
        int events = pollEmpty(queues.high());
        if (queues.low() != queues.high()) {
            events += pollEmpty(queues.low());
        }
        if (events > 0) {
            replenish();
        }
        return events;
    }

    /**
     * Posts receives outside of the usual polls. What was taken may have had the last ones: without
     * new ones no completion comes any more.
     */
    private void replenish() {
        queues.replenish();
    }

    /** Polls a queue until it has nothing more of what was there at the start. */
    private int pollEmpty(CompletionQueue queue) {
        int count = 0;
        int most = queue.depth();
        for (int taken = 1; taken > 0 && count < most; count += taken) {
            taken = poll(queue, BATCH);
        }
        return count;
    }

    // ---- sleep

    /**
     * Before a sleep: sees to it that a completion ends it; returns completions found meanwhile. A
     * link with a progress thread needs no other thread for that, and its channel one waiter.
     */
    int armForSleep(ProgressEngine engine) {
        if (watcher == null && !btl.hasProgressThread()) {
            watcher = OwnThreads.daemon("strata-openib-" + btl.rank()).start(() -> watch(engine));
        }
        return arm();
    }

    /** Has the next completion make an event; returns completions found meanwhile. */
    int arm() {
        queues.high().requestNotify(false);
        if (queues.low() != queues.high()) {
            queues.low().requestNotify(false);
        }
        if (datagrams != null) {
            datagrams.arm();
        }
        int taken = poll(queues.high(), BATCH) + poll(queues.low(), BATCH);
        taken += btl.armQueues() + (datagrams == null ? 0 : datagrams.poll(btl));
        if (taken > 0) {
            replenish();
        }
        return taken;
    }

    private void watch(ProgressEngine engine) {
        while (!closing) {
            if (queues.channel().await(NAP_NANOS) != null) {
                engine.wake();
            }
        }
    }

    void close() {
        closing = true;
        if (watcher != null) {
            // Without it every job that has slept once would end up to a nap later.
            queues.channel().wake();
            Threads.join(watcher);
        }
    }
}
