package org.strata.mca.pml;

import org.strata.opal.progress.Completion.WaitState;
import org.strata.opal.progress.Completion.WaitState.Arrived;
import org.strata.opal.progress.Completion.WaitState.Needs;

import java.util.List;
import java.util.stream.IntStream;

/**
 * Describes waits for messages, by ranks of MPI_COMM_WORLD: a report puts ranks of different
 * communicators side by side. Tier 3.
 */
public final class MessageWaits {
    private MessageWaits() {}

    /**
     * Describes a wait for a message that has not arrived.
     *
     * @param comm the communicator
     * @param source rank of the sender in it, or {@link Pml#ANY_SOURCE}
     * @param tag the wanted tag, or {@link Pml#ANY_TAG}
     * @param bytes length of the receive buffer; negative if there is none
     * @param arrived messages that have arrived and do not match
     */
    public static WaitState arrival(
            CommContext comm, int source, int tag, long bytes, List<Arrived> arrived) {
        String message = envelope(tag, bytes);
        if (source == Pml.ANY_SOURCE) {
            List<Integer> all =
                    IntStream.range(0, comm.size()).map(i -> world(comm, i)).boxed().toList();
            return new WaitState(
                    "a message of any rank" + message, comm.label(), Needs.ANY, all, arrived);
        }
        int sender = world(comm, source);
        String what = "a message of rank " + sender + message;
        return new WaitState(what, comm.label(), Needs.ALL, List.of(sender), arrived);
    }

    /** Describes a wait for a message by a PML that keeps no others. */
    public static WaitState arrival(CommContext comm, int source, int tag, long bytes) {
        return arrival(comm, source, tag, bytes, List.of());
    }

    /**
     * Describes a wait until the receiver receives.
     *
     * @param comm the communicator
     * @param destination rank of the receiver in it
     * @param tag tag of the message
     * @param bytes its length
     * @param how the protocol, and its state
     */
    public static WaitState receipt(
            CommContext comm, int destination, int tag, long bytes, String how) {
        int receiver = world(comm, destination);
        String what =
                "rank " + receiver + " to receive a message" + envelope(tag, bytes) + how(how);
        return new WaitState(what, comm.label(), Needs.ALL, List.of(receiver));
    }

    /**
     * Describes a wait for data that are on their way: it ends without a further call of the peer.
     *
     * @param comm the communicator
     * @param direction "of" or "to"
     * @param peer rank of the peer in it
     * @param tag tag of the message
     * @param bytes its length
     * @param how the protocol, and its state
     */
    public static WaitState transfer(
            CommContext comm, String direction, int peer, int tag, long bytes, String how) {
        String message = "the data of a message " + direction + " rank " + world(comm, peer);
        String what = message + envelope(tag, bytes) + how(how);
        return new WaitState(what, comm.label(), Needs.ALL, List.of());
    }

    private static int world(CommContext comm, int rank) {
        return comm.peer(rank).rank();
    }

    /** The tags of the library's own messages are negative and mean nothing to people. */
    private static String envelope(int tag, long bytes) {
        String named = tag >= 0 ? ", tag " + tag : tag == Pml.ANY_TAG ? ", any tag" : "";
        return bytes < 0 ? named : named + ", " + bytes + " bytes";
    }

    private static String how(String how) {
        return how.isEmpty() ? "" : " (" + how + ")";
    }
}
