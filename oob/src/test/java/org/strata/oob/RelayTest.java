package org.strata.oob;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.channel.embedded.EmbeddedChannel;

import org.junit.jupiter.api.Test;
import org.strata.oob.client.Handshakes;
import org.strata.oob.frame.Frame;
import org.strata.oob.frame.FrameReader;
import org.strata.oob.link.FrameDecoder;

import java.nio.ByteBuffer;
import java.util.Set;

/** A daemon's ranks: who may join, and what goes to mpirun and back. */
class RelayTest {
    private final FrameDecoder decoder = new FrameDecoder();
    private final HeadSession head = new HeadSession(null, TestJob.secret(), 1, decoder, 1000);
    private final EmbeddedChannel mpirun = new EmbeddedChannel(decoder, head);
    private final EmbeddedChannel rank = new EmbeddedChannel();
    private final Relay relay = new Relay(head);

    private FrameReader sent(EmbeddedChannel channel) {
        ByteBuf frame = channel.readOutbound();
        return frame == null ? null : Handshakes.reader(frame.nioBuffer());
    }

    /** As many strangers as ranks are missing may be connected at a time. */
    @Test
    void eachRankThatIsExpectedJoinsOnce() {
        assertThat(relay.missing()).isZero();
        relay.expect(Handshakes.MAP, Set.of(0, 1));
        assertThat(relay.missing()).isEqualTo(2);
        assertThat(relay.expects(1)).isTrue();
        assertThat(relay.expects(2)).isFalse();
        assertThat(relay.map(1)).isSameAs(Handshakes.MAP);
        assertThat(relay.refusal(1)).isNull();
        relay.join(1, 4711, Outlet.to(rank));
        assertThat(relay.missing()).isEqualTo(1);
        assertThat(relay.refusal(1)).contains("rank 1");
        assertThat(relay.refusal(0)).isNull();
        relay.leave(1);
        assertThat(relay.missing()).as("who has left was there").isEqualTo(1);
        assertThat(relay.refusal(1)).contains("rank 1");
    }

    @Test
    void mpirunHearsOfRanksAndGetsTheirFrames() {
        relay.expect(Handshakes.MAP, Set.of(1));
        relay.join(1, 4711, Outlet.to(rank));
        FrameReader attached = sent(mpirun);
        assertThat(attached.type()).isEqualTo(Frame.ATTACHED);
        assertThat(attached.integer()).isEqualTo(1);
        assertThat(attached.number()).isEqualTo(4711);
        relay.receive(1, Handshakes.reader(Frame.FENCE.start().integer(3)));
        FrameReader relayed = sent(mpirun);
        assertThat(relayed.type()).isEqualTo(Frame.RELAY);
        assertThat(relayed.integer()).isEqualTo(1);
        assertThat(new FrameReader(ByteBuffer.wrap(relayed.rest())).type()).isEqualTo(Frame.FENCE);
        relay.leave(1);
        FrameReader detached = sent(mpirun);
        assertThat(detached.type()).isEqualTo(Frame.DETACHED);
        assertThat(detached.integer()).isEqualTo(1);
    }

    /** A rank's connection may end while a frame is on its way to it. */
    @Test
    void framesReachTheirRankAsLongAsItIsThere() {
        relay.expect(Handshakes.MAP, Set.of(0, 1));
        relay.join(1, 4711, Outlet.to(rank));
        byte[] content = {Frame.FENCE.start().end().get(Frame.LENGTH_BYTES), 0, 0, 0, 9};
        relay.deliver(0, content);
        assertThat(sent(rank)).isNull();
        relay.deliver(1, content);
        FrameReader fence = sent(rank);
        assertThat(fence.type()).isEqualTo(Frame.FENCE);
        assertThat(fence.integer()).isEqualTo(9);
        relay.leave(1);
        relay.deliver(1, content);
        assertThat(sent(rank)).isNull();
    }
}
