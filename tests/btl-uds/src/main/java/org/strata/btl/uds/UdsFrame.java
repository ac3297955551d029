package org.strata.btl.uds;

import org.strata.opal.memory.Memory;

/** The header before every message; the package's page has its layout. */
final class UdsFrame {
    /** Bytes of the header. */
    static final int HEADER = 8;

    /** Tag of the first frame of a connection; tags of messages are below. */
    static final int HELLO = 256;

    private UdsFrame() {}

    static void write(long at, int tag, int length) {
        Memory.putInt(at, length);
        Memory.putInt(at + Integer.BYTES, tag);
    }

    static int length(long at) {
        return Memory.getInt(at);
    }

    static int tag(long at) {
        return Memory.getInt(at + Integer.BYTES);
    }
}
