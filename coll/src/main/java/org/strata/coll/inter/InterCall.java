package org.strata.coll.inter;

import org.strata.coll.base.Call;
import org.strata.mca.coll.Coll;
import org.strata.mca.pml.CommContext;
import org.strata.opal.datatype.Buf;

/**
 * One collective call of one rank on an inter-communicator: the messages to the other group, and
 * the collectives of the own one. The leader of a group is its rank 0.
 *
 * @param local the collectives of the own group
 * @param group the own group
 * @param remote messages to ranks of the other group, temporary memory, and the result of the call
 */
record InterCall(Coll local, CommContext group, Call remote) {
    static final int LEADER = 0;

    boolean leads() {
        return group.rank() == LEADER;
    }

    /** Broadcasts to the own group what its leader has. */
    void spread(Buf data) {
        remote.note(local.bcast(data, LEADER, group));
    }

    /** Gathers the packed elements of the own group; returns them at the leader, else null. */
    Buf collect(Buf own) {
        long bytes = own.size();
        Buf all = leads() ? remote.tempBytes(group.size() * bytes) : null;
        Buf each = leads() ? all.at(0, bytes) : null;
        remote.note(local.gather(own, each, LEADER, group));
        return all;
    }

    /** Exchanges data with the other group's leader, at the leader; the others do nothing. */
    void exchange(Buf out, Buf in) {
        if (leads()) {
            remote.exchange(out, LEADER, in, LEADER);
        }
    }
}
