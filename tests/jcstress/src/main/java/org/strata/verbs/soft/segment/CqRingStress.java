package org.strata.verbs.soft.segment;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.strata.jcstress.Blocks;
import org.strata.opal.memory.Memory;

/** Row 22 of docs/design/013: one producer per entry; a completion that is seen is whole. */
@Outcome(id = "3, 0", expect = ACCEPTABLE, desc = "both completions, each once and whole")
@Outcome(expect = FORBIDDEN, desc = "a completion lost, twice, or torn")
public final class CqRingStress {
    private CqRingStress() {}

    /** What they share. */
    @State
    public static class Ring {
        private static final int DEPTH = 2;

        private final long base = Blocks.take(CqRing.BYTES + 64 + CqRing.entryBytes(DEPTH));
        private final long ring = base + 64;
        private int seen;
        private int torn;

        /** An empty ring, just before its turns wrap in the state words. */
        public Ring() {
            CqRing.open(base, ring, DEPTH, ring + CqRing.BYTES, 0, (1L << 42) - 1);
        }

        void poll() {
            for (long wc = CqRing.peek(base, ring); wc != 0; wc = CqRing.peek(base, ring)) {
                long id = Memory.getLong(wc);
                torn += id == 1 || id == 2 ? 0 : 1;
                seen += (int) id;
                CqRing.pop(base, ring);
            }
        }

        void send(int id) {
            CqRing.push(base, ring, id, id, 0, 0);
        }

        void rest(II_Result result) {
            poll();
            result.r1 = seen;
            result.r2 = torn;
        }
    }

    /** Two producers; their messages are read afterwards. */
    @JCStressTest
    @JCStressMeta(CqRingStress.class)
    public static class Producers {
        /** A producer. */
        @Actor
        public void one(Ring ring) {
            ring.send(1);
        }

        /** Another one. */
        @Actor
        public void two(Ring ring) {
            ring.send(2);
        }

        /** What is left. */
        @Arbiter
        public void rest(Ring ring, II_Result result) {
            ring.rest(result);
        }
    }

    /** One of each. */
    @JCStressTest
    @JCStressMeta(CqRingStress.class)
    public static class Pair {
        /** A producer. */
        @Actor
        public void both(Ring ring) {
            ring.send(1);
            ring.send(2);
        }

        /** The consumer. */
        @Actor
        public void consume(Ring ring) {
            ring.poll();
        }

        /** What is left. */
        @Arbiter
        public void rest(Ring ring, II_Result result) {
            ring.rest(result);
        }
    }

    /** All three: needs three processors. */
    @JCStressTest
    @JCStressMeta(CqRingStress.class)
    public static class All {
        /** A producer. */
        @Actor
        public void one(Ring ring) {
            ring.send(1);
        }

        /** Another one. */
        @Actor
        public void two(Ring ring) {
            ring.send(2);
        }

        /** The consumer. */
        @Actor
        public void consume(Ring ring) {
            ring.poll();
        }

        /** What is left. */
        @Arbiter
        public void rest(Ring ring, II_Result result) {
            ring.rest(result);
        }
    }
}
