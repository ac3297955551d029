package org.strata.btl.openib.connect;

import java.util.EnumSet;
import java.util.Set;

/**
 * Where the connection to one peer stands. {@link Connection#become} is the only writer.
 *
 * <pre>
 * state        event                                       action                     next
 * CLOSED       something to send, queue pairs to be had    REQUEST                    CONNECTING
 * CLOSED       REQUEST, queue pairs to be had              RTR, RTS, REPLY            CONNECT_ACK
 * CLOSED       REQUEST, none to be had soon                REJECT                     CLOSED
 * CLOSED       REQUEST, and a queue pair broke at once     REJECT                     CLOSED
 * CONNECTING   REPLY                                       RTR, RTS, ACK              CONNECTED
 * CONNECTING   REQUEST: both sides at once                 RTR, RTS, ACK              WAITING_ACK
 * CONNECTING   REJECT: the peer has no queue pairs now     try later                  CLOSED
 * CONNECTING   the same, and a queue pair broke meanwhile   send no more               CLOSING
 * CONNECTING   REJECT: the peer will not                   tell upper layers          FAILED
 * CONNECT_ACK  ACK, or data                                flush                      CONNECTED
 * WAITING_ACK  ACK, or data                                flush                      CONNECTED
 * CONNECTED    others need the queue pairs; peer removed   send no more               CLOSING
 * CONNECTED    CLOSE                                       send no more               CLOSING
 * any of 3     a queue pair broke                          send no more               CLOSING
 * CLOSING      own sends are over                          CLOSE                      CLOSING
 * CLOSING      CLOSE from the peer, and all it sent came   destroy queue pairs        CLOSED
 * any          nothing heard from the peer in time         tell upper layers          FAILED
 * </pre>
 *
 * CLOSE is said by both sides, each after the last of its sends is over; it counts the messages
 * that have arrived for certain, so that the other side waits for them. What has not arrived is
 * sent anew over the next connection: closing loses nothing, whether it was wanted or a queue pair
 * broke.
 */
public enum ConnectionState {
    /** No queue pairs. The next send makes some. */
    CLOSED,

    /** Queue pairs exist and the peer has been told of them; sends queue. */
    CONNECTING,

    /** The peer asked, was answered, and may send; we may not until it has our answer. */
    CONNECT_ACK,

    /** Both asked at once; we are ready and said so, the peer has not yet. */
    WAITING_ACK,

    /** Messages flow. */
    CONNECTED,

    /** Sends queue; what is under way arrives or comes back. */
    CLOSING,

    /** The link to this peer is lost. Final. */
    FAILED;

    private Set<ConnectionState> next() {
        return switch (this) {
            case CLOSED -> EnumSet.of(CONNECTING, CONNECT_ACK, FAILED);
            case CONNECTING -> EnumSet.of(CONNECTED, WAITING_ACK, CLOSING, CLOSED, FAILED);
            case CONNECT_ACK, WAITING_ACK -> EnumSet.of(CONNECTED, CLOSING, FAILED);
            case CONNECTED -> EnumSet.of(CLOSING, FAILED);
            case CLOSING -> EnumSet.of(CLOSED, FAILED);
            case FAILED -> EnumSet.noneOf(ConnectionState.class);
        };
    }

    /** Returns whether the table above has such a row. */
    boolean mayBecome(ConnectionState state) {
        return next().contains(state);
    }
}
