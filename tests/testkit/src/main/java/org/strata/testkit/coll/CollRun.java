package org.strata.testkit.coll;

import static org.assertj.core.api.Assertions.assertThat;

import org.strata.mca.coll.Coll;
import org.strata.mca.pml.CommContext;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayout;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicIntegerArray;

/** Runs one case on one rank and compares every byte with the definition of the collective. */
public final class CollRun {
    private final CollCase test;
    private final Coll coll;
    private final CommContext comm;
    private final int rank;
    private final int size;
    private final long count;
    private final Arena arena;
    private final NativeMemory memory;
    private final Random random;
    private final List<CollBuffer> buffers = new ArrayList<>();
    private AtomicIntegerArray arrivals;

    private CollRun(CollCase test, Coll coll, CommContext comm, Arena arena, NativeMemory memory) {
        this.test = test;
        this.coll = coll;
        this.comm = comm;
        this.rank = comm.rank();
        this.size = comm.size();
        this.count = test.count();
        this.arena = arena;
        this.memory = memory;
        this.random = new Random(test.seed() * 7 + rank);
    }

    /** Allocates the native buffers of a case. */
    @FunctionalInterface
    public interface NativeMemory {
        /** Returns the address of memory that stays until the case has ended. */
        long allocate(long bytes, Arena arena);
    }

    /**
     * Runs a case, with buffers in ordinary memory.
     *
     * @param arrivals one counter per case, for barriers
     */
    public static void run(
            CollCase test, Coll coll, CommContext comm, AtomicIntegerArray arrivals) {
        run(test, coll, comm, arrivals, (bytes, arena) -> arena.allocate(bytes, 8).address());
    }

    /**
     * Runs a case.
     *
     * @param arrivals one counter per case, for barriers
     * @param memory allocates native buffers
     */
    public static void run(
            CollCase test,
            Coll coll,
            CommContext comm,
            AtomicIntegerArray arrivals,
            NativeMemory memory) {
        CollRun run = begin(test, coll, comm, arrivals, memory);
        run.verify();
    }

    /**
     * Makes the call of a case. If it only starts the collective, its result is verified after the
     * collective's end.
     *
     * @param arrivals one counter per case, for barriers
     * @param memory allocates native buffers
     */
    public static CollRun begin(
            CollCase test,
            Coll coll,
            CommContext comm,
            AtomicIntegerArray arrivals,
            NativeMemory memory) {
        CollRun run = new CollRun(test, coll, comm, Arena.ofShared(), memory);
        run.arrivals = arrivals;
        int rc;
        try {
            rc = run.call(arrivals);
        } catch (RuntimeException e) {
            throw new AssertionError(run.toString(), e);
        }
        assertThat(rc).as(run.toString()).isEqualTo(Rc.OK);
        return run;
    }

    /** Verifies the result of the collective, and frees its buffers. */
    public void verify() {
        if (test.collective().equals("barrier")) {
            assertThat(arrivals.get(test.index())).as("arrived").isEqualTo(size);
        }
        buffers.forEach(buffer -> buffer.verify(toString()));
        arena.close();
    }

    @Override
    public String toString() {
        return "rank " + rank + " of " + test;
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
            case "scan" -> scan();
            case "exscan" -> exscan();
            default -> throw new AssertionError(test.collective());
        };
    }

    private CollBuffer buffer(DataLayout layout, long capacity) {
        CollBuffer buffer = new CollBuffer(arena, memory, random, layout, capacity);
        buffers.add(buffer);
        return buffer;
    }

    /** A buffer in a layout of this rank's own. */
    private CollBuffer own(long capacity) {
        DataLayout layout = test.layout(rank + random.nextInt(2) * size, false);
        return buffer(layout, capacity);
    }

    private int barrier(AtomicIntegerArray arrivals) {
        arrivals.incrementAndGet(test.index());
        return coll.barrier(comm);
    }

    private int bcast() {
        CollBuffer buffer = own(count);
        byte[] data = test.data(test.root(), count);
        if (rank == test.root()) {
            buffer.put(0, data);
        } else {
            buffer.expect(0, data);
        }
        return coll.bcast(buffer.buf(count), test.root(), comm);
    }

    private int gather() {
        boolean atRoot = rank == test.root();
        CollBuffer receive = atRoot ? own(size * count) : null;
        Buf send = null;
        if (atRoot && test.inPlace()) {
            receive.put(rank * count, test.data(rank, count));
        } else {
            CollBuffer from = own(count);
            from.put(0, test.data(rank, count));
            send = from.buf(count);
        }
        for (int i = 0; atRoot && i < size; i++) {
            receive.expect(i * count, test.data(i, count));
        }
        return coll.gather(send, atRoot ? receive.buf(count) : null, test.root(), comm);
    }

    private int gatherv() {
        boolean atRoot = rank == test.root();
        int[] counts = test.counts(0);
        int[] places = test.displacements(counts, 0);
        CollBuffer receive = atRoot ? own(CollCase.reach(counts, places)) : null;
        Buf send = null;
        if (atRoot && test.inPlace()) {
            receive.put(places[rank], test.data(rank, counts[rank]));
        } else {
            CollBuffer from = own(counts[rank]);
            from.put(0, test.data(rank, counts[rank]));
            send = from.buf(counts[rank]);
        }
        for (int i = 0; atRoot && i < size; i++) {
            receive.expect(places[i], test.data(i, counts[i]));
        }
        Buf to = atRoot ? receive.buf(0) : null;
        return coll.gatherv(
                send, to, atRoot ? counts : null, atRoot ? places : null, test.root(), comm);
    }

    private int scatter() {
        boolean atRoot = rank == test.root();
        byte[] all = test.data(test.root(), size * count);
        Buf send = null;
        if (atRoot) {
            CollBuffer from = own(size * count);
            from.put(0, all);
            send = from.buf(count);
        }
        return coll.scatter(
                send, receive(CollCase.slice(all, rank * count, count)), test.root(), comm);
    }

    /** A receive buffer that must get these data; null at the root in place. */
    private Buf receive(byte[] data) {
        if (rank == test.root() && test.inPlace()) {
            return null;
        }
        long elements = data.length / CollLayouts.SIZE;
        CollBuffer receive = own(elements);
        receive.expect(0, data);
        return receive.buf(elements);
    }

    private int scatterv() {
        boolean atRoot = rank == test.root();
        int[] counts = test.counts(0);
        int[] places = test.displacements(counts, 0);
        long reach = CollCase.reach(counts, places);
        byte[] all = test.data(test.root(), reach);
        Buf send = null;
        if (atRoot) {
            CollBuffer from = own(reach);
            from.put(0, all);
            send = from.buf(0);
        }
        Buf to = receive(CollCase.slice(all, places[rank], counts[rank]));
        return coll.scatterv(
                send, atRoot ? counts : null, atRoot ? places : null, to, test.root(), comm);
    }

    private int allgather() {
        CollBuffer receive = own(size * count);
        Buf send = null;
        if (test.inPlace()) {
            receive.put(rank * count, test.data(rank, count));
        } else {
            CollBuffer from = own(count);
            from.put(0, test.data(rank, count));
            send = from.buf(count);
        }
        for (int i = 0; i < size; i++) {
            receive.expect(i * count, test.data(i, count));
        }
        return coll.allgather(send, receive.buf(count), comm);
    }

    private int allgatherv() {
        int[] counts = test.counts(0);
        int[] places = test.displacements(counts, rank);
        CollBuffer receive = own(CollCase.reach(counts, places));
        Buf send = null;
        if (test.inPlace()) {
            receive.put(places[rank], test.data(rank, counts[rank]));
        } else {
            CollBuffer from = own(counts[rank]);
            from.put(0, test.data(rank, counts[rank]));
            send = from.buf(counts[rank]);
        }
        for (int i = 0; i < size; i++) {
            receive.expect(places[i], test.data(i, counts[i]));
        }
        return coll.allgatherv(send, receive.buf(0), counts, places, comm);
    }

    private int alltoall() {
        CollBuffer receive = own(size * count);
        Buf send = null;
        if (test.inPlace()) {
            receive.put(0, test.data(rank, size * count));
        } else {
            CollBuffer from = own(size * count);
            from.put(0, test.data(rank, size * count));
            send = from.buf(count);
        }
        for (int i = 0; i < size; i++) {
            byte[] theirs = test.data(i, size * count);
            receive.expect(i * count, CollCase.slice(theirs, rank * count, count));
        }
        return coll.alltoall(send, receive.buf(count), comm);
    }

    /** What rank a sends to rank b; in place, both directions are equally long. */
    private int crossing(int a, int b) {
        int[] counts = test.counts(test.inPlace() ? Math.min(a, b) : a);
        return counts[test.inPlace() ? Math.max(a, b) : b];
    }

    private int alltoallv() {
        int[] in = new int[size];
        int[] out = new int[size];
        for (int i = 0; i < size; i++) {
            in[i] = crossing(i, rank);
            out[i] = crossing(rank, i);
        }
        int[] inPlaces = test.displacements(in, 2 * rank);
        int[] outPlaces = test.inPlace() ? inPlaces : test.displacements(out, 2 * rank + 1);
        CollBuffer receive = own(CollCase.reach(in, inPlaces));
        CollBuffer from = test.inPlace() ? receive : own(CollCase.reach(out, outPlaces));
        for (int i = 0; i < size; i++) {
            from.put(outPlaces[i], test.data(rank * size + i, out[i]));
        }
        for (int i = 0; i < size; i++) {
            receive.expect(inPlaces[i], test.data(i * size + rank, in[i]));
        }
        if (test.inPlace()) {
            return coll.alltoallv(null, null, null, receive.buf(0), in, inPlaces, comm);
        }
        return coll.alltoallv(from.buf(0), out, outPlaces, receive.buf(0), in, inPlaces, comm);
    }

    private CollOp op() {
        return new CollOp(test.layout(0, true), test.commutative());
    }

    /** Returns the reduction of the data of ranks 0 to {@code last}, in order. */
    private byte[] reduced(long elements, int last) {
        byte[] sum = test.data(0, elements);
        for (int i = 1; i <= last; i++) {
            sum = op().combine(sum, test.data(i, elements));
        }
        return sum;
    }

    /** Returns the operand's buffer, or null after having put it into the result's buffer. */
    private Buf operand(CollBuffer result, boolean inPlace, long elements) {
        byte[] mine = test.data(rank, elements);
        if (inPlace) {
            result.put(0, mine);
            return null;
        }
        CollBuffer from = buffer(op().layout(), elements);
        from.put(0, mine);
        return from.buf(elements);
    }

    private int reduce() {
        boolean atRoot = rank == test.root();
        CollBuffer result = atRoot ? buffer(op().layout(), count) : null;
        Buf send = operand(result, atRoot && test.inPlace(), count);
        if (atRoot) {
            result.expect(0, reduced(count, size - 1));
        }
        return coll.reduce(send, atRoot ? result.buf(count) : null, op(), test.root(), comm);
    }

    private int allreduce() {
        CollBuffer result = buffer(op().layout(), count);
        Buf send = operand(result, test.inPlace(), count);
        result.expect(0, reduced(count, size - 1));
        return coll.allreduce(send, result.buf(count), op(), comm);
    }

    private int reduceScatter() {
        int[] counts = test.counts(0);
        long total = 0;
        long before = 0;
        for (int i = 0; i < size; i++) {
            before += i < rank ? counts[i] : 0;
            total += counts[i];
        }
        CollBuffer result = buffer(op().layout(), test.inPlace() ? total : counts[rank]);
        Buf send = operand(result, test.inPlace(), total);
        result.expect(0, CollCase.slice(reduced(total, size - 1), before, counts[rank]));
        return coll.reduceScatter(send, result.buf(0), counts, op(), comm);
    }

    private int reduceScatterBlock() {
        long total = size * count;
        CollBuffer result = buffer(op().layout(), test.inPlace() ? total : count);
        Buf send = operand(result, test.inPlace(), total);
        result.expect(0, CollCase.slice(reduced(total, size - 1), rank * count, count));
        return coll.reduceScatterBlock(send, result.buf(count), op(), comm);
    }

    private int scan() {
        CollBuffer result = buffer(op().layout(), count);
        Buf send = operand(result, test.inPlace(), count);
        result.expect(0, reduced(count, rank));
        return coll.scan(send, result.buf(count), op(), comm);
    }

    private int exscan() {
        CollBuffer result = buffer(op().layout(), count);
        Buf send = operand(result, test.inPlace(), count);
        if (rank > 0) {
            result.expect(0, reduced(count, rank - 1));
        }
        return coll.exscan(send, result.buf(count), op(), comm);
    }
}
