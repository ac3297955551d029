package org.strata.oob.frame;

import java.nio.ByteBuffer;
import java.util.Random;

/** Frames of peers that do not know the secret; {@code -Dseed=N} repeats them. */
public final class DamagedFrames {
    /** Frames that a test makes: {@code -Dfuzz=N}. */
    public static final int COUNT = Integer.getInteger("fuzz", 100_000);

    public static final long SEED = Long.getLong("seed", 1);

    /** What a connection may keep: one frame of a handshake, and what was received with it. */
    public static final int MEMORY = 16 << 10;

    private final Random random = new Random(SEED);

    public int random(int bound) {
        return random.nextInt(bound);
    }

    /**
     * Returns a frame of any type: well-formed, cut, lengthened, damaged, or with a wrong length.
     */
    public byte[] damaged(FrameWriter wellFormed) {
        ByteBuffer frame = wellFormed.end();
        byte[] bytes = new byte[frame.limit() + random.nextInt(8) / 7 * random.nextInt(400)];
        frame.get(bytes, 0, frame.limit());
        ByteBuffer length = ByteBuffer.wrap(bytes);
        length.putInt(0, bytes.length - Frame.LENGTH_BYTES);
        switch (random.nextInt(6)) {
            case 0 -> length.putInt(0, random.nextInt());
            case 1 -> length.putInt(0, random.nextInt(Frame.HANDSHAKE_LIMIT + 2));
            case 2 -> bytes[4] = (byte) random.nextInt();
            case 3 ->
                    bytes[4 + random.nextInt(bytes.length - 4)] ^= (byte) (1 << random.nextInt(8));
            case 4 -> {
                int field = Math.min(5 + 4 * random.nextInt(4), bytes.length - 4);
                length.putInt(field, random.nextInt());
            }
            default -> {}
        }
        return bytes;
    }

    public Frame anyType() {
        return Frame.values()[random.nextInt(Frame.values().length)];
    }

    public byte[] anyProof() {
        byte[] proof = new byte[random.nextInt(4) == 0 ? random.nextInt(64) : Proof.BYTES];
        random.nextBytes(proof);
        return proof;
    }
}
