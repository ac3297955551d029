package org.strata.verbs.ibverbs;

import org.strata.opal.Rc;
import org.strata.opal.memory.Memory;
import org.strata.verbs.RecvWr;
import org.strata.verbs.SendWr;
import org.strata.verbs.VerbsException;

/** Maps the errors of failed posts to codes; off the data path. */
final class Posting {
    private Posting() {}

    static int rejected(int errno, SendWr wr) {
        wr.rejected(first(wr.rejectedSlot(), wr.address()));
        return code(errno);
    }

    static int rejected(int errno, RecvWr wr) {
        wr.rejected(first(wr.rejectedSlot(), wr.address()));
        return code(errno);
    }

    /**
     * Returns the first rejected request. A driver that rejects a whole list may leave the slot
     * zero.
     */
    private static long first(long slot, long whole) {
        long rejected = Memory.getLong(slot);
        Memory.putLong(slot, 0);
        return rejected == 0 ? whole : rejected;
    }

    /** Returns the code of an errno, which some drivers return as a negative number. */
    private static int code(int errno) {
        return Math.abs(errno) == VerbsException.ENOMEM ? Rc.NO_RESOURCE : Rc.BAD_ARGUMENT;
    }
}
