package org.strata.pml.ob1.match;

import org.strata.mca.proc.Proc;

/**
 * One peer in one communicator: sequence numbers and the queues that name this peer.
 *
 * @param <R> the receive request
 */
public final class MatchPeer<R> {
    /** The process. */
    public final Proc proc;

    /** Its rank in the communicator. */
    public final int rank;

    /** Sequence number of the next message to it. */
    public int sendSequence;

    int expectedSequence;
    final TagTable<Posted<R>> postedByTag = new TagTable<>();
    final Chain<Posted<R>> postedAnyTag = new Chain<>();
    final TagTable<Unexpected<R>> unexpectedByTag = new TagTable<>();
    final Chain<Unexpected<R>> unexpectedAll = new Chain<>();
    final TagTable<Unexpected<R>> early = new TagTable<>();

    /**
     * @param proc the process
     * @param rank its rank in the communicator
     */
    public MatchPeer(Proc proc, int rank) {
        this.proc = proc;
        this.rank = rank;
    }

    /** Returns whether a packet with this number is the next in order. */
    public boolean expects(int sequence) {
        return sequence == expectedSequence;
    }

    /** Returns whether a packet with this number was taken before. */
    public boolean alreadyTaken(int sequence) {
        return sequence - expectedSequence < 0;
    }

    /** Counts the expected packet as taken. */
    public void advance() {
        expectedSequence++;
    }

    /** Keeps a packet whose turn has not come. */
    public void keepEarly(int sequence, Unexpected<R> packet) {
        early.append(sequence, packet.inEarly);
    }

    /** Takes the kept packet whose turn it is, or null. */
    public Unexpected<R> takeEarly() {
        Unexpected<R> packet = early.first(expectedSequence);
        if (packet != null) {
            early.remove(packet.inEarly);
        }
        return packet;
    }
}
