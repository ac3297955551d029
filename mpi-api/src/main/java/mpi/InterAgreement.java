package mpi;

import org.strata.mca.pml.CommContext;
import org.strata.mca.pml.ReservedTags;
import org.strata.opal.Rc;

/**
 * Combines words over two groups, of an inter-communicator or of one that is being made: over each
 * group, between the leaders, then each leader broadcasts in its group. Inside the bracket.
 */
final class InterAgreement implements ContextIds.Combine {
    private final MpiRuntime runtime;
    private final CommContext group;
    private final int leader;
    private final LeaderLink link;

    /**
     * @param group the own group, in which no other collective runs at the same time
     * @param leader the rank of its leader
     * @param link to the other group's leader; used at the leader only
     */
    InterAgreement(MpiRuntime runtime, CommContext group, int leader, LeaderLink link) {
        this.runtime = runtime;
        this.group = group;
        this.leader = leader;
        this.link = link;
    }

    /** Makes an agreement of the members of an inter-communicator. */
    static InterAgreement of(MpiRuntime runtime, CommContext inter) {
        int tag = ReservedTags.LEADERS.tag(0);
        LeaderLink link = new LeaderMessages(runtime, inter, 0, tag);
        return new InterAgreement(runtime, inter.group(), 0, link);
    }

    @Override
    public int and(long[] words) {
        int rc = runtime.contexts.and(words, group);
        long[] theirs = new long[words.length];
        int exchanged = exchange(words, theirs);
        rc = rc == Rc.OK ? exchanged : rc;
        for (int i = 0; i < words.length; i++) {
            words[i] &= theirs[i];
        }
        return rc;
    }

    /**
     * Exchanges words between the leaders and broadcasts what they have received.
     *
     * @param out what the leader sends
     * @param in receives the other leader's words, at every member
     * @return an Rc code
     */
    int exchange(long[] out, long[] in) {
        // The code goes with the words: all members must agree that the exchange has failed.
        long[] spread = new long[in.length + 1];
        if (group.rank() == leader) {
            spread[0] = link.exchange(out, in);
            System.arraycopy(in, 0, spread, 1, in.length);
        }
        int rc = runtime.coll.bcast(LeaderMessages.buf(spread), leader, group);
        System.arraycopy(spread, 1, in, 0, in.length);
        return rc == Rc.OK ? (int) spread[0] : rc;
    }
}
