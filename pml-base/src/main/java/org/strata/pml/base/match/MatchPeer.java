package org.strata.pml.base.match;

import org.strata.mca.pml.TrafficVisitor.Traffic;
import org.strata.mca.proc.Proc;
import org.strata.pml.base.PayloadPool;

/** One peer in one communicator: sequence numbers and the queues that name this peer. */
public final class MatchPeer {
    /** The process. */
    public final Proc proc;

    /** Its rank in the communicator. */
    public final int rank;

    /** The communicator. */
    public final MatchComm comm;

    /** As {@link MatchComm#identity}. */
    public final long identity;

    /** The peer of the communicator that was made before this one, or null. */
    final MatchPeer older;

    /** Sequence number of the next message to it. */
    public int sendSequence;

    // What was exchanged. Beside the sequence number: a send writes one cache line.

    private long sent;
    private long sentBytes;
    private long received;
    private long receivedBytes;

    /** What all communicators share of the process; null before the first {@link #process}. */
    private PeerProcess process;

    private int expectedSequence;

    @SuppressWarnings("this-escape")
    final ExpectedReceives expected = new ExpectedReceives(this);

    final TagTable<PostedReceive> postedByTag = new TagTable<>();
    final Chain<PostedReceive> postedAnyTag = new Chain<>();
    final PacketTable unexpectedByTag;
    final PacketQueue unexpectedAll = new PacketQueue(PacketRecord.IN_PEER_QUEUE);

    /** Packets whose turn has not come, by sequence number. */
    final PacketTable early;

    MatchPeer(MatchComm comm, int rank, int firstSequence, MatchPeer older) {
        this.comm = comm;
        this.older = older;
        this.proc = comm.context.peer(rank);
        this.rank = rank;
        this.identity = comm.identity;
        this.sendSequence = firstSequence;
        this.expectedSequence = firstSequence;
        PayloadPool memory = comm.packets.memory();
        this.unexpectedByTag = new PacketTable(memory, PacketRecord.IN_PEER_TABLE);
        this.early = new PacketTable(memory, PacketRecord.IN_PEER_TABLE);
    }

    /** Returns what all communicators share of the process. Tier 1. */
    public PeerProcess process(Processes processes) {
        PeerProcess known = process;
        return known != null ? known : resolve(processes);
    }

    private PeerProcess resolve(Processes processes) {
        process = processes.process(proc);
        return process;
    }

    /** Notes the process, which has just sent its first packet in this communicator. */
    void enter(PeerProcess sender) {
        process = sender;
        sender.enter(this);
    }

    /** The communicator is freed here: the process's packets in it are not matched any more. */
    void leave() {
        if (process != null) {
            process.leave(this);
        }
    }

    /** Counts a message to the peer. Tier 1. */
    public void countSent(long bytes) {
        sent++;
        sentBytes += bytes;
    }

    /** Counts a message of the peer's that a receive has matched. Tier 1. */
    public void countReceived(long bytes) {
        received++;
        receivedBytes += bytes;
    }

    /** Returns what was exchanged. Any thread. */
    Traffic traffic() {
        return new Traffic(sent, sentBytes, received, receivedBytes);
    }

    /** Returns whether a packet with this number is the next in order. */
    boolean expects(int sequence) {
        return sequence == expectedSequence;
    }

    /**
     * Returns whether a packet with this number was handled before, or waits for its turn; numbers
     * wrap.
     */
    boolean isDuplicate(int sequence) {
        return sequence - expectedSequence < 0 || early.first(sequence) != 0;
    }

    /** Returns the number of the next packet in order. */
    public int expectedSequence() {
        return expectedSequence;
    }

    /** Counts the expected packet as handled. */
    public void advance() {
        expectedSequence++;
    }

    /** Returns whether packets are kept whose turn has not come. */
    boolean hasEarly() {
        return !early.isEmpty();
    }

    /** Keeps a packet whose turn has not come. */
    void keepEarly(int sequence, long kept) {
        early.append(sequence, kept);
    }

    /** Removes and returns the kept packet whose turn it is, or 0. */
    long pollEarly() {
        long kept = early.first(expectedSequence);
        if (kept != 0) {
            early.remove(kept);
        }
        return kept;
    }
}
