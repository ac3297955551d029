package mpi;

import org.strata.mca.pml.CommContext;
import org.strata.mca.pml.Pml;
import org.strata.mca.pml.SendMode;
import org.strata.opal.Rc;

/**
 * Broadcasts words among some members of a communicator only, by point-to-point messages down a
 * binomial tree: the others need not call. Inside the bracket, which is left while a call waits.
 */
final class GroupBroadcast {
    private final Pml pml;
    private final CommContext comm;
    private final int[] members;
    private final int me;
    private final int tag;

    /**
     * @param members ranks in {@code comm}; the first one is the root
     * @param me index of this process among them
     * @param tag of the messages; tells concurrent broadcasts of the communicator apart
     */
    GroupBroadcast(Pml pml, CommContext comm, int[] members, int me, int tag) {
        this.pml = pml;
        this.comm = comm;
        this.members = members;
        this.me = me;
        this.tag = tag;
    }

    /** Returns whether this process has the words that the others receive. */
    boolean atRoot() {
        return me == 0;
    }

    /** Sends the words to the members below this one, after it has received them; returns an Rc. */
    int run(long[] words) {
        int bit = 1;
        while (bit < members.length && (me & bit) == 0) {
            bit <<= 1;
        }
        int rc = atRoot() ? Rc.OK : receive(words, me - bit);
        for (bit >>= 1; bit > 0; bit >>= 1) {
            if (me + bit < members.length) {
                int sent = send(words, me + bit);
                rc = rc == Rc.OK ? sent : rc;
            }
        }
        return rc;
    }

    private int send(long[] words, int to) {
        return pml.send(LeaderMessages.buf(words), members[to], tag, SendMode.STANDARD, comm);
    }

    private int receive(long[] words, int from) {
        return pml.receive(LeaderMessages.buf(words), members[from], tag, comm, null);
    }
}
