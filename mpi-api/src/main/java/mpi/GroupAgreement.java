package mpi;

import org.strata.mca.pml.CommContext;
import org.strata.mca.pml.Pml;
import org.strata.mca.pml.ReservedTags;
import org.strata.mca.pml.SendMode;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayout;
import org.strata.opal.datatype.DataLayouts;

/**
 * Combines words over some members of a communicator only, by point-to-point messages up and down a
 * binomial tree (for MPI_Comm_create_group, MPI 3.1 §6.4.2). Inside the bracket.
 */
final class GroupAgreement implements ContextIds.Combine {
    private static final DataLayout LONG = DataLayouts.basic(Long.BYTES, Long.BYTES);

    private final Pml pml;
    private final CommContext comm;
    private final int[] members;
    private final int me;
    private final int tag;

    /**
     * @param members ranks in {@code comm}
     * @param me index of this process among them
     * @param tag the program's tag, telling concurrent calls apart
     */
    GroupAgreement(Pml pml, CommContext comm, int[] members, int me, int tag) {
        this.pml = pml;
        this.comm = comm;
        this.members = members;
        this.me = me;
        this.tag = ReservedTags.GROUPS.tagByTurns(tag);
    }

    @Override
    public int and(long[] words) {
        int rc = Rc.OK;
        long[] theirs = new long[words.length];
        int bit = 1;
        for (; bit < members.length && (me & bit) == 0; bit <<= 1) {
            if (me + bit < members.length) {
                rc = first(rc, receive(theirs, me + bit));
                for (int i = 0; i < words.length; i++) {
                    words[i] &= theirs[i];
                }
            }
        }
        if (me != 0) {
            rc = first(rc, send(words, me - bit));
            rc = first(rc, receive(words, me - bit));
        }
        for (bit >>= 1; bit > 0; bit >>= 1) {
            if (me + bit < members.length) {
                rc = first(rc, send(words, me + bit));
            }
        }
        return rc;
    }

    private static int first(int earlier, int rc) {
        return earlier == Rc.OK ? rc : earlier;
    }

    private int send(long[] words, int to) {
        SendMode mode = SendMode.STANDARD;
        return pml.send(new Buf(words, 0, words.length, LONG), members[to], tag, mode, comm);
    }

    private int receive(long[] words, int from) {
        return pml.receive(new Buf(words, 0, words.length, LONG), members[from], tag, comm, null);
    }
}
