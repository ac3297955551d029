package org.strata.pml.tupleq;

import org.strata.mca.pml.PmlMessage;
import org.strata.mca.pml.PmlStatus;
import org.strata.opal.Rc;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;

/**
 * Messages that have landed in notices and that no receive wanted before their pair left its
 * queues. The sender puts an empty message in the place of each into what it sends by the PML
 * below, which so matches them in the order of the sends; here the receive gets the data. A tuple
 * has one at most, before all its messages below.
 */
final class StandIns {
    private final QueuePosts posts;
    private final TupleqCounters counters;

    /** The notices of messages that matched probes have removed from matching. */
    private final IdentityHashMap<PmlMessage, TupleReceive> probed = new IdentityHashMap<>();

    StandIns(QueuePosts posts, TupleqCounters counters) {
        this.posts = posts;
        this.counters = counters;
    }

    /** Adds a notice with data; its pair's receives have not been posted to the PML below yet. */
    void add(TupleReceive notice) {
        counters.standIns++;
        notice.home.standIns.add(notice);
    }

    /** Notes a receive that is posted to the PML below. Tier 1 where none stands in. */
    void posted(TupleReceive receive) {
        if (!receive.home.standIns.isEmpty()) {
            receive.home.belowInOrder.add(receive);
        }
    }

    /** The PML below has completed a receive: copies the data if its message stands for others. */
    void ended(TupleReceive receive) {
        TupleComm comm = receive.home;
        if (comm.standIns.isEmpty()) {
            return;
        }
        settle(comm, receive);
        comm.belowInOrder.remove(receive);
        if (receive.cancelled || (receive.error != Rc.OK && receive.error != Rc.TRUNCATED)) {
            return;
        }
        TupleReceive notice = take(comm, receive.source, receive.tag);
        if (notice != null) {
            give(notice, receive);
        }
    }

    private void give(TupleReceive notice, TupleReceive receive) {
        posts.unpack(notice, receive);
        QueuePosts.releaseMemory(notice.tuple.in.peer, notice);
    }

    /** Ends the receives that have their messages, those before one of them, or all. */
    private static void settle(TupleComm comm, TupleReceive before) {
        for (TupleReceive receive : new ArrayList<>(comm.belowInOrder)) {
            if (receive == before) {
                return;
            }
            // One that ends ends those before it, too.
            if (comm.belowInOrder.contains(receive)) {
                receive.settle();
            }
        }
    }

    private static TupleReceive find(TupleComm comm, int source, int tag) {
        for (TupleReceive notice : comm.standIns) {
            if (notice.wantedSource == source && notice.wantedTag == tag) {
                return notice;
            }
        }
        return null;
    }

    private static TupleReceive take(TupleComm comm, int source, int tag) {
        TupleReceive notice = find(comm, source, tag);
        comm.standIns.remove(notice);
        if (comm.standIns.isEmpty()) {
            comm.belowInOrder.clear();
        }
        return notice;
    }

    /** Corrects the status of a probe that has found a message at the PML below. */
    void seen(TupleComm comm, PmlStatus status) {
        if (status != null && !comm.standIns.isEmpty()) {
            settle(comm, null);
            TupleReceive notice = find(comm, status.source, status.tag);
            if (notice != null) {
                status.bytes = notice.bytes;
            }
        }
    }

    /** Corrects the status of a matched probe. */
    void matched(TupleComm comm, PmlMessage message, PmlStatus status) {
        if (!comm.standIns.isEmpty()) {
            settle(comm, null);
            TupleReceive notice = take(comm, status.source, status.tag);
            if (notice != null) {
                status.bytes = notice.bytes;
                probed.put(message, notice);
            }
        }
    }

    /** Removes and returns the notice that a matched probe has found, or null. */
    TupleReceive takeProbed(PmlMessage message) {
        return probed.isEmpty() ? null : probed.remove(message);
    }

    /** Completes the receive of a message that a matched probe has found. */
    void receive(TupleReceive notice, TupleReceive receive) {
        receive.set(notice.wantedSource, notice.wantedTag, 0);
        give(notice, receive);
        receive.complete();
    }

    /** The communicator is removed: forgets the messages that no receive will want. */
    void remove(TupleComm comm) {
        List<TupleReceive> gone = new ArrayList<>(comm.standIns);
        comm.standIns.clear();
        comm.belowInOrder.clear();
        gone.forEach(notice -> QueuePosts.releaseMemory(notice.tuple.in.peer, notice));
    }
}
