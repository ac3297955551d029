package org.strata.oob.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.strata.oob.frame.Frame;
import org.strata.oob.frame.Frame.MalformedFrameException;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What every frame of a server does in every state of a rank's connection. */
class ClientStateTest {
    /** The legal frames and the states they lead to; everything else is illegal. */
    private static final Map<ClientState, Map<Frame, ClientState>> LEGAL =
            new EnumMap<>(
                    Map.of(
                            ClientState.CONNECTED,
                            Map.of(Frame.CHALLENGE, ClientState.ANSWERED),
                            ClientState.ANSWERED,
                            Map.of(
                                    Frame.WELCOME,
                                    ClientState.PROVED,
                                    Frame.REFUSED,
                                    ClientState.LOST),
                            ClientState.PROVED,
                            Map.of(Frame.JOB, ClientState.JOINED, Frame.REFUSED, ClientState.LOST),
                            ClientState.JOINED,
                            Map.of(
                                    Frame.VALUE,
                                    ClientState.JOINED,
                                    Frame.FENCE,
                                    ClientState.JOINED,
                                    Frame.MESSAGE,
                                    ClientState.JOINED,
                                    Frame.FINALIZED,
                                    ClientState.JOINED,
                                    Frame.ABORTING,
                                    ClientState.ABORTING,
                                    Frame.INQUIRE,
                                    ClientState.JOINED,
                                    Frame.DEPARTED,
                                    ClientState.JOINED),
                            ClientState.ABORTING,
                            Map.of(
                                    Frame.VALUE,
                                    ClientState.ABORTING,
                                    Frame.FENCE,
                                    ClientState.ABORTING,
                                    Frame.MESSAGE,
                                    ClientState.ABORTING,
                                    Frame.FINALIZED,
                                    ClientState.ABORTING,
                                    Frame.ABORTING,
                                    ClientState.ABORTING,
                                    Frame.INQUIRE,
                                    ClientState.ABORTING,
                                    Frame.DEPARTED,
                                    ClientState.ABORTING),
                            ClientState.LOST,
                            Map.of(),
                            ClientState.CLOSED,
                            Map.of()));

    static Stream<Arguments> cells() {
        return Arrays.stream(ClientState.values())
                .flatMap(state ->
                        Arrays.stream(Frame.values()).map(type -> Arguments.of(state, type)));
    }

    private final List<ByteBuffer> sent = new ArrayList<>();
    private final ClientSession session = Handshakes.session("");

    private void receive(Frame type) {
        byte[] proof = sent.isEmpty() ? new byte[0] : Handshakes.proofFor(sent.getFirst());
        session.receive(Handshakes.reader(Handshakes.ofServer(type, proof)), sent::add);
    }

    private void bringTo(ClientState state) {
        switch (state) {
            case CONNECTED -> {}
            case ANSWERED -> receive(Frame.CHALLENGE);
            case PROVED -> {
                bringTo(ClientState.ANSWERED);
                receive(Frame.WELCOME);
            }
            case JOINED -> {
                bringTo(ClientState.PROVED);
                receive(Frame.JOB);
            }
            case ABORTING -> {
                bringTo(ClientState.JOINED);
                receive(Frame.ABORTING);
            }
            case LOST -> session.lose("the test says so");
            case CLOSED -> session.closing();
        }
        assertThat(session.state()).isEqualTo(state);
    }

    @ParameterizedTest
    @MethodSource("cells")
    void everyFrameInEveryState(ClientState state, Frame type) {
        bringTo(state);
        ClientState next = LEGAL.get(state).get(type);
        if (next != null) {
            receive(type);
            assertThat(session.state()).isEqualTo(next);
        } else if (state == ClientState.LOST || state == ClientState.CLOSED) {
            receive(type);
            assertThat(session.state()).isEqualTo(state);
        } else {
            assertThatThrownBy(() -> receive(type))
                    .isInstanceOf(MalformedFrameException.class)
                    .hasMessage(type + " in state " + state);
            assertThat(session.state()).isEqualTo(state);
        }
        boolean proved = state != ClientState.CONNECTED && state != ClientState.ANSWERED;
        if (!proved && (next == null || next == ClientState.ANSWERED)) {
            assertThat(session.frameLimit()).isEqualTo(Frame.HANDSHAKE_LIMIT);
        }
    }
}
