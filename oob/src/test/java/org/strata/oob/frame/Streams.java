package org.strata.oob.frame;

import java.nio.ByteBuffer;
import java.util.function.Consumer;

/** Passes bytes to a {@link FrameAssembler} as a socket does: as many as there is room for. */
public final class Streams {
    private Streams() {}

    public static void deliver(byte[] bytes, int limit, Consumer<ByteBuffer> frames) {
        FrameAssembler assembler = new FrameAssembler(() -> limit, frames);
        ByteBuffer in = ByteBuffer.wrap(bytes);
        while (in.hasRemaining()) {
            ByteBuffer space = assembler.space();
            int count = Math.min(space.remaining(), in.remaining());
            space.put(in.slice(in.position(), count));
            in.position(in.position() + count);
            assembler.received();
        }
    }
}
