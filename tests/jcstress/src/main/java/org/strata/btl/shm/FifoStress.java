package org.strata.btl.shm;

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

/**
 * Row 12 of docs/design/013: two senders write to a FIFO that a receiver polls. Each cell has one
 * writer, and its message is whole.
 */
@Outcome(id = "3, 0", expect = ACCEPTABLE, desc = "both messages, each once and whole")
@Outcome(expect = FORBIDDEN, desc = "a message lost, twice, or torn")
public final class FifoStress {
    private FifoStress() {}

    /** What they share. */
    @State
    public static class Fifo {
        private static final int CELLS = 2;

        private final long segment = Blocks.take(SegmentLayout.FIFO + ((long) CELLS << Cell.SHIFT));
        private final FifoReader reader = new FifoReader(segment, CELLS, 0);
        private int seen;
        private int torn;

        void send(int source) {
            FifoWriter writer = new FifoWriter(segment, CELLS, source);
            long cell = writer.claim();
            Memory.putLong(cell + Cell.BODY, source);
            writer.publish(cell, 1, Long.BYTES, Cell.MESSAGE);
        }

        void poll() {
            for (long cell = reader.poll(); cell != 0; cell = reader.poll()) {
                long source = Memory.getLong(cell + Cell.BODY);
                torn += source == 1 || source == 2 ? 0 : 1;
                seen += (int) source;
                reader.release(cell);
            }
        }

        void rest(II_Result result) {
            poll();
            result.r1 = seen;
            result.r2 = torn;
        }
    }

    /** Two senders; their messages are read afterwards. */
    @JCStressTest
    @JCStressMeta(FifoStress.class)
    public static class Senders {
        /** A sender. */
        @Actor
        public void one(Fifo fifo) {
            fifo.send(1);
        }

        /** Another one. */
        @Actor
        public void two(Fifo fifo) {
            fifo.send(2);
        }

        /** What is left. */
        @Arbiter
        public void rest(Fifo fifo, II_Result result) {
            fifo.rest(result);
        }
    }

    /** One of each. */
    @JCStressTest
    @JCStressMeta(FifoStress.class)
    public static class Pair {
        /** A sender. */
        @Actor
        public void both(Fifo fifo) {
            fifo.send(1);
            fifo.send(2);
        }

        /** The receiver. */
        @Actor
        public void receive(Fifo fifo) {
            fifo.poll();
        }

        /** What is left. */
        @Arbiter
        public void rest(Fifo fifo, II_Result result) {
            fifo.rest(result);
        }
    }

    /** All three: needs three processors. */
    @JCStressTest
    @JCStressMeta(FifoStress.class)
    public static class All {
        /** A sender. */
        @Actor
        public void one(Fifo fifo) {
            fifo.send(1);
        }

        /** Another one. */
        @Actor
        public void two(Fifo fifo) {
            fifo.send(2);
        }

        /** The receiver. */
        @Actor
        public void receive(Fifo fifo) {
            fifo.poll();
        }

        /** What is left. */
        @Arbiter
        public void rest(Fifo fifo, II_Result result) {
            fifo.rest(result);
        }
    }
}
