package org.strata.coll.inter;

import org.strata.coll.alltoall.PairwiseExchange;
import org.strata.coll.base.AlgorithmSettings;
import org.strata.coll.base.BlockingCall;
import org.strata.coll.base.Parts;
import org.strata.coll.base.Scratch;
import org.strata.mca.coll.Coll;
import org.strata.mca.coll.CollCall;
import org.strata.mca.coll.CollRequest;
import org.strata.mca.coll.PairwiseMessages;
import org.strata.mca.coll.ReduceOp;
import org.strata.mca.pml.CommContext;
import org.strata.mca.pml.Pml;
import org.strata.mca.pml.ReservedTags;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.progress.ProgressEngine;

import java.util.Arrays;

/**
 * The collectives of one rank on inter-communicators. In a rooted one, the members of the root's
 * group other than the root have nothing to do ({@link Coll#PROC_NULL}).
 */
public final class InterColl implements Coll {
    private final Pml pml;
    private final ProgressEngine engine;
    private final Scratch scratch;
    private final Coll local;

    /**
     * @param pml carries the messages between the groups
     * @param engine makes progress while a collective waits
     * @param scratch allocates temporary memory
     * @param local the collectives of the own group
     */
    public InterColl(Pml pml, ProgressEngine engine, Scratch scratch, Coll local) {
        this.pml = pml;
        this.engine = engine;
        this.scratch = scratch;
        this.local = local;
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
        AlgorithmSettings settings = AlgorithmSettings.DEFAULT;
        BlockingCall remote = new BlockingCall(pml, engine, scratch, comm, kind.tag, settings);
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
        AlgorithmSettings settings = AlgorithmSettings.DEFAULT;
        int tag = ReservedTags.PAIRWISE.tag(0);
        BlockingCall call = new BlockingCall(pml, engine, scratch, comm, tag, settings);
        PairwiseExchange.run(call, messages);
        return call.finish();
    }

    /** Collectives of inter-communicators are blocking: they are composed of other collectives. */
    @Override
    public CollRequest record(CollCall call, boolean repeatable, CommContext comm) {
        throw new UnsupportedOperationException("record on an inter-communicator");
    }
}
