package org.strata.pml.ob1;

/** A control packet (ACK, FIN, PUT, FLOW) that waits for room. Pooled. */
final class ControlPacket {
    /** Longest control packet: a PUT header and its BTL handle. */
    static final int CAPACITY = 256;

    /** Address of its bytes. */
    long address;

    int length;
    int type;
    ControlPacket nextFree;
}
