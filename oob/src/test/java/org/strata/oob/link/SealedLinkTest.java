package org.strata.oob.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.strata.oob.frame.Frame;
import org.strata.oob.frame.FrameReader;
import org.strata.oob.frame.FrameWriter;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The heartbeat of a proved link, in the virtual time of its event loop. */
class SealedLinkTest {
    private static final byte[] SENT =
            LinkRole.DAEMON.keyToDialer(new byte[32], 1, new byte[32], new byte[32]);
    private static final byte[] RECEIVED =
            LinkRole.DAEMON.keyToListener(new byte[32], 1, new byte[32], new byte[32]);
    private static final long PATIENCE_MILLIS = 7000;

    private final List<String> ends = new ArrayList<>();
    private final List<Integer> received = new ArrayList<>();
    private final FrameDecoder decoder = new FrameDecoder();
    private final SealedLink link =
            new SealedLink(LinkState.CHALLENGED, decoder, PATIENCE_MILLIS) {
                @Override
                void received(FrameReader frame) {
                    received.add(frame.integer());
                }

                @Override
                void ended(LinkState before, String reason) {
                    ends.add(before + ": " + reason);
                }
            };
    private final EmbeddedChannel channel = new Wire(link, decoder);
    private final FrameSeal peer = new FrameSeal(RECEIVED);
    private final FrameSeal own = new FrameSeal(SENT);

    /** A connection that no kernel knows: nothing excuses the peer's silence. */
    private static final class Wire extends EmbeddedChannel {
        Wire(SealedLink link, FrameDecoder decoder) {
            super(decoder, link);
        }

        @Override
        protected SocketAddress localAddress0() {
            return new InetSocketAddress("192.0.2.1", 1);
        }

        @Override
        protected SocketAddress remoteAddress0() {
            return new InetSocketAddress("192.0.2.2", 2);
        }
    }

    @BeforeEach
    void prove() {
        channel.freezeTime();
        link.proved(LinkState.TO_DAEMON, SENT, RECEIVED);
    }

    @AfterEach
    void release() {
        channel.finishAndReleaseAll();
    }

    /** Lets one heartbeat fall due; returns the types of the frames that were sent. */
    private List<Frame> beat() {
        channel.advanceTimeBy(SealedLink.BEAT_MILLIS, TimeUnit.MILLISECONDS);
        channel.runPendingTasks();
        List<Frame> sent = new ArrayList<>();
        for (ByteBuf frame = channel.readOutbound(); frame != null; ) {
            ByteBuffer bytes = frame.nioBuffer();
            assertThat(bytes.getInt()).isEqualTo(bytes.remaining());
            sent.add(new FrameReader(own.open(bytes.slice())).type());
            frame.release();
            frame = channel.readOutbound();
        }
        return sent;
    }

    private void receive(FrameWriter frame) {
        channel.writeInbound(Unpooled.wrappedBuffer(peer.seal(frame.end())));
    }

    @Test
    void aPeerThatIsSilentForTooLongIsDropped() {
        for (int i = 0; i < 3; i++) {
            assertThat(beat()).containsExactly(Frame.HEARTBEAT);
        }
        assertThat(ends).isEmpty();
        assertThat(channel.isOpen()).isTrue();
        assertThat(beat()).as("at 8 s, with a patience of 7 s").isEmpty();
        assertThat(ends).containsExactly("TO_DAEMON: it has not been heard of for 7 s");
        assertThat(channel.isOpen()).isFalse();
        assertThat(link.state()).isEqualTo(LinkState.CLOSED);
    }

    /** Every frame is a sign of life; the patience begins again with each. */
    @Test
    void aPeerThatSendsIsKept() {
        for (int i = 0; i < 20; i++) {
            beat();
            beat();
            beat();
            receive(i % 2 == 0 ? Frame.HEARTBEAT.start() : Frame.NODE.start().integer(i));
            assertThat(ends).isEmpty();
        }
        assertThat(received).as("heartbeats are nobody's business").hasSize(10).contains(19);
        for (int i = 0; i < 3; i++) {
            beat();
        }
        assertThat(ends).isEmpty();
        beat();
        assertThat(ends).hasSize(1);
    }

    @Test
    void aPeerThatHasAnnouncedItsSilenceIsKept() {
        link.pause(true);
        for (int i = 0; i < 20; i++) {
            assertThat(beat()).containsExactly(Frame.HEARTBEAT);
        }
        link.pause(false);
        for (int i = 0; i < 3; i++) {
            beat();
        }
        assertThat(ends).isEmpty();
        beat();
        assertThat(ends).hasSize(1);
    }

    /** Once, whoever ends it, and nothing is sent, received or counted afterwards. */
    @Test
    void aClosedLinkIsOver() {
        link.close("the job is over");
        link.close("again");
        assertThat(ends).containsExactly("TO_DAEMON: the job is over");
        for (int i = 0; i < 10; i++) {
            assertThat(beat()).isEmpty();
        }
        link.send(Frame.NODE.start());
        assertThat(beat()).isEmpty();
        assertThat(channel.runScheduledPendingTasks())
                .as("no heartbeat is scheduled")
                .isEqualTo(-1);
        assertThat(ends).hasSize(1);
        assertThat(received).isEmpty();
    }

    @Test
    void aFrameThatIsIllegalInThisStateEndsTheLink() {
        receive(Frame.PUT.start().text("k").bytes(new byte[1]));
        assertThat(ends).containsExactly("TO_DAEMON: PUT in state TO_DAEMON");
    }

    @Test
    void aFrameThatWasChangedEndsTheLink() {
        ByteBuffer sealed = peer.seal(Frame.NODE.start().integer(1).end());
        sealed.put(sealed.limit() - 1, (byte) ~sealed.get(sealed.limit() - 1));
        channel.writeInbound(Unpooled.wrappedBuffer(sealed));
        assertThat(ends).containsExactly("TO_DAEMON: a frame was changed on its way");
        assertThat(received).isEmpty();
    }

    @Test
    void aConnectionThatEndsEndsTheLink() {
        channel.close();
        assertThat(ends).containsExactly("TO_DAEMON: the connection has ended");
    }
}
