package org.strata.coll.shm;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;
import org.strata.jcstress.Blocks;
import org.strata.opal.memory.Memory;
import org.strata.opal.progress.Doorbell;
import org.strata.opal.progress.RankSleeper;
import org.strata.opal.progress.Sleeper;
import org.strata.opal.shared.PeerBells;

import java.lang.foreign.MemorySegment;

/**
 * Rows 13 and 14 of docs/design/013: a rank that falls asleep finds the message, or its sleep word
 * is rung. With the fence of the ringer, and with that of the sleeper for both (a membarrier).
 */
@Outcome(id = "false, false", expect = FORBIDDEN, desc = "asleep on a message, and nobody rings")
@Outcome(id = "true, false", expect = ACCEPTABLE, desc = "the message is found before the sleep")
@Outcome(id = "false, true", expect = ACCEPTABLE, desc = "the sleep is rung")
@Outcome(id = "true, true", expect = ACCEPTABLE, desc = "both: one poll more")
public final class SleepAndRingStress {
    private static final Doorbell DOORBELL = new Doorbell(reason -> {});

    /** Used by the sleeper's thread only. */
    private static final RankSleeper SLEEPER = new RankSleeper();

    /** Joins the membarrier, or not, as ranks do when they map their first segment. */
    private static final boolean JOINED = joined();

    private SleepAndRingStress() {}

    private static boolean joined() {
        SLEEPER.relocate(MemorySegment.ofAddress(Blocks.take(64)).reinterpret(64));
        return SLEEPER.fencesForPeers();
    }

    /** A message and a sleep word. */
    private abstract static class Place {
        private final long message = Blocks.take(Long.BYTES);
        private final long word = Blocks.take(Integer.BYTES);
        private final PeerBells bells;

        Place(boolean peersFence) {
            Memory.putInt(word, Sleeper.AWAKE);
            bells = new PeerBells(new long[] {word}, peersFence, DOORBELL);
        }

        void send() {
            Memory.putLongRelease(message, 1);
            bells.ringSleepers();
        }

        boolean findsBeforeSleep() {
            // Without it, relocating would wake the sleep at the place before.
            SLEEPER.restore();
            SLEEPER.relocate(MemorySegment.ofAddress(word).reinterpret(Integer.BYTES));
            SLEEPER.announce();
            return Memory.getLongAcquire(message) != 0;
        }

        boolean isRung() {
            return Memory.getIntVolatile(word) == Sleeper.AWAKE;
        }
    }

    /** The ringer fences. */
    @State
    public static class Fenced extends Place {
        /** Nothing was sent. */
        public Fenced() {
            super(false);
        }
    }

    /** The sleeper's announcement is a fence for the ringer, too, where the kernel has it. */
    @State
    public static class Barrier extends Place {
        /** Nothing was sent. */
        public Barrier() {
            super(JOINED);
        }
    }

    /** With the ringer's fence. */
    @JCStressTest
    @JCStressMeta(SleepAndRingStress.class)
    public static class ByFence {
        /** The ringer. */
        @Actor
        public void send(Fenced place) {
            place.send();
        }

        /** The sleeper. */
        @Actor
        public void sleep(Fenced place, ZZ_Result result) {
            result.r1 = place.findsBeforeSleep();
        }

        /** What became of the sleep. */
        @Arbiter
        public void end(Fenced place, ZZ_Result result) {
            result.r2 = place.isRung();
        }
    }

    /** With the membarrier. */
    @JCStressTest
    @JCStressMeta(SleepAndRingStress.class)
    public static class ByBarrier {
        /** The ringer. */
        @Actor
        public void send(Barrier place) {
            place.send();
        }

        /** The sleeper. */
        @Actor
        public void sleep(Barrier place, ZZ_Result result) {
            result.r1 = place.findsBeforeSleep();
        }

        /** What became of the sleep. */
        @Arbiter
        public void end(Barrier place, ZZ_Result result) {
            result.r2 = place.isRung();
        }
    }
}
