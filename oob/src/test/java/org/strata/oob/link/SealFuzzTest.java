package org.strata.oob.link;

import org.strata.oob.frame.Frame;
import org.strata.oob.frame.Frame.MalformedFrameException;
import org.strata.oob.frame.FrameWriter;
import org.strata.oob.frame.Streams;
import org.strata.testkit.fuzz.FuzzContract;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** Sealed frames between daemons: one that was changed on its way is never opened. */
class SealFuzzTest extends FuzzContract {
    private static final byte[] KEY = new byte[32];
    private static final byte[] CONTENT = {21, 1, 2, 3};

    private static byte[] sealed() {
        ByteBuffer frame = new FrameSeal(KEY).seal(FrameWriter.framed(CONTENT));
        byte[] bytes = new byte[frame.remaining()];
        frame.get(bytes);
        return bytes;
    }

    @Override
    protected List<byte[]> valid() {
        return List.of(sealed());
    }

    @Override
    protected void parse(byte[] input) {
        FrameSeal seal = new FrameSeal(KEY);
        boolean[] first = {true};
        Streams.deliver(
                input,
                Frame.LIMIT,
                frame -> {
                    ByteBuffer content = seal.open(frame);
                    byte[] bytes = new byte[content.remaining()];
                    content.get(bytes);
                    if (!first[0] || !Arrays.equals(bytes, CONTENT)) {
                        throw new AssertionError("opened " + Arrays.toString(bytes));
                    }
                    first[0] = false;
                });
    }

    @Override
    protected Set<Class<? extends Exception>> documented() {
        return Set.of(MalformedFrameException.class);
    }
}
