package org.strata.pml.ob1.wire;

import java.lang.foreign.Arena;

/** Native memory of one rank for headers under construction and for BTL handles. */
public final class HeaderMemory implements AutoCloseable {
    /** Bytes of one place for a header: the longest, an RGET with an entry for each link. */
    public static final int HEADER_BYTES = 512;

    /** Longest BTL handle, in bytes, that RDMA protocols carry. */
    public static final int HANDLE_BYTES = 128;

    private final Arena arena = Arena.ofShared();

    /** Makes an empty one. */
    public HeaderMemory() {}

    /** Returns the address of a place for a header, {@link #HEADER_BYTES} long. */
    public long allocate() {
        return arena.allocate(HEADER_BYTES, 64).address();
    }

    /** Returns the address of a place for a BTL handle, {@link #HANDLE_BYTES} long. */
    public long allocateHandle() {
        return arena.allocate(HANDLE_BYTES, 8).address();
    }

    /** Returns the address of a place for a control packet. */
    long allocateControl() {
        return arena.allocate(ControlPacket.CAPACITY, 8).address();
    }

    @Override
    public void close() {
        arena.close();
    }
}
