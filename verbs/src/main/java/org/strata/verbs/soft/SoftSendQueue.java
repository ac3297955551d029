package org.strata.verbs.soft;

import org.strata.opal.memory.Memory;
import org.strata.verbs.SendFlags;
import org.strata.verbs.SendWr;
import org.strata.verbs.Sge;
import org.strata.verbs.soft.segment.DeviceSegment;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Send requests that are posted and not finished, oldest first. One thread at a time adds requests
 * (under the pair's latch for posting), one removes them (under its latch); the two do not wait for
 * each other. Tier 1.
 */
final class SoftSendQueue {
    private static final VarHandle HEAD = field("head");
    private static final VarHandle TAIL = field("tail");

    private final DeviceSegment segment;
    private final int depth;
    private final int maxSge;
    private final int slotBytes;

    /** Number of slots less one: a power of two, so that no request costs a division. */
    private final int mask;

    private long slots;

    /**
     * Index of the oldest request; only the removing thread writes it. Pairs with
     * SoftSendQueue.add, which overwrites the slots of removed requests.
     */
    private volatile long head;

    /**
     * Index of the next request; only the adding thread writes it. Pairs with SoftSendQueue.isEmpty
     * and first.
     */
    private volatile long tail;

    SoftSendQueue(DeviceSegment segment, int depth, int maxSge, int maxInline) {
        this.segment = segment;
        this.depth = depth;
        this.maxSge = maxSge;
        this.slotBytes = SendWr.BYTES + maxSge * Sge.BYTES + (maxInline + 7 & -8);
        this.mask = depth <= 1 ? 0 : (Integer.highestOneBit(depth - 1) << 1) - 1;
        this.slots = segment.allocate(bytes(), 64);
    }

    private static VarHandle field(String name) {
        try {
            return MethodHandles.lookup().findVarHandle(SoftSendQueue.class, name, long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private long bytes() {
        return depth == 0 ? 0 : (mask + 1L) * slotBytes;
    }

    /** Returns whether there was memory for it. */
    boolean allocated() {
        return slots != 0 || depth == 0;
    }

    boolean isEmpty() {
        return head == tail;
    }

    /** Copies a request to the tail; returns false when the queue is full. */
    boolean add(long wr) {
        long next = tail;
        if (next - head >= depth) {
            return false;
        }
        long slot = slot(next);
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
        // Pairs with SoftSendQueue.isEmpty: guards the request; and see SoftQp.schedule.
        TAIL.setRelease(this, next + 1);
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

    /** Removes the oldest request: its slot may be written again at once. */
    void removeFirst() {
        // Pairs with SoftSendQueue.add: the request has been read.
        HEAD.setRelease(this, head + 1);
    }

    void clear() {
        // Pairs with SoftSendQueue.add.
        HEAD.setRelease(this, tail);
    }

    void free() {
        if (slots != 0) {
            segment.free(slots, bytes());
            slots = 0;
        }
    }

    private long slot(long index) {
        return slots + (index & mask) * slotBytes;
    }
}
