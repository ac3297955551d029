package org.strata.btl.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A receive buffer ends where a frame of the longest packets ends. */
final class ReceiveRoomTest {
    @ParameterizedTest
    @CsvSource({"65536,65536,1", "262144,65536,4", "262144,32768,8"})
    void wholeFramesFit(int cache, int packet, int frames) {
        int frame = FrameHeader.BYTES + packet;
        assertThat(TcpBtl.receiveRoom(cache, packet)).isEqualTo(frames * frame);
    }

    @ParameterizedTest
    @CsvSource({"262144,65535", "262144,100000", "65537,65536"})
    void thereIsRoomForAFrameAndForTheCache(int cache, int packet) {
        int room = TcpBtl.receiveRoom(cache, packet);
        assertThat(room).isGreaterThan(cache);
        assertThat(room).isGreaterThanOrEqualTo(FrameHeader.BYTES + packet);
    }
}
