package org.strata.verbs.ibverbs;

import org.strata.opal.Rc;
import org.strata.opal.memory.Memory;
import org.strata.verbs.RecvWr;
import org.strata.verbs.SendWr;
import org.strata.verbs.VerbsException;

/** What a post that failed says: the path of failures, off the data path. */
final class Posting {
    private Posting() {}

    static int refused(int errno, SendWr wr) {
        wr.rejected(first(wr.rejectedSlot(), wr.address()));
        return code(errno);
    }

    static int refused(int errno, RecvWr wr) {
        wr.rejected(first(wr.rejectedSlot(), wr.address()));
        return code(errno);
    }

    /** A driver that refuses a whole list may leave the slot alone: it is zero then. */
    private static long first(long slot, long whole) {
        long rejected = Memory.getLong(slot);
        Memory.putLong(slot, 0);
        return rejected == 0 ? whole : rejected;
    }

    /** Drivers return errno, some of them negative. */
    private static int code(int errno) {
        return Math.abs(errno) == VerbsException.ENOMEM ? Rc.NO_RESOURCE : Rc.BAD_ARGUMENT;
    }
}
