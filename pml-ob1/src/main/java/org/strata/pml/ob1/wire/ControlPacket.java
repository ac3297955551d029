package org.strata.pml.ob1.wire;

/** A control packet (ACK, FIN, PUT, FLOW) that waits for a resource. Pooled. */
final class ControlPacket {
    /** Longest control packet: a PUT header and its BTL handle. */
    static final int CAPACITY = 256;

    /** Address of {@link #CAPACITY} bytes. */
    final long address;

    int length;
    int type;
    ControlPacket nextFree;

    ControlPacket(long address) {
        this.address = address;
    }
}
