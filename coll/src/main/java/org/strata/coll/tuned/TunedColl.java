package org.strata.coll.tuned;

import org.strata.coll.allgather.Allgather;
import org.strata.coll.allreduce.Allreduce;
import org.strata.coll.alltoall.Alltoall;
import org.strata.coll.alltoall.PairwiseExchange;
import org.strata.coll.barrier.Barrier;
import org.strata.coll.base.AlgorithmChoice;
import org.strata.coll.base.AlgorithmSettings;
import org.strata.coll.base.BlockingCall;
import org.strata.coll.base.Call;
import org.strata.coll.base.Calls;
import org.strata.coll.base.Flat;
import org.strata.coll.base.Parts;
import org.strata.coll.base.Scratch;
import org.strata.coll.bcast.Bcast;
import org.strata.coll.gather.Gather;
import org.strata.coll.gather.LinearGather;
import org.strata.coll.inter.InterColl;
import org.strata.coll.reduce.Reduce;
import org.strata.coll.reducescatter.ReduceScatter;
import org.strata.coll.scan.Scan;
import org.strata.coll.scatter.LinearScatter;
import org.strata.coll.scatter.Scatter;
import org.strata.coll.schedule.MemberUnion;
import org.strata.coll.schedule.Schedules;
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
import org.strata.opal.datatype.DataLayouts;
import org.strata.opal.progress.ProgressEngine;

/**
 * The collectives of one rank: brings arguments to one form (in place, single rank, nothing to do),
 * selects an algorithm by the rules, and runs it.
 *
 * <p>All members must select the same algorithm. The message size for the rules is therefore one
 * that all of them know: the vector's bytes for bcast, reduce, allreduce and scans; one rank's part
 * for gather, scatter and alltoall; the sum of all parts for allgather(v) and
 * reduce_scatter(_block); 0 for alltoallv.
 */
final class TunedColl implements Coll {
    /** The tag of a call without messages. */
    private static final int NO_TAG = 0;

    private final TunedComms comms;
    private final Calls calls;
    private final Schedules schedules;
    private final MemberUnion members = new MemberUnion(this, this);

    /** Makes the same calls to be recorded; this object itself if it does. */
    private final TunedColl recording;

    /**
     * @param asyncProgress whether a thread makes progress while collectives are under way
     * @param firstNumber see {@link Schedules}
     */
    TunedColl(
            Pml pml,
            ProgressEngine engine,
            Scratch scratch,
            Rules rules,
            boolean asyncProgress,
            long firstNumber) {
        comms = new TunedComms(rules);
        calls =
                (comm, tag, channels, settings) ->
                        new BlockingCall(pml, engine, scratch, comm, tag, settings);
        schedules = new Schedules(pml, engine, scratch, asyncProgress, firstNumber);
        recording = new TunedColl(comms, schedules);
    }

    private TunedColl(TunedComms comms, Schedules schedules) {
        this.comms = comms;
        this.calls = schedules;
        this.schedules = schedules;
        this.recording = this;
    }

    @Override
    public Coll inter(Coll local) {
        return InterColl.of(calls, local, schedules, recording);
    }

    private Call call(CommContext comm, Collective<?> collective, AlgorithmChoice<?> choice) {
        return calls.begin(comm, collective.tag(), 1, choice.settings());
    }

    /** Makes a call; one without messages counts no channel: not all members make it. */
    private Call call(CommContext comm, int tag) {
        return calls.begin(comm, tag, tag == NO_TAG ? 0 : 1, AlgorithmSettings.DEFAULT);
    }

    private AlgorithmTables tables(CommContext comm) {
        return comms.tables(comm);
    }

    /** Copies what this process sends to itself; null buffers stand for data in their place. */
    private int copy(Buf from, Buf to, CommContext comm) {
        if (from == null || to == null) {
            return Rc.OK;
        }
        Call call = call(comm, NO_TAG);
        call.copy(from, to);
        return call.finish();
    }

    @Override
    public CollRequest record(CollCall call, boolean repeatable, CommContext comm) {
        return schedules.record(recording, members, call, repeatable, comm);
    }

    @Override
    public int pairwise(PairwiseMessages messages, CommContext comm) {
        AlgorithmSettings settings = AlgorithmSettings.DEFAULT;
        int tag = ReservedTags.PAIRWISE.tag(0);
        Call call = calls.begin(comm, tag, messages.channels(), settings);
        PairwiseExchange.run(call, messages);
        return call.finish();
    }

    @Override
    public int barrier(CommContext comm) {
        if (comm.size() == 1) {
            return Rc.OK;
        }
        AlgorithmChoice<Barrier> choice = tables(comm).barrier.choose(0);
        Call call = call(comm, Collective.BARRIER, choice);
        choice.function().run(call);
        return call.finish();
    }

    @Override
    public int bcast(Buf buffer, int root, CommContext comm) {
        long bytes = buffer.size();
        if (comm.size() == 1 || bytes == 0) {
            return Rc.OK;
        }
        AlgorithmChoice<Bcast> choice = tables(comm).bcast.choose(bytes);
        Call call = call(comm, Collective.BCAST, choice);
        choice.function().run(call, buffer, root);
        return call.finish();
    }

    @Override
    public int reduce(Buf send, Buf receive, ReduceOp op, int root, CommContext comm) {
        Buf input = send != null ? send : receive;
        if (comm.size() == 1 || input.count() == 0) {
            return copy(send, receive, comm);
        }
        AlgorithmChoice<Reduce> choice = tables(comm).reduce.choose(input.size());
        Call call = call(comm, Collective.REDUCE, choice);
        choice.function().run(call, input, comm.rank() == root ? receive : null, op, root);
        return call.finish();
    }

    @Override
    public int allreduce(Buf send, Buf receive, ReduceOp op, CommContext comm) {
        if (comm.size() == 1 || receive.count() == 0) {
            return copy(send, receive, comm);
        }
        AlgorithmChoice<Allreduce> choice = tables(comm).allreduce.choose(receive.size());
        Call call = call(comm, Collective.ALLREDUCE, choice);
        choice.function().run(call, input(send, receive), receive, op);
        return call.finish();
    }

    /** Returns the operand: the receive buffer itself when in place. */
    private static Buf input(Buf send, Buf receive) {
        if (send == null) {
            return receive;
        }
        return send.count() == receive.count() ? send : send.at(0, receive.count());
    }

    @Override
    public int gather(Buf send, Buf receive, int root, CommContext comm) {
        boolean atRoot = comm.rank() == root;
        long bytes = (atRoot ? receive : send).size();
        if (comm.size() == 1 || bytes == 0) {
            return atRoot ? copy(send, receive, comm) : Rc.OK;
        }
        AlgorithmChoice<Gather> choice = tables(comm).gather.choose(bytes);
        Call call = call(comm, Collective.GATHER, choice);
        choice.function().run(call, send, receive, root);
        return call.finish();
    }

    @Override
    public int gatherv(
            Buf send, Buf receive, int[] counts, int[] displacements, int root, CommContext comm) {
        boolean atRoot = comm.rank() == root;
        Parts parts = atRoot ? Parts.of(receive, counts, displacements) : null;
        if (comm.size() == 1) {
            return copy(send, parts.part(0), comm);
        }
        Call call = call(comm, Collective.GATHERV_TAG);
        LinearGather.varying(call, send, parts, root);
        return call.finish();
    }

    @Override
    public int scatter(Buf send, Buf receive, int root, CommContext comm) {
        boolean atRoot = comm.rank() == root;
        long bytes = (atRoot ? send : receive).size();
        if (comm.size() == 1 || bytes == 0) {
            return atRoot ? copy(send, receive, comm) : Rc.OK;
        }
        AlgorithmChoice<Scatter> choice = tables(comm).scatter.choose(bytes);
        Call call = call(comm, Collective.SCATTER, choice);
        choice.function().run(call, send, receive, root);
        return call.finish();
    }

    @Override
    public int scatterv(
            Buf send, int[] counts, int[] displacements, Buf receive, int root, CommContext comm) {
        boolean atRoot = comm.rank() == root;
        Parts parts = atRoot ? Parts.of(send, counts, displacements) : null;
        if (comm.size() == 1) {
            return copy(parts.part(0), receive, comm);
        }
        Call call = call(comm, Collective.SCATTERV_TAG);
        LinearScatter.varying(call, parts, receive, root);
        return call.finish();
    }

    @Override
    public int allgather(Buf send, Buf receive, CommContext comm) {
        long bytes = receive.size() * comm.size();
        if (comm.size() == 1 || bytes == 0) {
            return copy(send, receive, comm);
        }
        AlgorithmChoice<Allgather> choice = tables(comm).allgather.choose(bytes);
        Call call = call(comm, Collective.ALLGATHER, choice);
        Parts parts = Parts.equal(receive, comm.size());
        Buf own = send != null ? send : parts.part(comm.rank());
        choice.function().run(call, own, parts);
        return call.finish();
    }

    @Override
    public int allgatherv(
            Buf send, Buf receive, int[] counts, int[] displacements, CommContext comm) {
        Parts parts = Parts.of(receive, counts, displacements);
        Buf own = send != null ? send : parts.part(comm.rank());
        if (comm.size() == 1) {
            return copy(own, parts.part(0), comm);
        }
        AlgorithmChoice<Allgather> choice = tables(comm).allgatherv.choose(parts.totalBytes());
        Call call = call(comm, Collective.ALLGATHERV, choice);
        choice.function().run(call, own, parts);
        return call.finish();
    }

    @Override
    public int alltoall(Buf send, Buf receive, CommContext comm) {
        int size = comm.size();
        long bytes = receive.size();
        if (size == 1 || bytes == 0) {
            return copy(send, receive, comm);
        }
        AlgorithmChoice<Alltoall> choice = tables(comm).alltoall.choose(bytes);
        Call call = call(comm, Collective.ALLTOALL, choice);
        Buf out = send;
        if (send == null) {
            Buf all = Flat.packed(call, receive.at(0, size * receive.count()));
            out = new Buf(null, all.offset(), bytes, DataLayouts.BYTE);
        }
        choice.function().run(call, Parts.equal(out, size), Parts.equal(receive, size));
        return call.finish();
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
        Parts in = Parts.of(receive, receiveCounts, receiveDisplacements);
        Parts out = send == null ? null : Parts.of(send, sendCounts, sendDisplacements);
        if (comm.size() == 1) {
            return out == null ? Rc.OK : copy(out.part(0), in.part(0), comm);
        }
        AlgorithmChoice<Alltoall> choice = tables(comm).alltoallv.choose(0);
        Call call = call(comm, Collective.ALLTOALLV, choice);
        choice.function().run(call, out != null ? out : copied(call, in), in);
        return call.finish();
    }

    /** Copies parts to temporary memory of the same shape. */
    private static Parts copied(Call call, Parts parts) {
        long first = 0;
        long end = 0;
        for (int i = 0; i < parts.size(); i++) {
            first = Math.min(first, parts.start(i));
            end = Math.max(end, parts.start(i) + parts.count(i));
        }
        Buf whole = call.temp(end - first, parts.buffer().layout());
        Parts copies = parts.in(whole.at(-first, end));
        for (int i = 0; i < parts.size(); i++) {
            call.copy(parts.part(i), copies.part(i));
        }
        return copies;
    }

    @Override
    public int reduceScatter(Buf send, Buf receive, int[] counts, ReduceOp op, CommContext comm) {
        long total = 0;
        for (int count : counts) {
            total += count;
        }
        Buf result = receive.at(0, counts[comm.rank()]);
        if (comm.size() == 1 || total == 0) {
            return copy(send, result, comm);
        }
        Buf all = (send != null ? send : receive).at(0, total);
        AlgorithmChoice<ReduceScatter> choice = tables(comm).reduceScatter.choose(all.size());
        Call call = call(comm, Collective.REDUCE_SCATTER, choice);
        choice.function().run(call, Parts.adjacent(all, counts), result, op);
        return call.finish();
    }

    @Override
    public int reduceScatterBlock(Buf send, Buf receive, ReduceOp op, CommContext comm) {
        int size = comm.size();
        if (size == 1 || receive.count() == 0) {
            return copy(send, receive, comm);
        }
        Buf all = (send != null ? send : receive).at(0, size * receive.count());
        AlgorithmChoice<ReduceScatter> choice = tables(comm).reduceScatterBlock.choose(all.size());
        Call call = call(comm, Collective.REDUCE_SCATTER_BLOCK, choice);
        choice.function().run(call, Parts.shares(all, size), receive, op);
        return call.finish();
    }

    @Override
    public int scan(Buf send, Buf receive, ReduceOp op, CommContext comm) {
        if (comm.size() == 1 || receive.count() == 0) {
            return copy(send, receive, comm);
        }
        AlgorithmChoice<Scan> choice = tables(comm).scan.choose(receive.size());
        Call call = call(comm, Collective.SCAN, choice);
        choice.function().run(call, input(send, receive), receive, op);
        return call.finish();
    }

    @Override
    public int exscan(Buf send, Buf receive, ReduceOp op, CommContext comm) {
        if (comm.size() == 1 || receive.count() == 0) {
            return Rc.OK;
        }
        AlgorithmChoice<Scan> choice = tables(comm).exscan.choose(receive.size());
        Call call = call(comm, Collective.EXSCAN, choice);
        choice.function().run(call, input(send, receive), receive, op);
        return call.finish();
    }

    @Override
    public void close() {
        schedules.close();
    }
}
