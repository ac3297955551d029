package org.strata.mca.coll;

import org.strata.opal.datatype.Buf;

import java.util.ArrayList;
import java.util.List;

/**
 * The messages of one process in a collective in which every pair of processes, or of neighbours,
 * exchanges messages of its own (MPI 3.1 §5.8 MPI_Alltoallw, §7.6). Messages between the same two
 * processes on one channel match in the order in which they were added; those on different channels
 * do not match.
 */
public final class PairwiseMessages {
    private final int channels;
    private final List<Entry> receives = new ArrayList<>();
    private final List<Entry> sends = new ArrayList<>();

    /**
     * A message to send or to receive.
     *
     * @param buf its data
     * @param peer rank of the other process
     * @param channel from 0 on
     */
    public record Entry(Buf buf, int peer, int channel) {}

    /**
     * @param channels number of channels, the same at all members
     */
    public PairwiseMessages(int channels) {
        this.channels = channels;
    }

    /** Returns the number of channels. */
    public int channels() {
        return channels;
    }

    /** Adds a message to receive. */
    public void receive(Buf buf, int source, int channel) {
        receives.add(new Entry(buf, source, channel));
    }

    /** Adds a message to send. */
    public void send(Buf buf, int destination, int channel) {
        sends.add(new Entry(buf, destination, channel));
    }

    /** Returns the messages to receive. */
    public List<Entry> receives() {
        return List.copyOf(receives);
    }

    /** Returns the messages to send. */
    public List<Entry> sends() {
        return List.copyOf(sends);
    }
}
