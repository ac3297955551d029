package org.strata.btl.openib.fast;

import org.strata.opal.time.Clock;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The rings that a link polls, and who gets one. Tier 1 from {@link #poll} down. */
public final class PollingSet {
    private static final long IDLE_NANOS = 100_000_000L;
    private static final int LOOKS_PER_CLOCK = 32;

    /** A poll may be followed by a yield of the core: no ring waits for many of these. */
    private static final int MOST_FRUITLESS = 32;

    private static final double NANOS_PER_SECOND = 1e9;

    private final PollingPolicy policy;
    private final FastCounters counters;
    private final Clock clock;
    private final List<IncomingRing> peers = new ArrayList<>();

    /** Open rings, in the order in which they are polled. */
    private IncomingRing[] rings = new IncomingRing[4];

    private int count;

    /** Prioritised: of the rings, so many at the beginning had packets lately. */
    private int hot;

    private int turn;

    /** Polls of the hot rings in a row that found nothing: we wait, maybe for another. */
    private int fruitless;

    private int first;

    /** Rings that exist or are about to. */
    private int members;

    /** The peer that gets the place of the next ring that ends; null for whoever is first. */
    private IncomingRing heir;

    private int looks;
    private long reviewedAt;
    private boolean reviewed;

    /** No ring is opened before {@code resumeAt}. */
    private boolean paused;

    private long resumeAt;

    /** Packets that were found, and when that was last seen to change. */
    private long hits;

    private long hitsSeen;
    private long hitAt;

    /**
     * @param clock for rates and for idle rings
     */
    public PollingSet(PollingPolicy policy, Clock clock, FastCounters counters) {
        this.policy = policy;
        this.clock = clock;
        this.counters = counters;
    }

    // ---- members

    /** A peer whose messages are counted. */
    public void know(IncomingRing peer) {
        peers.add(peer);
    }

    /** Many messages have come from a peer: gives it a ring when there is room. */
    public void suggest(IncomingRing peer) {
        if (policy.byRate() && count == 0) {
            // Nobody polls, and so nobody looks at the rates.
            reviewIfDue();
        }
        boolean enough = peer.messages() >= policy.threshold();
        if (enough
                && !pauses(peer)
                && members < policy.most()
                && peer.state() == IncomingRing.State.NONE) {
            members++;
            peer.ask();
        }
    }

    private boolean pauses(IncomingRing peer) {
        if (paused && clock.nanoTime() - resumeAt >= 0) {
            paused = false;
        }
        if (paused) {
            // The clock is not read for each message.
            peer.forgetMessages();
        }
        return paused;
    }

    /** Leaves the rings, and gives none to anyone for so long. */
    public void pause(long nanos) {
        paused = true;
        resumeAt = clock.nanoTime() + nanos;
        leaveAll("naps delay its messages");
    }

    /** Returns the messages after which a peer may get a ring. */
    public int threshold() {
        return policy.threshold();
    }

    /** Polls a ring from now on. */
    public void add(IncomingRing ring) {
        if (count == 0) {
            hitAt = clock.nanoTime();
        }
        if (count == rings.length) {
            rings = Arrays.copyOf(rings, 2 * count);
        }
        rings[count++] = ring;
        counters.in++;
        counters.opens++;
    }

    /** A ring ends, or will not be made. */
    public void remove(IncomingRing ring) {
        members--;
        admitHeir();
        for (int i = 0; i < count; i++) {
            if (rings[i] == ring) {
                System.arraycopy(rings, i + 1, rings, i, count - i - 1);
                rings[--count] = null;
                hot = 0;
                first = 0;
                counters.in--;
                return;
            }
        }
    }

    private void admitHeir() {
        IncomingRing next = heir;
        heir = null;
        if (next != null && next.mayAsk() && !pauses(next)) {
            members++;
            next.ask();
        }
    }

    /** Returns whether there is nothing to poll. */
    public boolean isEmpty() {
        return count == 0;
    }

    // ---- polling

    /** Delivers what has come; returns how many packets. */
    public int poll() {
        if (policy.byRate() && ++looks >= LOOKS_PER_CLOCK) {
            looks = 0;
            reviewIfDue();
        }
        int found =
                switch (policy.order()) {
                    case SEQUENTIAL -> poll(0, count);
                    case CIRCULAR -> pollCircular();
                    case PRIORITISED -> pollPrioritised();
                };
        hits += found;
        return found;
    }

    /** Counts looks at a ring without this set, and the packets that were found. */
    public void count(int looked, int found) {
        counters.polls += looked;
        hits += found;
    }

    private int poll(int from, int to) {
        int found = 0;
        int end = to;
        for (int i = from; i < end; i++) {
            found += rings[i].poll();
            // A handler may have ended connections.
            end = Math.min(end, count);
        }
        counters.polls += to - from;
        return found;
    }

    private int pollCircular() {
        int looked = 0;
        int found = 0;
        int at = first;
        int all = count;
        while (looked < all && found == 0 && count > 0) {
            at = at >= count ? 0 : at;
            found = rings[at++].poll();
            looked++;
        }
        first = at;
        counters.polls += looked;
        return found;
    }

    private int pollPrioritised() {
        if (hot > 0 && ++turn < policy.pollRatio() && fruitless < MOST_FRUITLESS) {
            int found = poll(0, hot);
            fruitless = found > 0 ? 0 : fruitless + 1;
            return found;
        }
        turn = 0;
        fruitless = 0;
        int found = poll(0, count);
        sort();
        return found;
    }

    /** Puts the rings that had packets since the last full look first. */
    private void sort() {
        hot = 0;
        for (int i = 0; i < count; i++) {
            IncomingRing ring = rings[i];
            if (ring.hit) {
                ring.hit = false;
                rings[i] = rings[hot];
                rings[hot++] = ring;
            }
        }
    }

    // ---- rates

    private void reviewIfDue() {
        long now = clock.nanoTime();
        if (!reviewed) {
            reviewed = true;
            reviewedAt = now;
        } else if (now - reviewedAt >= policy.intervalNanos()) {
            review((now - reviewedAt) / NANOS_PER_SECOND);
            reviewedAt = now;
        }
    }

    /**
     * Members below the least rate leave. A peer without ring that had twice the messages of the
     * slowest member gets its place, unless it would have to leave itself.
     */
    private void review(double seconds) {
        double least = policy.minRate() * seconds;
        IncomingRing slowest = null;
        long slowestCount = 0;
        IncomingRing fastest = null;
        long fastestCount = 0;
        for (IncomingRing peer : peers) {
            long recent = peer.takeRecent();
            if (peer.state() == IncomingRing.State.OPEN) {
                if (slowest == null || recent < slowestCount) {
                    slowest = peer;
                    slowestCount = recent;
                }
                if (recent < least) {
                    peer.leave("too few messages");
                }
            } else if (peer.state() == IncomingRing.State.NONE) {
                if (recent > fastestCount && recent >= least && peer.mayAsk()) {
                    fastest = peer;
                    fastestCount = recent;
                }
                // Otherwise one that left would be back after its next few messages, at any rate.
                peer.forgetMessages();
            }
        }
        boolean full = members >= policy.most();
        boolean twice = fastest != null && fastestCount >= 2 * slowestCount;
        if (full && slowest != null && twice && heir == null) {
            heir = fastest;
            slowest.leave("another peer has more messages");
        }
    }

    // ---- sleep

    /** Returns the packets that were found so far. */
    public long hits() {
        return hits;
    }

    /** Before a sleep: looks at every ring. */
    public int pollAll() {
        int found = poll(0, count);
        hits += found;
        return found;
    }

    /** Before a sleep: leaves the rings when nothing has come by them for long; whether it did. */
    public boolean leaveWhenIdle() {
        long now = clock.nanoTime();
        if (hits != hitsSeen) {
            hitsSeen = hits;
            hitAt = now;
        }
        return now - hitAt >= IDLE_NANOS && leaveAll("about to sleep");
    }

    /** Returns whether there was any to leave. */
    private boolean leaveAll(String why) {
        boolean left = false;
        for (int i = 0; i < count; i++) {
            left |= rings[i].state() == IncomingRing.State.OPEN;
            rings[i].leave(why);
        }
        return left;
    }
}
