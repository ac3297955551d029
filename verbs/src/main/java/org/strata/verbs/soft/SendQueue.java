package org.strata.verbs.soft;

import org.strata.opal.memory.Memory;
import org.strata.verbs.SendFlags;
import org.strata.verbs.SendWr;
import org.strata.verbs.Sge;

/** Send requests that have been posted and not finished, oldest first. Under its pair's lock. */
final class SendQueue {
    private final Segment segment;
    private final int depth;
    private final int maxSge;
    private final int slotBytes;
    private long slots;
    private long head;
    private long tail;

    SendQueue(Segment segment, int depth, int maxSge, int maxInline) {
        this.segment = segment;
        this.depth = depth;
        this.maxSge = maxSge;
        this.slotBytes = SendWr.BYTES + maxSge * Sge.BYTES + (maxInline + 7 & -8);
        this.slots = segment.allocate(bytes(), 64);
    }

    private long bytes() {
        return (long) depth * slotBytes;
    }

    /** Returns whether there was memory for it. */
    boolean allocated() {
        return slots != 0 || depth == 0;
    }

    boolean isEmpty() {
        return head == tail;
    }

    /** Copies a request to the tail; false when full. */
    boolean add(long wr) {
        if (tail - head >= depth) {
            return false;
        }
        long slot = slot(tail);
        long sges = slot + SendWr.BYTES;
        int count = SendWr.sgeCountAt(wr);
        Memory.copy(wr, slot, SendWr.BYTES);
        if ((SendWr.flagsAt(wr) & SendFlags.INLINE) != 0) {
            long data = sges + (long) maxSge * Sge.BYTES;
            Sge.set(sges, data, gather(wr, data), 0);
            count = 1;
        } else {
            Memory.copy(SendWr.sgListAt(wr), sges, (long) count * Sge.BYTES);
        }
        SendWr.sgListAt(slot, sges, count);
        tail++;
        return true;
    }

    private static int gather(long wr, long target) {
        int done = 0;
        for (int i = 0; i < SendWr.sgeCountAt(wr); i++) {
            long sge = SendWr.sgListAt(wr) + (long) i * Sge.BYTES;
            int length = (int) Sge.length(sge);
            Memory.copy(Sge.address(sge), target + done, length);
            done += length;
        }
        return done;
    }

    /** Returns the address of the oldest request. */
    long first() {
        return slot(head);
    }

    void removeFirst() {
        head++;
    }

    void clear() {
        head = tail;
    }

    void free() {
        if (slots != 0) {
            segment.free(slots, bytes());
            slots = 0;
        }
    }

    private long slot(long index) {
        return slots + index % depth * slotBytes;
    }
}
