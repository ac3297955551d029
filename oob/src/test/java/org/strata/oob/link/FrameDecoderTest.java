package org.strata.oob.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.DecoderException;

import org.junit.jupiter.api.Test;
import org.strata.oob.frame.Frame;

/** Lengths are checked before anything of their size is waited for. */
class FrameDecoderTest {
    private final FrameDecoder decoder = new FrameDecoder();
    private final EmbeddedChannel channel = new EmbeddedChannel(decoder);

    private void assertRefused(int length) {
        assertThatThrownBy(() -> channel.writeInbound(Unpooled.buffer().writeInt(length)))
                .isInstanceOf(DecoderException.class)
                .hasMessageContaining("frame of " + length + " bytes");
    }

    private void assertAwaited(int length) {
        channel.writeInbound(Unpooled.buffer().writeInt(length));
        Object frame = channel.readInbound();
        assertThat(frame).isNull();
    }

    @Test
    void aStrangersFrameMayBeAsLongAsAHandshakeNeeds() {
        assertAwaited(Frame.HANDSHAKE_LIMIT);
        channel.writeInbound(Unpooled.buffer().writeZero(Frame.HANDSHAKE_LIMIT));
        ByteBuf frame = channel.readInbound();
        assertThat(frame.readableBytes()).isEqualTo(Frame.HANDSHAKE_LIMIT);
        frame.release();
    }

    @Test
    void aStrangersLongerFrameIsRefusedAtItsLength() {
        assertRefused(Frame.HANDSHAKE_LIMIT + 1);
    }

    @Test
    void emptyAndNegativeFramesAreRefused() {
        assertRefused(0);
        assertRefused(-1);
    }

    @Test
    void aRanksFrameMayBeLong() {
        decoder.trust();
        assertAwaited(Frame.LIMIT);
    }

    @Test
    void aRanksFrameHasALimitToo() {
        decoder.trust();
        assertRefused(Frame.LIMIT + 1);
    }
}
