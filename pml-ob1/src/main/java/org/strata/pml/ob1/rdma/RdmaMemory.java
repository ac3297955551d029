package org.strata.pml.ob1.rdma;

import org.strata.mca.bml.BtlLink;
import org.strata.mca.btl.BtlAttributes;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.memory.ArenaHold;

import java.util.function.IntSupplier;

/**
 * Which memory a link can move by RDMA, and in which lengths it is registered; RGET and RPUT share
 * it.
 */
public final class RdmaMemory {
    /** Shortest length that is registered: below it a copy is cheaper. */
    private static final long SMALLEST_PIECE = 4096;

    private RdmaMemory() {}

    /** Returns whether a link can move {@code bytes} gapless native bytes of a buffer by RDMA. */
    public static boolean reaches(BtlLink link, Buf buf, long bytes) {
        return link.rdma != null
                && (buf.guard() == null || registers(link) || link.rdma.copiesInCall())
                && link.rdma.reachable(link.endpoint, buf.start(), bytes);
    }

    private static boolean registers(BtlLink link) {
        return link.attributes.has(BtlAttributes.FLAG_NEEDS_REGISTRATION);
    }

    /**
     * Returns whether {@link #held} must start the moves of a buffer over a link: it copies in the
     * call, and the program may close the memory's arena. Registered memory is pinned, or the
     * kernel accesses it.
     */
    public static boolean mustBeHeld(BtlLink link, Buf buf) {
        return buf.guard() != null && !registers(link);
    }

    /** Starts a move while the buffer's arena is held; returns its code, or MEMORY_FREED. */
    public static int held(Buf buf, IntSupplier move) {
        int[] rc = {Rc.MEMORY_FREED};
        ArenaHold.run(buf.guard(), () -> rc[0] = move.getAsInt());
        return rc[0];
    }

    /** Returns the bytes of a link's handles, -1 for a link without RDMA. */
    public static int handleSize(BtlLink link) {
        return link.rdma == null ? -1 : link.rdma.handleSize();
    }

    /** Returns the next shorter length to try to register, or 0 when it is below the shortest. */
    public static long smaller(long length) {
        return length > SMALLEST_PIECE ? Math.max(length / 2, SMALLEST_PIECE) : 0;
    }

    /**
     * Returns the longest piece to try after one of {@code length} bytes could not be registered.
     * It never falls below the shortest piece: a piece that ends at a segment may have a few bytes,
     * and a limit of these few would divide all the rest of the message into such pieces.
     */
    static long limit(long former, long length) {
        return Math.min(former, Math.max(length, SMALLEST_PIECE));
    }

    /** Returns the most of {@code room} bytes from an address that end at a segment's end. */
    static long aligned(long address, long room, long segment) {
        long end = Math.floorDiv(address + room, segment) * segment;
        return end > address ? end - address : room;
    }
}
