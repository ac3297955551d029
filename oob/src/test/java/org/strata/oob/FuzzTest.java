package org.strata.oob;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;

import org.junit.jupiter.api.Test;
import org.strata.oob.RankStateTest.TestConnection;
import org.strata.oob.client.Handshakes;
import org.strata.oob.frame.DamagedFrames;
import org.strata.oob.frame.FrameWriter;

/**
 * Frames of strangers, as many as {@code -Dfuzz=N} says: none is accepted, none is kept, and the
 * memory that a connection may fill is bounded.
 */
class FuzzTest {
    /** A stranger reaches no state in which the server takes his word. */
    @Test
    void noRankWithoutTheSecretJoins() {
        DamagedFrames frames = new DamagedFrames();
        int count = 0;
        while (count < DamagedFrames.COUNT) {
            TestConnection connection = new TestConnection();
            byte[] otherNonce = frames.anyProof();
            for (int i = 0; connection.channel().isOpen() && i < 10; i++) {
                FrameWriter frame =
                        Handshakes.ofRank(frames.anyType(), frames.random(4) - 1, otherNonce);
                byte[] bytes = frames.damaged(frame);
                connection.channel().writeInbound(Unpooled.wrappedBuffer(bytes));
                count++;
                assertThat(connection.session().state())
                        .as("seed %d, frame %d", DamagedFrames.SEED, count)
                        .isNotEqualTo(RankState.JOINED);
                assertThat(connection.decoder().kept()).isLessThanOrEqualTo(DamagedFrames.MEMORY);
            }
            assertThat(connection.events()).isEmpty();
            connection.channel().close();
        }
    }
}
