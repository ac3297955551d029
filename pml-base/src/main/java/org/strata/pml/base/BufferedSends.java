package org.strata.pml.base;

import org.strata.opal.Rc;

/**
 * The account of the attached buffer (MPI 3.1 §3.6): a buffered message reserves its packed bytes
 * and MPI_BSEND_OVERHEAD. The bytes themselves are copied to the {@link PayloadPool}.
 */
public final class BufferedSends {
    /** MPI_BSEND_OVERHEAD, in bytes. */
    public static final int OVERHEAD = 128;

    private long size = -1;
    private long used;
    private int messages;

    /**
     * Attaches a buffer.
     *
     * @return OK, or BAD_ARGUMENT when one is attached
     */
    public int attach(long bytes) {
        if (size >= 0) {
            return Rc.BAD_ARGUMENT;
        }
        size = bytes;
        return Rc.OK;
    }

    /** Returns whether a buffer is attached. */
    public boolean attached() {
        return size >= 0;
    }

    /** Detaches the buffer. Call only when {@link #idle}. */
    public void detach() {
        size = -1;
    }

    /**
     * Reserves room for one message; returns false, and reserves nothing, when there is not enough.
     */
    public boolean reserve(long bytes) {
        if (used + bytes + OVERHEAD > size) {
            return false;
        }
        used += bytes + OVERHEAD;
        messages++;
        return true;
    }

    /** Releases the room of a message once its copy is free. */
    public void release(long bytes) {
        used -= bytes + OVERHEAD;
        messages--;
    }

    /** Returns whether no message uses the buffer. */
    public boolean idle() {
        return messages == 0;
    }
}
