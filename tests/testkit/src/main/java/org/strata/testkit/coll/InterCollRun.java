package org.strata.testkit.coll;

import static org.assertj.core.api.Assertions.assertThat;

import org.strata.mca.coll.Coll;
import org.strata.mca.pml.CommContext;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayout;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * Runs one case on one rank of an inter-communicator and compares every byte with the definition.
 * The case counts the members of both groups through: those of the first group come first.
 */
public final class InterCollRun {
    private final CollCase test;
    private final Coll coll;
    private final CommContext comm;
    private final int own;
    private final int remote;
    private final int me;
    private final int ownBase;
    private final int remoteBase;
    private final int root;
    private final Arena arena;
    private final Random random;
    private final List<CollBuffer> buffers = new ArrayList<>();

    private InterCollRun(CollCase test, Coll coll, CommContext comm, Arena arena) {
        this.test = test;
        this.coll = coll;
        this.comm = comm;
        this.arena = arena;
        own = comm.group().size();
        remote = comm.size();
        ownBase = comm.firstGroup() ? 0 : remote;
        remoteBase = comm.firstGroup() ? own : 0;
        me = ownBase + comm.rank();
        random = new Random(test.seed() * 7 + me);
        boolean mine = test.root() >= ownBase && test.root() < ownBase + own;
        int inMyGroup = test.root() == me ? Coll.ROOT : Coll.PROC_NULL;
        root = mine ? inMyGroup : test.root() - remoteBase;
    }

    /** Returns the names of the collectives of inter-communicators. */
    public static List<String> collectives() {
        return CollCase.collectives().stream().filter(name -> !name.endsWith("scan")).toList();
    }

    /**
     * Runs a case.
     *
     * @param comm the inter-communicator
     * @param arrivals one counter per case, for barriers
     */
    public static void run(
            CollCase test, Coll coll, CommContext comm, AtomicIntegerArray arrivals) {
        try (Arena arena = Arena.ofShared()) {
            InterCollRun run = new InterCollRun(test, coll, comm, arena);
            String what = "member " + run.me + " of " + test;
            assertThat(run.call(arrivals)).as(what).isEqualTo(Rc.OK);
            run.buffers.forEach(buffer -> buffer.verify(what));
        }
    }

    private int call(AtomicIntegerArray arrivals) {
        return switch (test.collective()) {
            case "barrier" -> barrier(arrivals);
            case "bcast" -> bcast();
            case "gather" -> gather();
            case "gatherv" -> gatherv();
            case "scatter" -> scatter();
            case "scatterv" -> scatterv();
            case "allgather" -> allgather();
            case "allgatherv" -> allgatherv();
            case "alltoall" -> alltoall();
            case "alltoallv" -> alltoallv();
            case "reduce" -> reduce();
            case "allreduce" -> allreduce();
            case "reduce_scatter" -> reduceScatter();
            case "reduce_scatter_block" -> reduceScatterBlock();
            default -> throw new AssertionError(test.collective());
        };
    }

    private CollBuffer buffer(DataLayout layout, long capacity) {
        CollBuffer buffer =
                new CollBuffer(
                        arena,
                        (bytes, in) -> in.allocate(bytes, 8).address(),
                        random,
                        layout,
                        capacity);
        buffers.add(buffer);
        return buffer;
    }

    /** A buffer in a layout of this rank's own. */
    private CollBuffer any(long capacity) {
        return buffer(test.layout(me + random.nextInt(2) * test.size(), false), capacity);
    }

    /** A buffer with this rank's data. */
    private CollBuffer filled(long elements) {
        CollBuffer from = any(elements);
        from.put(0, test.data(me, elements));
        return from;
    }

    /** Elements that a member of a group contributes where the groups may differ. */
    private long countOf(int base) {
        return base == 0 ? test.count() : test.count() * 3 % 7;
    }

    private boolean atRoot() {
        return root == Coll.ROOT;
    }

    private boolean idle() {
        return root == Coll.PROC_NULL;
    }

    private int barrier(AtomicIntegerArray arrivals) {
        arrivals.incrementAndGet(test.index());
        int rc = coll.barrier(comm);
        assertThat(arrivals.get(test.index())).as("arrived").isEqualTo(test.size());
        return rc;
    }

    private int bcast() {
        if (idle()) {
            return coll.bcast(null, root, comm);
        }
        CollBuffer buffer = any(test.count());
        byte[] data = test.data(test.root(), test.count());
        if (atRoot()) {
            buffer.put(0, data);
        } else {
            buffer.expect(0, data);
        }
        return coll.bcast(buffer.buf(test.count()), root, comm);
    }

    private int gather() {
        long count = test.count();
        if (!atRoot()) {
            return coll.gather(idle() ? null : filled(count).buf(count), null, root, comm);
        }
        CollBuffer receive = any(remote * count);
        for (int i = 0; i < remote; i++) {
            receive.expect(i * count, test.data(remoteBase + i, count));
        }
        return coll.gather(null, receive.buf(count), root, comm);
    }

    /** The lengths of a group's parts. */
    private int[] counts(int base, int members, int salt) {
        return Arrays.copyOfRange(test.counts(salt), base, base + members);
    }

    private int gatherv() {
        int mine = test.counts(0)[me];
        if (!atRoot()) {
            Buf send = idle() ? null : filled(mine).buf(mine);
            return coll.gatherv(send, null, null, null, root, comm);
        }
        int[] counts = counts(remoteBase, remote, 0);
        int[] places = test.displacements(counts, 0);
        CollBuffer receive = expectAll(counts, places);
        return coll.gatherv(null, receive.buf(0), counts, places, root, comm);
    }

    /** A buffer that must get the other group's parts. */
    private CollBuffer expectAll(int[] counts, int[] places) {
        CollBuffer receive = any(CollCase.reach(counts, places));
        for (int i = 0; i < remote; i++) {
            receive.expect(places[i], test.data(remoteBase + i, counts[i]));
        }
        return receive;
    }

    private Buf receiving(byte[] data) {
        long elements = data.length / CollLayouts.SIZE;
        CollBuffer receive = any(elements);
        receive.expect(0, data);
        return receive.buf(elements);
    }

    private int scatter() {
        long count = test.count();
        if (atRoot()) {
            return coll.scatter(filled(remote * count).buf(count), null, root, comm);
        }
        byte[] all = test.data(test.root(), own * count);
        byte[] mine = CollCase.slice(all, comm.rank() * count, count);
        return coll.scatter(null, idle() ? null : receiving(mine), root, comm);
    }

    private int scatterv() {
        int[] counts = atRoot() ? counts(remoteBase, remote, 0) : counts(ownBase, own, 0);
        int[] places = test.displacements(counts, 0);
        long reach = CollCase.reach(counts, places);
        if (atRoot()) {
            return coll.scatterv(filled(reach).buf(0), counts, places, null, root, comm);
        }
        byte[] all = test.data(test.root(), reach);
        byte[] mine = CollCase.slice(all, places[comm.rank()], counts[comm.rank()]);
        return coll.scatterv(null, null, null, idle() ? null : receiving(mine), root, comm);
    }

    private int allgather() {
        long theirs = countOf(remoteBase);
        CollBuffer receive = any(remote * theirs);
        for (int i = 0; i < remote; i++) {
            receive.expect(i * theirs, test.data(remoteBase + i, theirs));
        }
        long mine = countOf(ownBase);
        return coll.allgather(filled(mine).buf(mine), receive.buf(theirs), comm);
    }

    private int allgatherv() {
        int[] counts = counts(remoteBase, remote, 0);
        int[] places = test.displacements(counts, me);
        int mine = test.counts(0)[me];
        Buf send = filled(mine).buf(mine);
        return coll.allgatherv(send, expectAll(counts, places).buf(0), counts, places, comm);
    }

    private int alltoall() {
        long out = countOf(ownBase);
        long in = countOf(remoteBase);
        CollBuffer receive = any(remote * in);
        for (int i = 0; i < remote; i++) {
            byte[] theirs = test.data(remoteBase + i, own * in);
            receive.expect(i * in, CollCase.slice(theirs, comm.rank() * in, in));
        }
        return coll.alltoall(filled(remote * out).buf(out), receive.buf(in), comm);
    }

    private int alltoallv() {
        int[] out = counts(remoteBase, remote, me);
        int[] in = new int[remote];
        for (int i = 0; i < remote; i++) {
            in[i] = test.counts(remoteBase + i)[me];
        }
        int[] outPlaces = test.displacements(out, me);
        int[] inPlaces = test.displacements(in, -me);
        CollBuffer send = any(CollCase.reach(out, outPlaces));
        CollBuffer receive = any(CollCase.reach(in, inPlaces));
        for (int i = 0; i < remote; i++) {
            int peer = remoteBase + i;
            send.put(outPlaces[i], test.data(me * test.size() + peer, out[i]));
            receive.expect(inPlaces[i], test.data(peer * test.size() + me, in[i]));
        }
        return coll.alltoallv(send.buf(0), out, outPlaces, receive.buf(0), in, inPlaces, comm);
    }

    private CollOp op() {
        return new CollOp(test.layout(0, true), test.commutative());
    }

    /** Returns the reduction of the data of a group's members, in order. */
    private byte[] reduced(int base, int members, long elements) {
        byte[] sum = test.data(base, elements);
        for (int i = 1; i < members; i++) {
            sum = op().combine(sum, test.data(base + i, elements));
        }
        return sum;
    }

    private Buf operand(long elements) {
        CollBuffer from = buffer(op().layout(), elements);
        from.put(0, test.data(me, elements));
        return from.buf(elements);
    }

    /** A buffer that must get the other group's result, or a piece of it. */
    private Buf result(long total, long from, long elements) {
        CollBuffer result = buffer(op().layout(), elements);
        byte[] all = reduced(remoteBase, remote, total);
        result.expect(0, CollCase.slice(all, from, elements));
        return result.buf(elements);
    }

    private int reduce() {
        long count = test.count();
        Buf send = atRoot() || idle() ? null : operand(count);
        Buf receive = atRoot() ? result(count, 0, count) : null;
        return coll.reduce(send, receive, op(), root, comm);
    }

    private int allreduce() {
        long count = test.count();
        return coll.allreduce(operand(count), result(count, 0, count), op(), comm);
    }

    /** The results are as many in both groups, and differently shared. */
    private int reduceScatter() {
        int total = (int) test.count() * 2;
        int[] counts = new int[own];
        Random shares = new Random(test.seed() + ownBase);
        for (int i = 0; i < total; i++) {
            counts[shares.nextInt(own)]++;
        }
        long before = 0;
        for (int i = 0; i < comm.rank(); i++) {
            before += counts[i];
        }
        Buf receive = result(total, before, counts[comm.rank()]);
        return coll.reduceScatter(operand(total), receive, counts, op(), comm);
    }

    private int reduceScatterBlock() {
        long each = test.count() * remote;
        long total = each * own;
        Buf receive = result(total, comm.rank() * each, each);
        return coll.reduceScatterBlock(operand(total), receive, op(), comm);
    }
}
