package org.strata.oob;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.strata.oob.client.Handshakes;
import org.strata.oob.frame.Frame;
import org.strata.oob.frame.FrameWriter;
import org.strata.oob.frame.Proof;
import org.strata.oob.link.FrameDecoder;
import org.strata.oob.link.Strangers;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Stream;

/** What every frame does in every state of a connection at the server. */
class RankStateTest {
    private static final Set<Frame> OF_STRANGERS = EnumSet.of(Frame.ANSWER);
    private static final Set<Frame> OF_RANKS =
            EnumSet.of(
                    Frame.PUT,
                    Frame.GET,
                    Frame.PEEK,
                    Frame.FORGET,
                    Frame.FENCE,
                    Frame.MESSAGE,
                    Frame.INITIALIZED,
                    Frame.FINALIZED,
                    Frame.ABORT,
                    Frame.REPORT,
                    Frame.NOTICE,
                    Frame.STANDSTILL,
                    Frame.SPAWN,
                    Frame.NAME);

    static Stream<Arguments> cells() {
        return Arrays.stream(RankState.values())
                .flatMap(state ->
                        Arrays.stream(Frame.values()).map(type -> Arguments.of(state, type)));
    }

    private final TestConnection connection = new TestConnection();

    private void bringTo(RankState state) {
        if (state == RankState.JOINED) {
            connection.receive(Handshakes.ofRank(Frame.ANSWER, 0, connection.nonce()));
        } else if (state == RankState.CLOSED) {
            connection.channel().close();
        }
        assertThat(connection.session().state()).isEqualTo(state);
    }

    @ParameterizedTest
    @MethodSource("cells")
    void everyFrameInEveryState(RankState state, Frame type) {
        bringTo(state);
        String before = connection.events();
        FrameWriter frame = Handshakes.ofRank(type, 0, connection.nonce());
        if (state == RankState.CLOSED) {
            assertThat(connection.channel().isOpen()).isFalse();
            return;
        }
        connection.receive(frame);
        boolean legal = (state == RankState.JOINED ? OF_RANKS : OF_STRANGERS).contains(type);
        assertThat(connection.session().state())
                .isEqualTo(legal ? RankState.JOINED : RankState.CLOSED);
        assertThat(connection.channel().isOpen()).isEqualTo(legal);
        if (!legal) {
            String left = state == RankState.JOINED ? before + "disconnected 0 " : before;
            assertThat(connection.events()).isEqualTo(left);
        }
    }

    /** One connection of a server without a network. */
    static final class TestConnection implements JobEvents {
        private final StringBuilder events = new StringBuilder();
        private final Switchboard switchboard =
                new Switchboard(Handshakes.MAP, this, Runnable::run);
        private final Strangers strangers = new Strangers(switchboard::missing);
        private final FrameDecoder decoder = new FrameDecoder();
        private final RankSession session =
                new RankSession(switchboard, strangers, TestJob.secret(), 1_000_000, decoder);
        private final EmbeddedChannel channel = new EmbeddedChannel(decoder, session);
        private final byte[] nonce = new byte[Proof.NONCE_BYTES];

        TestConnection() {
            ByteBuf challenge = channel.readOutbound();
            challenge.skipBytes(Frame.LENGTH_BYTES + 1 + Integer.BYTES).readBytes(nonce);
            challenge.release();
        }

        byte[] nonce() {
            return nonce;
        }

        RankSession session() {
            return session;
        }

        EmbeddedChannel channel() {
            return channel;
        }

        FrameDecoder decoder() {
            return decoder;
        }

        String events() {
            return events.toString();
        }

        void receive(FrameWriter frame) {
            channel.writeInbound(Unpooled.wrappedBuffer(frame.end()));
        }

        @Override
        public void joined(int rank, long pid) {
            events.append("joined ").append(rank).append(' ');
        }

        @Override
        public void initialized(int rank) {
            events.append("initialized ").append(rank).append(' ');
        }

        @Override
        public void finalized(int rank) {
            events.append("finalized ").append(rank).append(' ');
        }

        @Override
        public void abortRequested(int rank, int code, String message, String details) {
            events.append("abort ").append(rank).append(' ');
        }

        @Override
        public void standstill(int rank, String text, long nanos) {
            events.append("standstill ").append(rank).append(' ');
        }

        @Override
        public void notice(int rank, String text) {
            events.append("notice ").append(rank).append(' ');
        }

        @Override
        public void disconnected(int rank) {
            events.append("disconnected ").append(rank).append(' ');
        }
    }
}
