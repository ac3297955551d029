package org.strata.btl.shm;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.strata.jcstress.Blocks;
import org.strata.mca.btl.Btl;
import org.strata.opal.memory.Memory;

/** Row 9 of docs/design/013: a word of a fast box that is seen has its message behind it. */
@JCStressTest
@Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "nothing has arrived")
@Outcome(id = "8, 77", expect = ACCEPTABLE, desc = "the message")
@Outcome(expect = FORBIDDEN, desc = "a word before its message")
@State
public class FastBoxStress {
    private static final int CELLS = 4;
    private static final int TAG = 0x80;

    private final long box = Blocks.take(BoxLayout.bytes(CELLS));
    private final long out = Blocks.take(Long.BYTES);
    private final long in = Blocks.take(Long.BYTES);
    private final BoxWriter writer = new BoxWriter(box, CELLS, 0);
    private final BoxReader reader = new BoxReader(null, box, 0, CELLS, 0);

    /** The sender. */
    @Actor
    public void send() {
        Memory.putLong(out, 77);
        writer.sendSlot(TAG, 1, 2, null, out, Long.BYTES);
    }

    /** The receiver, which waits for this message. */
    @Actor
    public void receive(II_Result result) {
        int got = reader.receiveShort(TAG, 1, 2, null, in, Long.BYTES, 1);
        result.r1 = got == Btl.NOTHING ? 0 : got;
        result.r2 = (int) Memory.getLong(in);
    }
}
