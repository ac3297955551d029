package org.strata.btl.openib;

import org.strata.btl.openib.fast.FastCounters;
import org.strata.btl.openib.fast.PollingSet;
import org.strata.btl.openib.fast.RingShape;
import org.strata.btl.openib.fast.SendRing;
import org.strata.opal.memory.Memory;
import org.strata.opal.progress.ProgressEngine;
import org.strata.opal.time.Clock;

import java.lang.foreign.Arena;

/** What the fast paths of one link have in common: the rings that it polls, and a marker. */
final class LinkRings {
    /** The queues are polled once in so many polls, however many packets the rings bring. */
    private static final int QUEUES_EVERY = 10;

    final FastCounters counters = new FastCounters();
    final PollingSet set;

    /** Rings are opened here; peers may open theirs in any case. */
    final boolean enabled;

    /** Of the rings that are opened here; the largest, where sizes are learned. */
    final RingShape shape;

    /** Sizes are learned for each peer. */
    final boolean learns;

    /** Over which queue pairs. */
    final RingOrder order;

    private final RingNaps naps = new RingNaps();

    /** Null where rings stay open whatever naps cost. */
    private final NapLedger ledger;

    private final Clock clock;
    private final Adapter adapter;

    /** Null where credits travel in packets only. */
    private final GrantWords words;

    private final int maxInline;
    private long marker;
    private Adapter.Slab markerSlab;
    private int turn;

    /** This poll is the first one after a nap. */
    private boolean afterNap;

    LinkRings(OpenibConfig config, Adapter adapter, Clock clock, int inline) {
        OpenibConfig.Fast fast = config.fast();
        this.adapter = adapter;
        this.maxInline = inline;
        this.shape = fast.shape();
        this.learns = fast.learns();
        this.order = new RingOrder(fast, config.polling().asyncProgress());
        this.enabled = order.enabled();
        this.set = new PollingSet(fast.policy(), clock, counters);
        this.ledger = fast.adapts() ? new NapLedger() : null;
        this.clock = clock;
        this.words = fast.grantsByWrite() && enabled ? new GrantWords(adapter, order) : null;
    }

    /** Returns whether there is nothing to poll. */
    boolean isEmpty() {
        return set.isEmpty();
    }

    /** Delivers what has come; returns how many packets. */
    int poll(boolean fallingAsleep) {
        if (set.isEmpty()) {
            return 0;
        }
        if (afterNap) {
            return pollAfterNap();
        }
        return fallingAsleep ? set.pollAll() : set.poll();
    }

    /** What is in the rings now has probably come during the nap. */
    private int pollAfterNap() {
        afterNap = false;
        int packets = set.pollAll();
        if (packets > 0) {
            counters.delays++;
            long pause = ledger.addDelay(clock.nanoTime());
            if (pause > 0) {
                counters.pauses++;
                set.pause(pause);
            }
        }
        return packets;
    }

    /** Returns whether the queues need not be polled after so many packets. */
    boolean mayPassQueues(int packets) {
        if (packets == 0 || ++turn >= QUEUES_EVERY) {
            turn = 0;
            return false;
        }
        return true;
    }

    /** Before a sleep: bounds it, and closes idle rings; returns events. */
    int beforeSleep(ProgressEngine engine) {
        if (set.isEmpty()) {
            return 0;
        }
        long nap = naps.next(set.hits());
        engine.sleepAtMost(nap);
        if (ledger != null && engine.idlePolicy().sleepsSoon()) {
            ledger.beginNap(clock.nanoTime(), nap, set.hits());
            afterNap = true;
        }
        return set.leaveWhenIdle() ? 1 : 0;
    }

    /** Returns the address of a marker that can be written from, or 0 when there is no memory. */
    long marker(Arena arena) {
        if (marker == 0 && maxInline >= SendRing.MARGIN) {
            marker = Memory.allocate(arena, Long.BYTES, Long.BYTES);
        } else if (marker == 0) {
            markerSlab = adapter.slab(Long.BYTES);
            marker = markerSlab == null ? 0 : markerSlab.area().address();
        }
        if (marker != 0) {
            SendRing.writeMarker(marker);
        }
        return marker;
    }

    /** Returns the marker's local key; inline requests need none. */
    int markerKey() {
        return markerSlab == null ? 0 : markerSlab.registration().region.lkey();
    }

    /** Returns a word that a peer may write, or NONE. */
    GrantWords.Line grantWord() {
        return words == null ? GrantWords.Line.NONE : words.take();
    }

    void close() {
        if (words != null) {
            words.close();
        }
        if (markerSlab != null) {
            adapter.free(markerSlab);
        }
    }
}
