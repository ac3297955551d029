package org.strata.oob.client;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.strata.oob.frame.DamagedFrames;
import org.strata.oob.frame.Frame;
import org.strata.oob.frame.Frame.MalformedFrameException;
import org.strata.oob.frame.FrameAssembler;
import org.strata.oob.frame.FrameReader;
import org.strata.oob.frame.FrameWriter;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Frames of servers that do not know the secret, as many as {@code -Dfuzz=N} says: a rank obeys
 * none, keeps none, and the memory that a connection may fill is bounded.
 */
class RogueServerFuzzTest {
    /** A rogue server reaches no state in which a rank obeys it. */
    @Test
    void noServerWithoutTheSecretIsJoined() {
        DamagedFrames frames = new DamagedFrames();
        int count = 0;
        while (count < DamagedFrames.COUNT) {
            ClientSession session =
                    Handshakes.session("seed " + DamagedFrames.SEED + ", frame " + count);
            List<ByteBuffer> sent = new ArrayList<>();
            FrameAssembler assembler =
                    new FrameAssembler(
                            session::frameLimit,
                            frame -> session.receive(new FrameReader(frame), sent::add));
            if (frames.random(4) > 0) {
                FrameWriter challenge = Handshakes.ofServer(Frame.CHALLENGE, null);
                session.receive(Handshakes.reader(challenge), sent::add);
            }
            boolean open = true;
            for (int i = 0; open && i < 10; i++) {
                byte[] bytes =
                        frames.damaged(Handshakes.ofServer(frames.anyType(), frames.anyProof()));
                open = deliver(assembler, bytes) && session.state().live();
                count++;
                assertThat(session.state())
                        .as("seed %d, frame %d", DamagedFrames.SEED, count)
                        .isIn(ClientState.CONNECTED, ClientState.ANSWERED, ClientState.LOST);
                assertThat(assembler.space().capacity()).isLessThanOrEqualTo(DamagedFrames.MEMORY);
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
}
