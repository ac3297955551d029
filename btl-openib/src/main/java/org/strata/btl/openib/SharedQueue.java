package org.strata.btl.openib;

import org.strata.opal.Rc;
import org.strata.verbs.SharedReceiveQueue;
import org.strata.verbs.VerbsException;

import java.util.Arrays;

/**
 * One shared receive queue with its buffers: how many receives are posted, and what share of them
 * each connected peer may use: the posted receives divided by the connected peers, or as {@link
 * CreditPool} gives them out by demand; at least a configured minimum. Above that, the adapter's
 * receiver-not-ready protocol holds senders back until receives are posted again.
 */
final class SharedQueue {
    private final QueueSpec spec;
    private final SharedReceiveQueue queue;
    private final ReceiveBuffers buffers;
    private final ReceivePoster poster;
    private final OpenibConfig.Queues config;
    private final int index;

    /** Receives wanted; grows with the number of peers and under load. */
    private int target;

    private int posted;

    /** Receives that count as lost since the adapter last refused one. */
    private int lost;

    private int connected;
    private int share;

    /** Null where all peers have the same share. */
    private final CreditPool pool;

    /** Buffers whose message has been handled, to be posted again. */
    private int[] spent = new int[64];

    private int spentCount;

    /** False on a device without them: the queue then stays as large as the formula says. */
    private boolean limitEvents = true;

    /** How often the queue grew under load. */
    long growths;

    SharedQueue(
            int index,
            QueueSpec spec,
            SharedReceiveQueue queue,
            ReceiveBuffers buffers,
            ReceivePoster poster,
            OpenibConfig.Queues config) {
        this.pool = config.byDemand() ? new CreditPool(config.shareMin()) : null;
        this.index = index;
        this.spec = spec;
        this.queue = queue;
        this.buffers = buffers;
        this.poster = poster;
        this.config = config;
    }

    SharedReceiveQueue queue() {
        return queue;
    }

    ReceiveBuffers buffers() {
        return buffers;
    }

    /** Returns the receives posted now. */
    int posted() {
        return posted;
    }

    /** Returns the receives wanted now. */
    int target() {
        return target;
    }

    /**
     * A peer connects: provides receives for so many peers; false when there are none at all.
     *
     * @param peers those that this link talks to
     */
    boolean connect(int peers) {
        target = Math.max(target, spec.posted(peers));
        fill();
        if (posted == 0) {
            return false;
        }
        connected++;
        arm();
        divide();
        return true;
    }

    void disconnect() {
        connected--;
        divide();
    }

    private void divide() {
        int usable = Math.max(1, lowMark() + 1);
        if (pool == null) {
            share = Math.max(config.shareMin(), usable / Math.max(1, connected));
        } else {
            pool.divide(usable, connected);
            share = pool.everyone();
        }
    }

    /** Returns the credits that each connected peer may hold at first. */
    int share() {
        return share;
    }

    /** Returns the peer's place among those that share by demand; null where none do. */
    CreditPool.Claim claim() {
        return pool == null ? null : new CreditPool.Claim();
    }

    /**
     * A peer's message came: returns the credits that the peer may hold from now on.
     *
     * @param claim null where all have the same share
     * @param waiting further messages that wait there
     */
    int share(CreditPool.Claim claim, int waiting) {
        return claim == null ? share : pool.target(claim, waiting);
    }

    /** The peer holds this many credits now. */
    void hold(CreditPool.Claim claim, int granted) {
        if (claim != null) {
            pool.hold(claim, granted);
        }
    }

    /** The peer is gone. */
    void leave(CreditPool.Claim claim) {
        if (claim != null) {
            pool.leave(claim);
        }
    }

    /**
     * Returns how many credits may wait for a message that carries them. By demand, a peer that
     * lacks credits says so, and one with others left waits for none.
     *
     * @param granted credits that the peer holds, those on their way included
     */
    int window(int granted) {
        return Math.min(spec.win(), pool == null ? Math.max(1, granted / 2) : granted / 2 + 1);
    }

    /** The low mark, in proportion to the receives that there are. */
    private int lowMark() {
        int reachable = Math.min(target, Math.max(posted, buffers.made()));
        return (int) ((long) spec.low() * reachable / spec.num());
    }

    /** A receive was taken and its message handled. */
    void spend(int buffer) {
        posted--;
        if (spentCount == spent.length) {
            spent = Arrays.copyOf(spent, 2 * spentCount);
        }
        spent[spentCount++] = buffer;
    }

    /**
     * A receive may be lost in the adapter, with its buffer: it no longer counts, so that another
     * one is posted. When the adapter refuses that because its queue is full, none is lost.
     */
    void lose() {
        if (posted > 0) {
            posted--;
            lost++;
        }
    }

    /** The adapter refuses a receive: with its queue full, those that count as lost are there. */
    private void reconcile() {
        posted = lost > 0 ? Math.max(posted, Math.min(target, queue.maxWr())) : posted;
        lost = 0;
    }

    /** Posts receives again where the low mark says so. */
    void replenish() {
        if ((spentCount > 0 || posted < target) && posted <= lowMark()) {
            for (int i = 0; i < spentCount; i++) {
                buffers.give(spent[i]);
            }
            spentCount = 0;
            fill();
        }
    }

    /** Posts up to the target, as far as there are buffers. */
    private void fill() {
        int missing = target - posted - spentCount;
        if (missing > 0) {
            missing = Math.min(missing, buffers.provide(missing));
        }
        for (; missing > 0; missing--) {
            int buffer = buffers.take();
            poster.add(RequestIds.sharedReceive(index, buffer), buffers, buffer);
            if (poster.isFull() || missing == 1) {
                posted += poster.count();
                if (poster.post(queue) != Rc.OK) {
                    posted -= poster.takeBack(buffers);
                    reconcile();
                    return;
                }
            }
        }
    }

    /** The adapter reports that few receives are left: grow. */
    void onLimit() {
        if (config.grows() && target < spec.num()) {
            target = Math.min(spec.num(), 2 * target);
            growths++;
            fill();
            divide();
        }
        arm();
    }

    private void arm() {
        if (limitEvents && config.grows() && target < spec.num()) {
            try {
                queue.arm(Math.min(Math.max(1, target * 3 / 16), posted));
            } catch (VerbsException e) {
                limitEvents = false;
            }
        }
    }

    void close() {
        queue.close();
    }
}
