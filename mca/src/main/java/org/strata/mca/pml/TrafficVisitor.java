package org.strata.mca.pml;

import org.strata.mca.proc.Proc;

import java.util.List;

/** Gets what a PML has counted, peer by peer. */
@FunctionalInterface
public interface TrafficVisitor {
    /**
     * What a rank has exchanged with one peer.
     *
     * @param sent messages that the PML accepted for the peer
     * @param sentBytes their data, without headers
     * @param received messages of the peer's that receives have matched
     * @param receivedBytes their data that the receives had room for
     */
    record Traffic(long sent, long sentBytes, long received, long receivedBytes) {
        /** Nothing. */
        public static final Traffic NONE = new Traffic(0, 0, 0, 0);

        /** Returns the sum of both. */
        public Traffic plus(Traffic other) {
            return new Traffic(
                    sent + other.sent,
                    sentBytes + other.sentBytes,
                    received + other.received,
                    receivedBytes + other.receivedBytes);
        }

        /** Returns whether there was no message. */
        public boolean isNone() {
            return sent == 0 && received == 0;
        }
    }

    /**
     * Gets one sum.
     *
     * @param comm the communicator; null: all communicators that have been removed
     * @param peer the process, perhaps this one
     * @param traffic what was exchanged
     */
    void visit(CommContext comm, Proc peer, Traffic traffic);

    /**
     * Gets the links of a peer that was contacted.
     *
     * @param peer the process
     * @param links names of the links that serve it, in order of preference; empty if none does
     * @param refused why a link that is preferred to them does not serve it, although the process
     *     is on this host; empty if none is
     */
    default void links(Proc peer, List<String> links, String refused) {}

    /**
     * Gets messages that were sent of a size and by a protocol.
     *
     * @param protocol the PML's name of it
     * @param bits 0 for empty messages, else 1 + the logarithm of the size to base 2, cut
     * @param messages their number
     * @param bytes their data; of short ones estimated by size, with an exact sum
     */
    default void sizes(String protocol, int bits, long messages, long bytes) {}
}
