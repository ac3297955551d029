package org.strata.oob;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;

import org.junit.jupiter.api.Test;
import org.strata.oob.Frame.MalformedFrameException;
import org.strata.oob.RankStateTest.TestConnection;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Frames of peers that do not know the secret, as many as {@code -Dfuzz=N} says: none is accepted,
 * none is kept, and the memory that a connection may fill is bounded. {@code -Dseed=N} repeats.
 */
class FuzzTest {
    private static final int FRAMES = Integer.getInteger("fuzz", 100_000);
    private static final long SEED = Long.getLong("seed", 1);

    /** What a connection may keep: one frame of a handshake, and what was received with it. */
    private static final int MEMORY = 16 << 10;

    private final Random random = new Random(SEED);

    /**
     * Returns a frame of any type: well-formed, cut, lengthened, damaged, or with a wrong length.
     */
    private byte[] damaged(FrameWriter wellFormed) {
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

    private Frame anyType() {
        return Frame.values()[random.nextInt(Frame.values().length)];
    }

    private byte[] anyProof() {
        byte[] proof = new byte[random.nextInt(4) == 0 ? random.nextInt(64) : Proof.BYTES];
        random.nextBytes(proof);
        return proof;
    }

    /** A rogue server reaches no state in which a rank obeys it. */
    @Test
    void noServerWithoutTheSecretIsJoined() {
        int frames = 0;
        while (frames < FRAMES) {
            ClientSession session = Handshakes.session("seed " + SEED + ", frame " + frames);
            List<ByteBuffer> sent = new ArrayList<>();
            FrameAssembler assembler =
                    new FrameAssembler(
                            session::frameLimit,
                            frame -> session.receive(new FrameReader(frame), sent::add));
            if (random.nextInt(4) > 0) {
                FrameWriter challenge = Handshakes.ofServer(Frame.CHALLENGE, null);
                session.receive(Handshakes.reader(challenge), sent::add);
            }
            boolean open = true;
            for (int i = 0; open && i < 10; i++) {
                byte[] bytes = damaged(Handshakes.ofServer(anyType(), anyProof()));
                open = deliver(assembler, bytes) && session.state().live();
                frames++;
                assertThat(session.state())
                        .as("seed %d, frame %d", SEED, frames)
                        .isIn(ClientState.CONNECTED, ClientState.ANSWERED, ClientState.LOST);
                assertThat(assembler.space().capacity()).isLessThanOrEqualTo(MEMORY);
                assertThat(sent).hasSizeLessThanOrEqualTo(1);
            }
        }
    }

    private static boolean deliver(FrameAssembler assembler, byte[] bytes) {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        try {
            while (in.hasRemaining()) {
                ByteBuffer space = assembler.space();
                int count = Math.min(space.remaining(), in.remaining());
                space.put(in.slice(in.position(), count));
                in.position(in.position() + count);
                assembler.received();
            }
            return true;
        } catch (MalformedFrameException e) {
            return false;
        }
    }

    /** A stranger reaches no state in which the server takes his word. */
    @Test
    void noRankWithoutTheSecretJoins() {
        int frames = 0;
        while (frames < FRAMES) {
            TestConnection connection = new TestConnection();
            byte[] otherNonce = anyProof();
            for (int i = 0; connection.channel().isOpen() && i < 10; i++) {
                FrameWriter frame = Handshakes.ofRank(anyType(), random.nextInt(4) - 1, otherNonce);
                byte[] bytes = damaged(frame);
                connection.channel().writeInbound(Unpooled.wrappedBuffer(bytes));
                frames++;
                assertThat(connection.session().state())
                        .as("seed %d, frame %d", SEED, frames)
                        .isNotEqualTo(RankState.JOINED);
                assertThat(connection.decoder().kept()).isLessThanOrEqualTo(MEMORY);
            }
            assertThat(connection.events()).isEmpty();
            connection.channel().close();
        }
    }
}
