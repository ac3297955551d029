package mpi;

import org.strata.mca.pml.CommContext;
import org.strata.mca.pml.ReservedTags;
import org.strata.opal.Rc;

/**
 * Exchanges words between two groups, of an inter-communicator or of one that is being made: the
 * leaders exchange them, then each leader broadcasts in its group. Inside the bracket, which is
 * left while a call waits.
 */
final class InterExchange {
    private final MpiRuntime runtime;
    private final CommContext group;
    private final int leader;
    private final LeaderLink link;

    /**
     * @param group the own group, in which no other collective runs at the same time
     * @param leader the rank of its leader
     * @param link to the other group's leader; used at the leader only
     */
    InterExchange(MpiRuntime runtime, CommContext group, int leader, LeaderLink link) {
        this.runtime = runtime;
        this.group = group;
        this.leader = leader;
        this.link = link;
    }

    /** Makes an exchange of the members of an inter-communicator. */
    static InterExchange of(MpiRuntime runtime, CommContext inter) {
        int tag = ReservedTags.LEADERS.tag(0);
        LeaderLink link = new LeaderMessages(runtime, inter, 0, tag);
        return new InterExchange(runtime, inter.group(), 0, link);
    }

    /** Returns whether this process is its group's leader. */
    boolean atLeader() {
        return group.rank() == leader;
    }

    /**
     * Exchanges words; every member ends with those of both leaders.
     *
     * @param own at the leader, what it sends; at the others, receives that
     * @param theirs receives the other leader's words
     * @return an Rc code, the same at all members but those that are cut off
     */
    int exchange(long[] own, long[] theirs) {
        // The code goes with the words: all members must agree that the exchange has failed.
        long[] spread = new long[1 + own.length + theirs.length];
        if (atLeader()) {
            spread[0] = link.exchange(own, theirs);
            System.arraycopy(own, 0, spread, 1, own.length);
            System.arraycopy(theirs, 0, spread, 1 + own.length, theirs.length);
        }
        int rc = runtime.coll.bcast(LeaderMessages.buf(spread), leader, group);
        System.arraycopy(spread, 1, own, 0, own.length);
        System.arraycopy(spread, 1 + own.length, theirs, 0, theirs.length);
        return rc == Rc.OK ? (int) spread[0] : rc;
    }
}
