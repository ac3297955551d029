package org.strata.pml.base.match;

import org.strata.mca.pml.Pml;

import java.util.Arrays;

/**
 * The unexpected messages of all peers of a communicator, for receives and probes from any source.
 * Before the first of those only the order of arrival is recorded, which costs less. Tier 1.
 */
final class UnexpectedOfAll {
    private final PacketTable byTag;
    private final PacketQueue all = new PacketQueue(PacketRecord.IN_COMM_QUEUE);

    /** Whether somebody has asked. */
    private boolean used;

    /** Messages that have come before that. */
    private long arrivals;

    /**
     * @param packets where the messages are
     */
    UnexpectedOfAll(PacketStore packets) {
        byTag = new PacketTable(packets.memory(), PacketRecord.IN_COMM_TABLE);
    }

    void add(int tag, long kept) {
        if (used) {
            append(tag, kept);
        } else {
            PacketRecord.setStamp(kept, arrivals++);
        }
    }

    private void append(int tag, long kept) {
        byTag.append(tag, kept);
        if (tag >= 0) {
            all.append(kept);
        }
    }

    void remove(long kept) {
        if (used) {
            byTag.remove(kept);
            if (PacketRecord.tag(kept) >= 0) {
                all.remove(kept);
            }
        }
    }

    /** Returns the oldest message with a tag, or with any, or 0. */
    long find(int tag, MatchComm comm) {
        if (!used) {
            used = true;
            addAll(comm);
        }
        return tag == Pml.ANY_TAG ? all.first() : byTag.first(tag);
    }

    /** Adds what is kept, in the order of arrival. */
    private void addAll(MatchComm comm) {
        int[] count = new int[1];
        comm.forEachKept((sender, kept) -> count[0]++);
        long[] stamps = new long[count[0]];
        comm.forEachKept((sender, kept) -> stamps[--count[0]] = PacketRecord.stamp(kept));
        Arrays.sort(stamps);
        long[] sorted = new long[stamps.length];
        comm.forEachKept((sender, kept) ->
                sorted[Arrays.binarySearch(stamps, PacketRecord.stamp(kept))] = kept);
        for (long kept : sorted) {
            append(PacketRecord.tag(kept), kept);
        }
    }

    void close() {
        byTag.release();
    }
}
