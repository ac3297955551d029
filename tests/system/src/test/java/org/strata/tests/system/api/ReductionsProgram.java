package org.strata.tests.system.api;

import mpi.Datatype;
import mpi.DoubleInt;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Op;
import mpi.UserFunction;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.IntBinaryOperator;

/** Every reduction with predefined and user operations, against a fold in rank order. */
final class ReductionsProgram {
    private static final int[] COUNTS = {0, 1, 5, 300, 40_000};

    private final Intracomm comm;
    private final int rank;
    private final int size;

    private ReductionsProgram(Intracomm comm) throws MPIException {
        this.comm = comm;
        rank = comm.getRank();
        size = comm.getSize();
    }

    /** An operation on ints and the same as a Java function. */
    record Operation(Op op, IntBinaryOperator model) {}

    /** Associative, not commutative: composition of x -> a*x + b, with (a, b) in one int. */
    static int compose(int f, int g) {
        int a = (short) (f >> 16);
        int b = (short) f;
        int c = (short) (g >> 16);
        int d = (short) g;
        return (short) (a * c) << 16 | ((short) (c * b + d) & 0xffff);
    }

    static final class ComposeArrays extends UserFunction {
        @Override
        public void call(Object inVec, Object inOutVec, int count, Datatype datatype) {
            int[] in = (int[]) inVec;
            int[] inOut = (int[]) inOutVec;
            for (int i = 0; i < inOut.length; i++) {
                inOut[i] = compose(in[i], inOut[i]);
            }
        }
    }

    private static final class SumBuffers extends UserFunction {
        @Override
        public void call(ByteBuffer in, ByteBuffer inOut, int count, Datatype datatype) {
            for (int i = 0; i < in.capacity(); i += 4) {
                inOut.putInt(i, in.getInt(i) + inOut.getInt(i));
            }
        }
    }

    /** Runs on the world and a reordered half of it. */
    static void run() throws MPIException {
        int me = MPI.COMM_WORLD.getRank();
        new ReductionsProgram(MPI.COMM_WORLD).all();
        new ReductionsProgram(MPI.COMM_WORLD.split(me % 2, -me)).all();
        new ReductionsProgram(MPI.COMM_SELF).all();
    }

    private void all() throws MPIException {
        Operation[] operations = {
            new Operation(MPI.SUM, Integer::sum),
            new Operation(MPI.MAX, Math::max),
            new Operation(MPI.BXOR, (a, b) -> a ^ b),
            new Operation(new Op(new SumBuffers(), true), Integer::sum),
            new Operation(new Op(new ComposeArrays(), false), ReductionsProgram::compose)
        };
        for (int count : COUNTS) {
            for (Operation operation : operations) {
                for (Cell cell : count > 300 ? new Cell[] {Cell.DIRECT} : Cell.values()) {
                    reduce(cell, count, operation);
                    allReduce(cell, count, operation);
                    reduceScatter(cell, count, operation);
                    reduceScatterBlock(cell, count, operation);
                    scans(cell, count, operation);
                }
            }
        }
        otherTypes();
        locations();
        stridedUserType();
        failingFunctions();
    }

    private static int value(int rank, int index) {
        return (3 * rank + index) % 1000 << 16 | (5 * rank + index) % 777;
    }

    private static int[] values(int rank, int count) {
        int[] values = new int[count];
        Arrays.setAll(values, i -> value(rank, i));
        return values;
    }

    /** Folds the contributions of ranks 0 to last. */
    private static int[] fold(int last, int count, Operation operation) {
        int[] result = values(0, count);
        for (int r = 1; r <= last; r++) {
            for (int i = 0; i < count; i++) {
                result[i] = operation.model().applyAsInt(result[i], value(r, i));
            }
        }
        return result;
    }

    private static void expect(Object memory, int[] expected, String what) {
        Check.equal(Cell.ints(memory), expected, what);
    }

    private void reduce(Cell cell, int count, Operation operation) throws MPIException {
        int[] expected = fold(size - 1, count, operation);
        for (int root = 0; root < size; root++) {
            Object out = cell.of(values(rank, count));
            Object in = rank == root ? cell.allocate(count) : null;
            comm.reduce(out, in, count, MPI.INT, operation.op(), root);
            expect(out, values(rank, count), "send buffer of reduce");
            if (rank == root) {
                expect(in, expected, "reduce");
            }
            comm.reduce(out, count, MPI.INT, operation.op(), root);
            expect(out, rank == root ? expected : values(rank, count), "reduce in place");
        }
    }

    private void allReduce(Cell cell, int count, Operation operation) throws MPIException {
        int[] expected = fold(size - 1, count, operation);
        Object in = cell.allocate(count);
        Object out = cell.of(values(rank, count));
        comm.allReduce(out, in, count, MPI.INT, operation.op());
        expect(in, expected, "allReduce");
        comm.allReduce(out, count, MPI.INT, operation.op());
        expect(out, expected, "allReduce in place");
    }

    private void reduceScatter(Cell cell, int count, Operation operation) throws MPIException {
        int[] counts = new int[size];
        Arrays.setAll(counts, r -> (count + r) % (size + count));
        int total = Arrays.stream(counts).sum();
        int before = Arrays.stream(counts, 0, rank).sum();
        int[] all = fold(size - 1, total, operation);
        int[] mine = Arrays.copyOfRange(all, before, before + counts[rank]);
        Object in = cell.allocate(counts[rank]);
        int[] given = Surplus.behind(counts);
        comm.reduceScatter(cell.of(values(rank, total)), in, given, MPI.INT, operation.op());
        expect(in, mine, "reduceScatter");
        Object place = cell.of(values(rank, total));
        comm.reduceScatter(place, given, MPI.INT, operation.op());
        int[] head = Arrays.copyOf(Cell.ints(place), counts[rank]);
        Check.equal(head, mine, "reduceScatter in place");
    }

    private void reduceScatterBlock(Cell cell, int count, Operation operation) throws MPIException {
        int[] all = fold(size - 1, size * count, operation);
        int[] mine = Arrays.copyOfRange(all, rank * count, (rank + 1) * count);
        Object in = cell.allocate(count);
        Object out = cell.of(values(rank, size * count));
        comm.reduceScatterBlock(out, in, count, MPI.INT, operation.op());
        expect(in, mine, "reduceScatterBlock");
        comm.reduceScatterBlock(out, count, MPI.INT, operation.op());
        int[] head = Arrays.copyOf(Cell.ints(out), count);
        Check.equal(head, mine, "reduceScatterBlock in place");
    }

    private void scans(Cell cell, int count, Operation operation) throws MPIException {
        int[] inclusive = fold(rank, count, operation);
        int[] exclusive = rank == 0 ? new int[count] : fold(rank - 1, count, operation);
        Object in = cell.allocate(count);
        Object out = cell.of(values(rank, count));
        comm.scan(out, in, count, MPI.INT, operation.op());
        expect(in, inclusive, "scan");
        comm.scan(out, count, MPI.INT, operation.op());
        expect(out, inclusive, "scan in place");
        in = cell.allocate(count);
        out = cell.of(values(rank, count));
        comm.exScan(out, in, count, MPI.INT, operation.op());
        expect(in, exclusive, "exScan");
        comm.exScan(out, count, MPI.INT, operation.op());
        expect(out, rank == 0 ? values(0, count) : exclusive, "exScan in place");
    }

    private void otherTypes() throws MPIException {
        double[] reals = {rank, -rank, 0.5};
        comm.allReduce(reals, 3, MPI.DOUBLE, MPI.SUM);
        double sum = size * (size - 1) / 2.0;
        Check.equal(reals, new double[] {sum, -sum + 0.0, size / 2.0}, "sum of doubles");
        boolean[] truths = {rank == 0, true, false};
        comm.allReduce(truths, 3, MPI.BOOLEAN, MPI.LAND);
        Check.equal(truths, new boolean[] {size == 1, true, false}, "and of booleans");
        byte[] bytes = {(byte) (rank == size - 1 ? 0xff : 1)};
        comm.allReduce(bytes, 1, MPI.BYTE, MPI.MAX);
        Check.equal(bytes, new byte[] {(byte) 0xff}, "bytes are unsigned");
        short[] shorts = {(short) -rank};
        comm.allReduce(shorts, 1, MPI.SHORT, MPI.MIN);
        Check.equal(shorts, new short[] {(short) (1 - size)}, "min of shorts");
        long[] longs = {1L << rank};
        comm.allReduce(longs, 1, MPI.LONG, MPI.BOR);
        Check.equal(longs, new long[] {(1L << size) - 1}, "or of longs");
        float[] complex = {0, 1};
        comm.allReduce(complex, 1, MPI.FLOAT_COMPLEX, MPI.PROD);
        float[][] powers = {{0, 1}, {-1, 0}, {0, -1}, {1, 0}};
        for (int i = 0; i < 2; i++) {
            Check.that(complex[i] == powers[(size - 1) % 4][i], "power of i");
        }
    }

    private void locations() throws MPIException {
        int count = 3;
        ByteBuffer in = MPI.newByteBuffer(count * MPI.doubleInt.getExtent());
        ByteBuffer out = MPI.newByteBuffer(count * MPI.doubleInt.getExtent());
        for (int i = 0; i < count; i++) {
            DoubleInt.Data pair = MPI.doubleInt.getData(out, i);
            pair.putValue(Math.abs(rank - i));
            pair.putIndex(rank);
        }
        comm.allReduce(out, in, count, MPI.DOUBLE_INT, MPI.MINLOC);
        for (int i = 0; i < count; i++) {
            DoubleInt.Data pair = MPI.doubleInt.getData(in, i);
            int nearest = Math.min(i, size - 1);
            Check.equal(pair.getIndex(), nearest, "where the least is");
            Check.equal(pair.getValue(), (double) Math.abs(nearest - i), "the least");
        }
        comm.allReduce(out, count, MPI.DOUBLE_INT, MPI.MAXLOC);
        DoubleInt.Data first = MPI.doubleInt.getData(out, 0);
        Check.equal(first.getIndex(), size - 1, "where the most is");
    }

    /** A user operation on a type with gaps, which stay as they are at the receiver. */
    private void stridedUserType() throws MPIException {
        Datatype every2 = Cell.strided(4, 2);
        Op sum = new Op(new SumBuffers(), true);
        int[] out = values(rank, 7);
        int[] in = new int[7];
        comm.allReduce(out, in, 1, every2, sum);
        for (int i = 0; i < 7; i += 2) {
            int all = 0;
            for (int r = 0; r < size; r++) {
                all += value(r, i);
            }
            Check.equal(in[i], all, "strided sum");
        }
        every2.free();
        sum.free();
    }

    /** Sums like {@link SumBuffers}, but throws at one of its calls if this rank is to fail. */
    private static final class Failing extends UserFunction {
        private final Throwable thrown;
        private int callsBefore;

        Failing(Throwable thrown, int callsBefore) {
            this.thrown = thrown;
            this.callsBefore = callsBefore;
        }

        @Override
        public void call(ByteBuffer in, ByteBuffer inOut, int count, Datatype datatype)
                throws MPIException {
            if (callsBefore-- == 0) {
                switch (thrown) {
                    case MPIException e -> throw e;
                    case Error e -> throw e;
                    default -> throw (RuntimeException) thrown;
                }
            }
            new SumBuffers().call(in, inOut, count, datatype);
        }
    }

    /** A reduction with a buffer in place. */
    @FunctionalInterface
    private interface Reduction {
        void run(int[] buffer, Op op) throws MPIException;
    }

    /**
     * A function that throws in one rank ends the call there, with its exception; the others come
     * out of it, and later reductions are right. Counts and operations that do not commute choose
     * other algorithms.
     */
    private void failingFunctions() throws MPIException {
        int[] counts = {3, 40_000, 1 << 20};
        for (int i = 0; i < counts.length; i++) {
            int count = counts[i];
            int[] shares = new int[size];
            Arrays.fill(shares, count / size);
            Reduction[] reductions = {
                (buffer, op) -> comm.allReduce(buffer, count, MPI.INT, op),
                (buffer, op) -> comm.reduce(buffer, count, MPI.INT, op, size - 1),
                (buffer, op) -> comm.reduceScatter(buffer, shares, MPI.INT, op),
                (buffer, op) -> comm.reduceScatterBlock(buffer, count / size, MPI.INT, op),
                (buffer, op) -> comm.scan(buffer, count, MPI.INT, op),
                (buffer, op) -> comm.exScan(buffer, count, MPI.INT, op)
            };
            for (Reduction reduction : reductions) {
                fail(reduction, count, new MPIException("on purpose"), 0, true);
                fail(reduction, count, new IllegalStateException("on purpose"), i, false);
            }
        }
    }

    private void fail(
            Reduction reduction, int count, Throwable thrown, int callsBefore, boolean commute)
            throws MPIException {
        Failing function = new Failing(thrown, rank == 0 ? callsBefore : Integer.MAX_VALUE);
        Op op = new Op(function, commute);
        Throwable caught = null;
        try {
            reduction.run(new int[count], op);
        } catch (MPIException | RuntimeException e) {
            caught = e;
        }
        boolean failed = rank == 0 && function.callsBefore < 0;
        Check.that(caught == (failed ? thrown : null), "what the call threw: " + caught);
        op.free();
        int[] ones = new int[count];
        Arrays.fill(ones, 1);
        int[] sums = new int[count];
        comm.allReduce(ones, sums, count, MPI.INT, MPI.SUM);
        Arrays.fill(ones, size);
        Check.that(Arrays.equals(sums, ones), "allReduce after a function that threw");
    }
}
