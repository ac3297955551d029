package org.strata.oob;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.embedded.EmbeddedChannel;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.strata.mca.ess.Spawn;
import org.strata.oob.client.Handshakes;
import org.strata.oob.frame.Frame;
import org.strata.oob.frame.FrameReader;
import org.strata.oob.frame.FrameWriter;
import org.strata.oob.frame.Proof;
import org.strata.oob.link.Doorkeeper;
import org.strata.oob.link.FrameDecoder;
import org.strata.oob.link.Strangers;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
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

    /** The proof of an answer in another frame's clothes proves nothing, and gets no word. */
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "ANSWER")
    void onlyAnAnswerAnswers(Frame type) {
        ByteBuffer answer = Handshakes.ofRank(Frame.ANSWER, 0, connection.nonce()).end();
        answer.put(Frame.LENGTH_BYTES, type.start().end().get(Frame.LENGTH_BYTES));
        connection.channel().writeInbound(Unpooled.wrappedBuffer(answer));
        assertThat(connection.session().state()).isEqualTo(RankState.CLOSED);
        assertThat(connection.channel().<ByteBuf>readOutbound()).isNull();
        assertThat(connection.events()).isEmpty();
    }

    /** However many strangers come later, and however long it lives: a rank is none of them. */
    @Test
    void whoHasJoinedIsNoStranger() {
        connection.admit(connection.channel());
        bringTo(RankState.JOINED);
        for (int i = 0; i < 2 * Strangers.SPARE + 2; i++) {
            connection.admit(new EmbeddedChannel());
        }
        connection.channel().advanceTimeBy(2 * TestConnection.MILLIS, TimeUnit.MILLISECONDS);
        connection.channel().runScheduledPendingTasks();
        assertThat(connection.channel().isOpen()).isTrue();
        assertThat(connection.session().state()).isEqualTo(RankState.JOINED);
    }

    @Test
    void whoHasNotJoinedInTimeIsDropped() {
        connection.channel().advanceTimeBy(TestConnection.MILLIS - 1000, TimeUnit.MILLISECONDS);
        connection.channel().runScheduledPendingTasks();
        assertThat(connection.channel().isOpen()).isTrue();
        connection.channel().advanceTimeBy(1000, TimeUnit.MILLISECONDS);
        connection.channel().runScheduledPendingTasks();
        assertThat(connection.channel().isOpen()).isFalse();
    }

    /** A launcher that starts no processes says so: the rank waits for an answer. */
    @Test
    void aSpawnThatNobodyHandlesIsRefused() {
        bringTo(RankState.JOINED);
        while (connection.channel().readOutbound() instanceof ByteBuf before) {
            before.release();
        }
        connection.receive(Handshakes.ofRank(Frame.SPAWN, 0, connection.nonce()));
        ByteBuf answer = connection.channel().readOutbound();
        FrameReader in = Handshakes.reader(answer.nioBuffer());
        assertThat(in.type()).isEqualTo(Frame.VALUE);
        assertThat(in.integer()).as("request").isEqualTo(1);
        assertThat(in.flag()).isTrue();
        assertThat(Spawn.Outcome.decode(in.bytes()).problem()).contains("no more processes");
        answer.release();
    }

    /** One connection of a server without a network. */
    static final class TestConnection implements JobEvents {
        private static final long MILLIS = 1_000_000;

        private final StringBuilder events = new StringBuilder();
        private final Switchboard switchboard =
                new Switchboard(Handshakes.MAP, this, Runnable::run);
        private final Strangers strangers = new Strangers(switchboard::missing);
        private final FrameDecoder decoder = new FrameDecoder();
        private final RankSession session =
                new RankSession(switchboard, strangers, TestJob.secret(), MILLIS, decoder);
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

        /** As a listener does with a connection that it has accepted. */
        void admit(Channel accepted) {
            assertThat(new Doorkeeper(strangers).admit(accepted)).isTrue();
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
