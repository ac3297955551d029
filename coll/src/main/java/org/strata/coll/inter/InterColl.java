package org.strata.coll.inter;

import org.strata.coll.alltoall.PairwiseExchange;
import org.strata.coll.base.AlgorithmSettings;
import org.strata.coll.base.Call;
import org.strata.coll.base.Calls;
import org.strata.coll.base.Parts;
import org.strata.coll.schedule.MemberUnion;
import org.strata.coll.schedule.Schedules;
import org.strata.mca.coll.Coll;
import org.strata.mca.coll.CollCall;
import org.strata.mca.coll.CollRequest;
import org.strata.mca.coll.PairwiseMessages;
import org.strata.mca.coll.ReduceOp;
import org.strata.mca.pml.CommContext;
import org.strata.mca.pml.ReservedTags;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;

import java.util.Arrays;

/**
 * The collectives of one rank on inter-communicators. In a rooted one, the members of the root's
 * group other than the root have nothing to do ({@link Coll#PROC_NULL}).
 */
public final class InterColl implements Coll {
    private final Calls calls;
    private final Coll local;
    private final Schedules schedules;
    private final MemberUnion members;

    /** Makes the same calls to be recorded; null in the object that does. */
    private final InterColl recording;

    private InterColl(Calls calls, Coll local, Schedules schedules, InterColl recording) {
        this.calls = calls;
        this.local = local;
        this.schedules = schedules;
        this.members = new MemberUnion(this, local);
        this.recording = recording;
    }

    /**
     * Makes the collectives.
     *
     * @param calls makes calls that execute at once
     * @param local the collectives of the own group
     * @param schedules records non-blocking and persistent ones
     * @param recordedLocal the collectives of the own group, for those
     */
    public static InterColl of(Calls calls, Coll local, Schedules schedules, Coll recordedLocal) {
        InterColl recording = new InterColl(schedules, recordedLocal, schedules, null);
        return new InterColl(calls, local, schedules, recording);
    }

    /** The tags of the collectives' messages between the groups. */
    private enum Kind {
        BARRIER,
        BCAST,
        REDUCE,
        ALLREDUCE,
        GATHER,
        SCATTER,
        ALLGATHER,
        ALLTOALL,
        REDUCE_SCATTER;

        private final int tag = ReservedTags.COLLECTIVES.tag(ordinal());
    }

    /** What a collective does in its call. */
    @FunctionalInterface
    private interface Steps {
        void run(InterCall call);
    }

    private int run(CommContext comm, Kind kind, Steps steps) {
        Call remote = calls.begin(comm, kind.tag, 1, AlgorithmSettings.DEFAULT);
        steps.run(new InterCall(local, comm.group(), remote));
        return remote.finish();
    }

    private int rooted(CommContext comm, Kind kind, int root, Steps steps) {
        return root == PROC_NULL ? Rc.OK : run(comm, kind, steps);
    }

    @Override
    public int barrier(CommContext comm) {
        return run(comm, Kind.BARRIER, InterBarrier::run);
    }

    @Override
    public int bcast(Buf buffer, int root, CommContext comm) {
        return rooted(comm, Kind.BCAST, root, call -> InterBcast.run(call, buffer, root));
    }

    @Override
    public int reduce(Buf send, Buf receive, ReduceOp op, int root, CommContext comm) {
        Steps steps = call -> InterReduce.run(call, send, receive, op, root);
        return rooted(comm, Kind.REDUCE, root, steps);
    }

    @Override
    public int allreduce(Buf send, Buf receive, ReduceOp op, CommContext comm) {
        return run(comm, Kind.ALLREDUCE, call -> InterAllreduce.run(call, send, receive, op));
    }

    @Override
    public int gather(Buf send, Buf receive, int root, CommContext comm) {
        Steps steps = call -> InterGather.run(call, send, receive, root);
        return rooted(comm, Kind.GATHER, root, steps);
    }

    @Override
    public int gatherv(
            Buf send, Buf receive, int[] counts, int[] displacements, int root, CommContext comm) {
        Parts parts = root == ROOT ? Parts.of(receive, counts, displacements) : null;
        Steps steps = call -> InterGather.varying(call, send, parts, root);
        return rooted(comm, Kind.GATHER, root, steps);
    }

    @Override
    public int scatter(Buf send, Buf receive, int root, CommContext comm) {
        Steps steps = call -> InterScatter.run(call, send, receive, root);
        return rooted(comm, Kind.SCATTER, root, steps);
    }

    @Override
    public int scatterv(
            Buf send, int[] counts, int[] displacements, Buf receive, int root, CommContext comm) {
        Parts parts = root == ROOT ? Parts.of(send, counts, displacements) : null;
        Steps steps = call -> InterScatter.varying(call, parts, receive, root);
        return rooted(comm, Kind.SCATTER, root, steps);
    }

    @Override
    public int allgather(Buf send, Buf receive, CommContext comm) {
        return run(comm, Kind.ALLGATHER, call -> InterAllgather.run(call, send, receive));
    }

    @Override
    public int allgatherv(
            Buf send, Buf receive, int[] counts, int[] displacements, CommContext comm) {
        Parts parts = Parts.of(receive, counts, displacements);
        return run(comm, Kind.ALLGATHER, call -> InterAllgather.varying(call, send, parts));
    }

    @Override
    public int alltoall(Buf send, Buf receive, CommContext comm) {
        Parts out = Parts.equal(send, comm.size());
        Parts in = Parts.equal(receive, comm.size());
        return run(comm, Kind.ALLTOALL, call -> InterAlltoall.run(call, out, in));
    }

    @Override
    public int alltoallv(
            Buf send,
            int[] sendCounts,
            int[] sendDisplacements,
            Buf receive,
            int[] receiveCounts,
            int[] receiveDisplacements,
            CommContext comm) {
        Parts out = Parts.of(send, sendCounts, sendDisplacements);
        Parts in = Parts.of(receive, receiveCounts, receiveDisplacements);
        return run(comm, Kind.ALLTOALL, call -> InterAlltoall.run(call, out, in));
    }

    @Override
    public int reduceScatter(Buf send, Buf receive, int[] counts, ReduceOp op, CommContext comm) {
        Steps steps = call -> InterReduceScatter.run(call, send, receive, counts, op);
        return run(comm, Kind.REDUCE_SCATTER, steps);
    }

    @Override
    public int reduceScatterBlock(Buf send, Buf receive, ReduceOp op, CommContext comm) {
        int[] counts = new int[comm.group().size()];
        Arrays.fill(counts, (int) receive.count());
        return reduceScatter(send, receive, counts, op, comm);
    }

    @Override
    public int scan(Buf send, Buf receive, ReduceOp op, CommContext comm) {
        return Rc.NOT_AVAILABLE;
    }

    @Override
    public int exscan(Buf send, Buf receive, ReduceOp op, CommContext comm) {
        return Rc.NOT_AVAILABLE;
    }

    @Override
    public int pairwise(PairwiseMessages messages, CommContext comm) {
        int tag = ReservedTags.PAIRWISE.tag(0);
        Call call = calls.begin(comm, tag, messages.channels(), AlgorithmSettings.DEFAULT);
        PairwiseExchange.run(call, messages);
        return call.finish();
    }

    @Override
    public CollRequest record(CollCall call, boolean repeatable, CommContext comm) {
        return schedules.record(recording, members, call, repeatable, comm);
    }
}
