package org.strata.pml.ob1.wire;

import java.lang.foreign.Arena;

/** Native memory of one rank for headers under construction and for BTL handles. */
public final class HeaderMemory implements AutoCloseable {
    /** Bytes per header: the longest is an RGET with an entry for each link. */
    public static final int HEADER_BYTES = 512;

    /** Longest BTL handle, in bytes, that RDMA protocols carry. */
    public static final int HANDLE_BYTES = 128;

    private final Arena arena = Arena.ofShared();

    /** Makes an empty one. */
    public HeaderMemory() {}

    /** Allocates {@link #HEADER_BYTES} bytes for a header; returns the address. */
    public long allocate() {
        return arena.allocate(HEADER_BYTES, 64).address();
    }

    /** Allocates {@link #HANDLE_BYTES} bytes for a BTL handle; returns the address. */
    public long allocateHandle() {
        return arena.allocate(HANDLE_BYTES, 8).address();
    }

    /** Allocates memory for a control packet; returns the address. */
    long allocateControl() {
        return arena.allocate(ControlPacket.CAPACITY, 8).address();
    }

    @Override
    public void close() {
        arena.close();
    }
}
