package org.strata.btl.shm;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;
import org.strata.jcstress.Blocks;
import org.strata.opal.memory.Memory;

/** Row 4 of docs/design/013: a sender that finds the FIFO full is noticed, or finds room. */
@JCStressTest
@Outcome(id = "false, false", expect = FORBIDDEN, desc = "full, and the reader does not know")
@Outcome(expect = ACCEPTABLE, desc = "room, or starved")
@State
public class FifoFullStress {
    private final long segment = Blocks.take(SegmentLayout.FIFO + (1L << Cell.SHIFT));
    private final FifoReader reader = new FifoReader(segment, 1, 0);
    private final FifoWriter writer = new FifoWriter(segment, 1, 0);

    /** Fills the only cell. */
    public FifoFullStress() {
        writer.publish(writer.claim(), 1, 0, Cell.MESSAGE);
    }

    /** Looks twice, as a sender that is about to sleep does. */
    @Actor
    public void send(ZZ_Result result) {
        boolean room = writer.claim() != 0;
        if (!room) {
            Memory.fullFence();
            room = writer.claim() != 0;
        }
        result.r1 = room;
    }

    /** Frees the cell, then asks who starves; the order of Inbox.pollFifo. */
    @Actor
    public void receive(ZZ_Result result) {
        reader.release(reader.poll());
        Memory.fullFence();
        result.r2 = reader.clearStarved();
    }
}
