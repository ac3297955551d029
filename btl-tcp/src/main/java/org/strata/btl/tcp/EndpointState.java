package org.strata.btl.tcp;

import java.util.EnumSet;
import java.util.Set;

/**
 * Where a connection to one peer stands. {@link TcpEndpoint#become} is the only writer.
 *
 * <pre>
 * state       event                                        next
 * CLOSED      first send                                   CONNECTING
 * CLOSED      the peer's connection is admitted            CONNECTED
 * CONNECTING  the socket is connected                      HANDSHAKE
 * CONNECTING  the peer's connection wins, or ours fails    CONNECTED
 * CONNECTING  no address is left                           FAILED
 * HANDSHAKE   the peer admits our connection               CONNECTED
 * HANDSHAKE   the peer's connection wins, or ours fails    CONNECTED
 * HANDSHAKE   the attempt failed, another address is tried CONNECTING
 * HANDSHAKE   no address is left                           FAILED
 * CONNECTED   removePeer                                   CLOSING
 * CONNECTED   FIN from the peer, nothing left to write     CLOSED
 * CONNECTED   FIN from the peer, messages left to write    FAILED
 * CONNECTED   end of stream without FIN, reset, garbage    FAILED
 * CLOSING     FIN or end of stream from the peer           CLOSED
 * any         the Btl is closed                            CLOSED
 * </pre>
 *
 * A smaller rank's connection wins over a larger rank's when both connect at once.
 */
enum EndpointState {
    /** No connection; the next send makes one. */
    CLOSED,

    /** A connection attempt is under way; sends queue. */
    CONNECTING,

    /** The socket is connected, the processes authenticate each other; sends queue. */
    HANDSHAKE,

    /** Messages flow. */
    CONNECTED,

    /**
     * This side closes: it writes what it has accepted, then FIN, then waits for the peer's FIN.
     */
    CLOSING,

    /** The link broke. Final. */
    FAILED;

    private Set<EndpointState> next() {
        return switch (this) {
            case CLOSED -> EnumSet.of(CONNECTING, CONNECTED);
            case CONNECTING -> EnumSet.of(HANDSHAKE, CONNECTED, FAILED, CLOSED);
            case HANDSHAKE -> EnumSet.of(CONNECTING, CONNECTED, FAILED, CLOSED);
            case CONNECTED -> EnumSet.of(CLOSING, FAILED, CLOSED);
            case CLOSING -> EnumSet.of(CLOSED);
            case FAILED -> EnumSet.noneOf(EndpointState.class);
        };
    }

    /** Returns whether the table above has such a row. */
    boolean mayBecome(EndpointState state) {
        return next().contains(state);
    }
}
