package org.strata.pml.ob1;

import org.strata.opal.Rc;

/**
 * The space accounting of the attached buffer (MPI 3.1 §3.6): each message takes its packed bytes
 * and the overhead that MPI_BSEND_OVERHEAD promises. The bytes themselves live in the payload pool.
 */
final class BufferedSpace {
    /** MPI_BSEND_OVERHEAD. */
    static final int OVERHEAD = 128;

    private long size = -1;
    private long used;
    private int messages;

    int attach(long bytes) {
        if (size >= 0) {
            return Rc.BAD_ARGUMENT;
        }
        size = bytes;
        return Rc.OK;
    }

    boolean attached() {
        return size >= 0;
    }

    void detach() {
        size = -1;
    }

    /** Takes room for one message; returns false when there is not enough. */
    boolean take(long bytes) {
        if (used + bytes + OVERHEAD > size) {
            return false;
        }
        used += bytes + OVERHEAD;
        messages++;
        return true;
    }

    void give(long bytes) {
        used -= bytes + OVERHEAD;
        messages--;
    }

    /** Returns whether no buffered message is on its way. */
    boolean idle() {
        return messages == 0;
    }
}
