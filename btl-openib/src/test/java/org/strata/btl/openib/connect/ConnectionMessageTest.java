package org.strata.btl.openib.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/** What is written is read; garbage is refused. */
final class ConnectionMessageTest {
    private static final ConnectionMessage MESSAGE =
            new ConnectionMessage(
                    ConnectionMessage.Type.CLOSE,
                    1,
                    2,
                    (1L << 31) + 3,
                    (1L << 32) + 4,
                    -5,
                    true,
                    false,
                    new PortAddress(6, 7, 8, 5),
                    List.of(
                            new QueueOffer(9, 10, 11, 12, 13, 14, 21),
                            new QueueOffer(15, 16, 17, 18, 19, 20, 22)),
                    "why",
                    -23,
                    new GrantWordOffer(24L << 32, 25));

    @Test
    void isReadAsWritten() throws IOException {
        assertThat(ConnectionMessage.decode(MESSAGE.encode())).isEqualTo(MESSAGE);
    }

    @Test
    void garbageIsRefused() {
        byte[] bytes = MESSAGE.encode();
        for (int length = 0; length < bytes.length; length++) {
            byte[] cut = Arrays.copyOf(bytes, length);
            assertThatThrownBy(() -> ConnectionMessage.decode(cut)).isInstanceOf(IOException.class);
        }
        bytes[0] = 99;
        assertThatThrownBy(() -> ConnectionMessage.decode(bytes)).isInstanceOf(IOException.class);
        byte[] type = MESSAGE.encode();
        type[1] = 99;
        assertThatThrownBy(() -> ConnectionMessage.decode(type)).isInstanceOf(IOException.class);
    }

    @Test
    void whatWantsNoAnswerIsNotAcknowledged() {
        assertThat(MESSAGE.wantsAnswer()).isTrue();
        assertThat(MESSAGE.heard().wantsAnswer()).isFalse();
        assertThat(MESSAGE.heard().peerEpoch()).isEqualTo((1L << 31) + 3);
    }
}
