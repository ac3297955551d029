package org.strata.coll;

import org.strata.coll.allgather.Allgather;
import org.strata.coll.allreduce.Allreduce;
import org.strata.coll.alltoall.Alltoall;
import org.strata.coll.barrier.Barrier;
import org.strata.coll.base.Call;
import org.strata.coll.base.Choice;
import org.strata.coll.base.Flat;
import org.strata.coll.base.LocalCopy;
import org.strata.coll.base.Parts;
import org.strata.coll.base.Scratch;
import org.strata.coll.bcast.Bcast;
import org.strata.coll.gather.Gather;
import org.strata.coll.reduce.Reduce;
import org.strata.coll.reducescatter.ReduceScatter;
import org.strata.coll.scan.Scan;
import org.strata.coll.scatter.Scatter;
import org.strata.mca.coll.Coll;
import org.strata.mca.coll.ReduceOp;
import org.strata.mca.pml.CommContext;
import org.strata.mca.pml.Pml;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayouts;
import org.strata.opal.progress.ProgressEngine;

import java.util.Map;

/**
 * The collectives of one rank: brings arguments to one form (in place, single rank, nothing to do),
 * chooses an algorithm by the rules, and runs it.
 *
 * <p>Message sizes for the choice are what all members know: the vector's bytes for bcast, reduce,
 * allreduce and scans; one rank's part for gather, scatter and alltoall; the sum of all parts for
 * allgather(v) and reduce_scatter(_block); nothing for alltoallv.
 */
final class TunedColl implements Coll {
    private final Pml pml;
    private final ProgressEngine engine;
    private final Scratch scratch;
    private final Rules rules;
    private final Choice[] forced = new Choice[Collective.values().length];

    /**
     * @param forced algorithms that the user chose, whatever the rules say
     */
    TunedColl(
            Pml pml,
            ProgressEngine engine,
            Scratch scratch,
            Rules rules,
            Map<Collective, Choice> forced) {
        this.pml = pml;
        this.engine = engine;
        this.scratch = scratch;
        this.rules = rules;
        forced.forEach((collective, choice) -> this.forced[collective.ordinal()] = choice);
    }

    private Call call(CommContext comm, Collective collective) {
        return new Call(pml, engine, scratch, comm, collective.tag());
    }

    private Call call(CommContext comm, int tag) {
        return new Call(pml, engine, scratch, comm, tag);
    }

    private Choice choose(Collective collective, CommContext comm, long bytes) {
        Choice choice = forced[collective.ordinal()];
        if (choice != null) {
            return choice;
        }
        if (!(comm.collData instanceof Rules.ForSize)) {
            comm.collData = rules.forSize(comm.size());
        }
        return ((Rules.ForSize) comm.collData).choose(collective, bytes);
    }

    private int copy(Buf from, Buf to) {
        return from == null || to == null ? Rc.OK : LocalCopy.copy(scratch, from, to);
    }

    @Override
    public int barrier(CommContext comm) {
        if (comm.size() == 1) {
            return Rc.OK;
        }
        Call call = call(comm, Collective.BARRIER);
        Barrier.run(call, choose(Collective.BARRIER, comm, 0));
        return call.finish();
    }

    @Override
    public int bcast(Buf buffer, int root, CommContext comm) {
        long bytes = buffer.size();
        if (comm.size() == 1 || bytes == 0) {
            return Rc.OK;
        }
        Call call = call(comm, Collective.BCAST);
        Bcast.run(call, choose(Collective.BCAST, comm, bytes), buffer, root);
        return call.finish();
    }

    @Override
    public int reduce(Buf send, Buf receive, ReduceOp op, int root, CommContext comm) {
        Buf input = send != null ? send : receive;
        if (comm.size() == 1 || input.count() == 0) {
            return copy(send, receive);
        }
        Call call = call(comm, Collective.REDUCE);
        Choice choice = choose(Collective.REDUCE, comm, input.size());
        Reduce.run(call, choice, input, comm.rank() == root ? receive : null, op, root);
        return call.finish();
    }

    @Override
    public int allreduce(Buf send, Buf receive, ReduceOp op, CommContext comm) {
        if (comm.size() == 1 || receive.count() == 0) {
            return copy(send, receive);
        }
        Call call = call(comm, Collective.ALLREDUCE);
        Choice choice = choose(Collective.ALLREDUCE, comm, receive.size());
        Allreduce.run(call, choice, input(send, receive), receive, op);
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
            return atRoot ? copy(send, receive) : Rc.OK;
        }
        Call call = call(comm, Collective.GATHER);
        Gather.run(call, choose(Collective.GATHER, comm, bytes), send, receive, root);
        return call.finish();
    }

    @Override
    public int gatherv(
            Buf send, Buf receive, int[] counts, int[] displacements, int root, CommContext comm) {
        boolean atRoot = comm.rank() == root;
        Parts parts = atRoot ? Parts.of(receive, counts, displacements) : null;
        if (comm.size() == 1) {
            return copy(send, parts.part(0));
        }
        Call call = call(comm, Collective.GATHERV_TAG);
        Gather.varying(call, send, parts, root);
        return call.finish();
    }

    @Override
    public int scatter(Buf send, Buf receive, int root, CommContext comm) {
        boolean atRoot = comm.rank() == root;
        long bytes = (atRoot ? send : receive).size();
        if (comm.size() == 1 || bytes == 0) {
            return atRoot ? copy(send, receive) : Rc.OK;
        }
        Call call = call(comm, Collective.SCATTER);
        Scatter.run(call, choose(Collective.SCATTER, comm, bytes), send, receive, root);
        return call.finish();
    }

    @Override
    public int scatterv(
            Buf send, int[] counts, int[] displacements, Buf receive, int root, CommContext comm) {
        boolean atRoot = comm.rank() == root;
        Parts parts = atRoot ? Parts.of(send, counts, displacements) : null;
        if (comm.size() == 1) {
            return copy(parts.part(0), receive);
        }
        Call call = call(comm, Collective.SCATTERV_TAG);
        Scatter.varying(call, parts, receive, root);
        return call.finish();
    }

    @Override
    public int allgather(Buf send, Buf receive, CommContext comm) {
        long bytes = receive.size() * comm.size();
        if (comm.size() == 1 || bytes == 0) {
            return copy(send, receive);
        }
        Call call = call(comm, Collective.ALLGATHER);
        Parts parts = Parts.equal(receive, comm.size());
        Buf own = send != null ? send : parts.part(comm.rank());
        Allgather.run(call, choose(Collective.ALLGATHER, comm, bytes), own, parts);
        return call.finish();
    }

    @Override
    public int allgatherv(
            Buf send, Buf receive, int[] counts, int[] displacements, CommContext comm) {
        Parts parts = Parts.of(receive, counts, displacements);
        Buf own = send != null ? send : parts.part(comm.rank());
        if (comm.size() == 1) {
            return copy(own, parts.part(0));
        }
        Call call = call(comm, Collective.ALLGATHERV);
        Choice choice = choose(Collective.ALLGATHERV, comm, total(parts));
        Allgather.varying(call, choice, own, parts);
        return call.finish();
    }

    private static long total(Parts parts) {
        long bytes = 0;
        for (int i = 0; i < parts.size(); i++) {
            bytes += parts.bytes(i);
        }
        return bytes;
    }

    @Override
    public int alltoall(Buf send, Buf receive, CommContext comm) {
        int size = comm.size();
        long bytes = receive.size();
        if (size == 1 || bytes == 0) {
            return copy(send, receive);
        }
        Call call = call(comm, Collective.ALLTOALL);
        Buf out = send;
        if (send == null) {
            Buf all = Flat.packed(call, receive.at(0, size * receive.count()));
            out = new Buf(null, all.offset(), bytes, DataLayouts.BYTE);
        }
        Choice choice = choose(Collective.ALLTOALL, comm, bytes);
        Alltoall.run(call, choice, Parts.equal(out, size), Parts.equal(receive, size));
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
        Call call = call(comm, Collective.ALLTOALLV);
        Parts in = Parts.of(receive, receiveCounts, receiveDisplacements);
        Parts out = send == null ? copied(call, in) : Parts.of(send, sendCounts, sendDisplacements);
        if (comm.size() == 1) {
            call.copy(out.part(0), in.part(0));
        } else {
            Alltoall.varying(call, choose(Collective.ALLTOALLV, comm, 0), out, in);
        }
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
            return copy(send, result);
        }
        Call call = call(comm, Collective.REDUCE_SCATTER);
        Buf all = (send != null ? send : receive).at(0, total);
        Choice choice = choose(Collective.REDUCE_SCATTER, comm, all.size());
        ReduceScatter.run(call, choice, Parts.adjacent(all, counts), result, op);
        return call.finish();
    }

    @Override
    public int reduceScatterBlock(Buf send, Buf receive, ReduceOp op, CommContext comm) {
        int size = comm.size();
        if (size == 1 || receive.count() == 0) {
            return copy(send, receive);
        }
        Call call = call(comm, Collective.REDUCE_SCATTER_BLOCK);
        Buf all = (send != null ? send : receive).at(0, size * receive.count());
        Choice choice = choose(Collective.REDUCE_SCATTER_BLOCK, comm, all.size());
        ReduceScatter.block(call, choice, Parts.shares(all, size), receive, op);
        return call.finish();
    }

    @Override
    public int scan(Buf send, Buf receive, ReduceOp op, CommContext comm) {
        if (comm.size() == 1 || receive.count() == 0) {
            return copy(send, receive);
        }
        Call call = call(comm, Collective.SCAN);
        Choice choice = choose(Collective.SCAN, comm, receive.size());
        Scan.inclusive(call, choice, input(send, receive), receive, op);
        return call.finish();
    }

    @Override
    public int exscan(Buf send, Buf receive, ReduceOp op, CommContext comm) {
        if (comm.size() == 1 || receive.count() == 0) {
            return Rc.OK;
        }
        Call call = call(comm, Collective.EXSCAN);
        Choice choice = choose(Collective.EXSCAN, comm, receive.size());
        Scan.exclusive(call, choice, input(send, receive), receive, op);
        return call.finish();
    }
}
