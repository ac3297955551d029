package org.strata.oob.frame;

import java.nio.ByteBuffer;
import java.util.function.Consumer;
import java.util.function.IntSupplier;

/**
 * Cuts the stream that a rank receives into frames. Memory grows with what has arrived, not with
 * what a length field announces.
 */
public final class FrameAssembler {
    private static final int START = 8 << 10;

    private final IntSupplier limit;
    private final Consumer<ByteBuffer> frames;
    private ByteBuffer kept = ByteBuffer.allocate(START);

    /**
     * @param limit returns the largest legal frame; asked again for every frame
     * @param frames receives each frame from its type on, valid during the call
     */
    public FrameAssembler(IntSupplier limit, Consumer<ByteBuffer> frames) {
        this.limit = limit;
        this.frames = frames;
    }

    /** Returns where the next bytes go; never full. */
    public ByteBuffer space() {
        if (!kept.hasRemaining()) {
            ByteBuffer larger = ByteBuffer.allocate(2 * kept.capacity());
            kept = larger.put(kept.flip());
        }
        return kept;
    }

    /** Passes on all frames that are complete. */
    public void received() {
        kept.flip();
        while (complete()) {
            int length = kept.getInt();
            ByteBuffer frame = kept.slice(kept.position(), length);
            kept.position(kept.position() + length);
            frames.accept(frame);
        }
        kept.compact();
    }

    private boolean complete() {
        if (kept.remaining() < Frame.LENGTH_BYTES) {
            return false;
        }
        int length = kept.getInt(kept.position());
        Frame.checkLength(length, limit.getAsInt());
        return kept.remaining() - Frame.LENGTH_BYTES >= length;
    }
}
