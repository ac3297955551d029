package org.strata.tests.system.api;

import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Win;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Every one-sided operation on arrays and memory segments, native and of arrays. */
final class WindowOperandsProgram {
    private static final int WORDS = 20_000;
    private static final int FEW = 4;

    private final Intracomm world = MPI.COMM_WORLD;
    private final int rank;
    private final int right;
    private final Win win;
    private final Datatype spread;
    private final Arena arena;
    private final Kind kind;

    private enum Kind {
        ARRAY,
        NATIVE_SEGMENT,
        ARRAY_SEGMENT
    }

    /** Longs that the library knows as one object, and the program as a segment. */
    private record Longs(Object operand, MemorySegment memory) {
        long get(int index) {
            return memory.getAtIndex(ValueLayout.JAVA_LONG, index);
        }

        Longs set(long... values) {
            MemorySegment.copy(values, 0, memory, ValueLayout.JAVA_LONG, 0, values.length);
            return this;
        }
    }

    private WindowOperandsProgram(Kind kind, Arena arena) throws MPIException {
        this.kind = kind;
        this.arena = arena;
        rank = world.getRank();
        right = (rank + 1) % world.getSize();
        win = new Win(MPI.newLongBuffer(WORDS), WORDS, 1, MPI.INFO_NULL, world);
        spread = Datatype.createVector(FEW, 1, 2, MPI.LONG);
        spread.commit();
    }

    static void run() throws MPIException {
        for (Kind kind : Kind.values()) {
            try (Arena arena = Arena.ofConfined()) {
                new WindowOperandsProgram(kind, arena).all();
            }
        }
    }

    private Longs longs(int count) {
        if (kind == Kind.NATIVE_SEGMENT) {
            MemorySegment memory = arena.allocate(ValueLayout.JAVA_LONG, count);
            return new Longs(memory, memory);
        }
        if (kind == Kind.ARRAY) {
            long[] array = new long[count];
            return new Longs(array, MemorySegment.ofArray(array));
        }
        MemorySegment part = MemorySegment.ofArray(new long[count + 1]).asSlice(Long.BYTES);
        return new Longs(part, part);
    }

    private void all() throws MPIException {
        win.lockAll(0);
        moves();
        spreads();
        accumulates();
        singles();
        requests();
        win.unlockAll();
        world.barrier();
        win.free();
        spread.free();
    }

    private void expect(Longs actual, String what, long... expected) {
        for (int i = 0; i < expected.length; i++) {
            Check.equal(actual.get(i), expected[i], what + " of " + kind + ", element " + i);
        }
    }

    private void moves() throws MPIException {
        for (int count : new int[] {1, FEW, WORDS}) {
            Longs out = longs(count).set(rank + 5);
            out.memory.setAtIndex(ValueLayout.JAVA_LONG, count - 1, rank + 7);
            win.put(out.operand, count, MPI.LONG, right, 0, count, MPI.LONG);
            win.flush(right);
            Longs in = longs(count);
            win.get(in.operand, count, MPI.LONG, right, 0, count, MPI.LONG);
            win.flush(right);
            Check.equal(in.get(0), count == 1 ? rank + 7L : rank + 5L, "first got, " + kind);
            Check.equal(in.get(count - 1), rank + 7L, "last got, " + kind);
        }
    }

    /** Elements with gaps on either side. */
    private void spreads() throws MPIException {
        Longs out = longs(2 * FEW).set(1, 2, 3, 4, 5, 6, 7, 8);
        win.put(out.operand, FEW, MPI.LONG, right, 10, 1, spread);
        win.put(out.operand, 1, spread, right, 30, FEW, MPI.LONG);
        win.put(out.operand, 1, spread, right, 40, 1, spread);
        win.flush(right);
        Longs in = longs(2 * FEW).set(-1, -1, -1, -1, -1, -1, -1, -1);
        win.get(in.operand, FEW, MPI.LONG, right, 10, 1, spread);
        win.flush(right);
        expect(in, "gathered", 1, 2, 3, 4, -1, -1, -1, -1);
        win.get(in.operand, 1, spread, right, 30, FEW, MPI.LONG);
        win.flush(right);
        expect(in, "scattered", 1, 2, 3, 4, 5, -1, 7, -1);
        win.get(in.operand, 1, spread, right, 40, 1, spread);
        win.flush(right);
        expect(in, "spread", 1, 2, 3, 4, 5, -1, 7, -1);
    }

    private void accumulates() throws MPIException {
        Longs out = longs(FEW).set(10, 20, 30, 40);
        Longs before = longs(FEW);
        win.put(out.operand, FEW, MPI.LONG, right, 50, FEW, MPI.LONG);
        win.flush(right);
        win.accumulate(out.operand, FEW, MPI.LONG, right, 50, FEW, MPI.LONG, MPI.SUM);
        win.getAccumulate(
                out.operand,
                FEW,
                MPI.LONG,
                before.operand,
                FEW,
                MPI.LONG,
                right,
                50,
                FEW,
                MPI.LONG,
                MPI.REPLACE);
        win.flush(right);
        expect(before, "sums", 20, 40, 60, 80);
        win.getAccumulate(
                (Object) null,
                0,
                MPI.LONG,
                before.operand,
                FEW,
                MPI.LONG,
                right,
                50,
                FEW,
                MPI.LONG,
                MPI.NO_OP);
        win.flush(right);
        expect(before, "replaced", 10, 20, 30, 40);
    }

    private void singles() throws MPIException {
        Longs one = longs(1).set(3);
        Longs other = longs(1).set(10);
        Longs before = longs(1);
        win.fetchAndOp(one.operand, before.operand, MPI.LONG, right, 50, MPI.SUM);
        win.flush(right);
        expect(before, "fetched", 10);
        win.compareAndSwap(one.operand, other.operand, before.operand, MPI.LONG, right, 50);
        win.flush(right);
        expect(before, "not equal", 13);
        other.set(13);
        win.compareAndSwap(one.operand, other.operand, before.operand, MPI.LONG, right, 50);
        win.fetchAndOp(one.operand, other.operand, MPI.LONG, right, 50, MPI.NO_OP);
        win.flush(right);
        expect(before, "equal", 13);
        expect(other, "swapped", 3);
        // MPI 3.1 §11.3.4: only origin and result are disjoint.
        win.compareAndSwap(one.operand, other.set(3).operand, other.operand, MPI.LONG, right, 50);
        win.flush(right);
        expect(other, "what was compared, and found", 3);
        one.set(4);
        other.set(5);
        win.compareAndSwap(one.operand, other.operand, other.operand, MPI.LONG, right, 50);
        win.flush(right);
        expect(other, "what was compared, and not found", 3);
        win.compareAndSwap(one.operand, one.operand, before.operand, MPI.LONG, right, 50);
        win.flush(right);
        expect(before, "the new element compared", 3);
    }

    private void requests() throws MPIException {
        Longs out = longs(1).set(100);
        Longs in = longs(1);
        win.rPut(out.operand, 1, MPI.LONG, right, 60, 1, MPI.LONG).waitFor();
        win.flush(right);
        win.rAccumulate(out.operand, 1, MPI.LONG, right, 60, 1, MPI.LONG, MPI.SUM).waitFor();
        win.flush(right);
        win.rGet(in.operand, 1, MPI.LONG, right, 60, 1, MPI.LONG).waitFor();
        expect(in, "rGet", 200);
        win.rGetAccumulate(
                        out.operand,
                        1,
                        MPI.LONG,
                        in.operand,
                        1,
                        MPI.LONG,
                        right,
                        60,
                        1,
                        MPI.LONG,
                        MPI.MIN)
                .waitFor();
        expect(in, "rGetAccumulate", 200);
        win.rGet(in.operand, 1, MPI.LONG, right, 60, 1, MPI.LONG).waitFor();
        expect(in, "the lesser one", 100);
    }
}
