package mpi;

import static mpi.MpiAssertions.assertFails;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.List;

/** Operations on local operands: legality, user functions in both forms, operand order. */
class ReductionTest {
    @RegisterExtension static final LocalMpi MPI_RUNS = new LocalMpi();

    /** in - inOut on ints: tells the operands apart. */
    private static final class MinusArrays extends UserFunction {
        private final List<String> calls = new ArrayList<>();

        @Override
        public void call(Object inVec, Object inOutVec, int count, Datatype datatype) {
            int[] in = (int[]) inVec;
            int[] inOut = (int[]) inOutVec;
            calls.add(count + "x" + in.length);
            for (int i = 0; i < in.length; i++) {
                inOut[i] = in[i] - inOut[i];
            }
        }
    }

    private static final class MinusBuffers extends UserFunction {
        @Override
        public void call(ByteBuffer in, ByteBuffer inOut, int count, Datatype datatype) {
            assertThat(in.isDirect() && inOut.isDirect()).isTrue();
            assertThat(in.order()).isEqualTo(ByteOrder.nativeOrder());
            assertThat(inOut.order()).isEqualTo(ByteOrder.nativeOrder());
            assertThat(in.capacity()).isEqualTo(4 * count);
            for (int i = 0; i < 4 * count; i += 4) {
                inOut.putInt(i, in.getInt(i) - inOut.getInt(i));
            }
        }
    }

    @Test
    void predefinedOperations() throws MPIException {
        int[] inOut = {5, 6};
        Comm.reduceLocal(new int[] {1, 9}, inOut, 2, MPI.INT, MPI.MAX);
        assertThat(inOut).containsExactly(5, 9);
        byte[] bytes = {1};
        Comm.reduceLocal(new byte[] {-1}, bytes, 1, MPI.BYTE, MPI.MAX);
        assertThat(bytes).containsExactly(-1);
        double[] complex = {0, 1};
        Comm.reduceLocal(new double[] {0, 1}, complex, 1, MPI.DOUBLE_COMPLEX, MPI.PROD);
        assertThat(complex).containsExactly(-1, 0);
        boolean[] truth = {false};
        Comm.reduceLocal(new boolean[] {true}, truth, 1, MPI.BOOLEAN, MPI.LOR);
        assertThat(truth).containsExactly(true);
    }

    @Test
    void minLocOnPairs() throws MPIException {
        ByteBuffer in = MPI.newByteBuffer(MPI.doubleInt.getExtent());
        byte[] inOut = new byte[MPI.doubleInt.getExtent()];
        DoubleInt.Data a = MPI.doubleInt.getData(in);
        DoubleInt.Data b = MPI.doubleInt.getData(inOut);
        a.putValue(1.5);
        a.putIndex(3);
        b.putValue(1.5);
        b.putIndex(2);
        Comm.reduceLocal(in, inOut, 1, MPI.DOUBLE_INT, MPI.MINLOC);
        assertThat(b.getIndex()).isEqualTo(2);
        assertThat(b.getValue()).isEqualTo(1.5);
    }

    @Test
    void illegalCombinationsAreRefused() throws MPIException {
        Datatype row = Datatype.createContiguous(2, MPI.INT);
        row.commit();
        Object[][] illegal = {
            {MPI.LAND, MPI.DOUBLE},
            {MPI.BXOR, MPI.FLOAT},
            {MPI.MAX, MPI.FLOAT_COMPLEX},
            {MPI.MINLOC, MPI.INT},
            {MPI.SUM, MPI.INT2},
            {MPI.SUM, MPI.PACKED},
            {MPI.SUM, row},
            {MPI.REPLACE, MPI.INT},
            {MPI.NO_OP, MPI.INT}
        };
        for (Object[] pair : illegal) {
            Op op = (Op) pair[0];
            Datatype type = (Datatype) pair[1];
            byte[] a = new byte[16];
            assertFails(MPI.ERR_OP, () -> Comm.reduceLocal(a, a.clone(), 1, type, op))
                    .contains(op.toString());
        }
        assertFails(MPI.ERR_OP, () -> MPI.COMM_SELF.allReduce(new int[1], 1, MPI.INT, null));
    }

    @Test
    void userFunctionOnArrays() throws MPIException {
        MinusArrays minus = new MinusArrays();
        Op op = new Op(minus, false);
        int[] inOut = {1, 2, 3};
        Comm.reduceLocal(new int[] {10, 10, 10}, inOut, 3, MPI.INT, op);
        assertThat(inOut).containsExactly(9, 8, 7);
        Datatype row = Datatype.createContiguous(3, MPI.INT);
        row.commit();
        Comm.reduceLocal(new int[] {10, 10, 10}, inOut, 1, row, op);
        assertThat(inOut).containsExactly(1, 2, 3);
        assertThat(minus.calls).containsExactly("3x3", "1x3");
        assertThat(op.isCommutative()).isFalse();
    }

    @Test
    void userFunctionOnBuffersOverAnyMemory() throws MPIException {
        Op op = new Op(new MinusBuffers(), true);
        int[] array = {1, 2};
        Comm.reduceLocal(new int[] {10, 10}, array, 2, MPI.INT, op);
        assertThat(array).containsExactly(9, 8);
        var direct = MPI.newIntBuffer(2).put(0, 4);
        Comm.reduceLocal(MPI.slice(new int[] {0, 7, 7}, 1), direct, 2, MPI.INT, op);
        assertThat(direct.get(0)).isEqualTo(3);
        assertThat(direct.get(1)).isEqualTo(7);
    }

    @Test
    void everyBaseTypeHasItsArray() throws MPIException {
        Datatype[] types = {
            MPI.BYTE,
            MPI.CHAR,
            MPI.SHORT,
            MPI.INT,
            MPI.LONG,
            MPI.FLOAT,
            MPI.DOUBLE,
            MPI.PACKED,
            MPI.BOOLEAN,
            MPI.FLOAT_COMPLEX,
            MPI.DOUBLE_COMPLEX,
            MPI.INT2
        };
        List<String> seen = new ArrayList<>();
        Op op =
                new Op(
                        new UserFunction() {
                            @Override
                            public void call(Object in, Object inOut, int count, Datatype type) {
                                assertThat(in.getClass()).isEqualTo(inOut.getClass());
                                seen.add(in.getClass().getSimpleName());
                            }
                        },
                        true);
        for (Datatype type : types) {
            Comm.reduceLocal(new byte[64], new byte[64], 2, type, op);
        }
        assertThat(seen)
                .containsExactly(
                        "byte[]",
                        "char[]",
                        "short[]",
                        "int[]",
                        "long[]",
                        "float[]",
                        "double[]",
                        "byte[]",
                        "boolean[]",
                        "float[]",
                        "double[]",
                        "byte[]");
    }

    @Test
    void gapsAtTheEndMayLieOutside() throws MPIException {
        Datatype wide = Datatype.createResized(MPI.INT, 0, 16);
        wide.commit();
        Op op = new Op(new MinusArrays(), true);
        int[] inOut = {1, -1, -2, -3, 2};
        Comm.reduceLocal(new int[] {10, 0, 0, 0, 20}, inOut, 2, wide, op);
        assertThat(inOut[0]).isEqualTo(9);
        assertThat(inOut[4]).isEqualTo(18);
    }

    @Test
    void dataBeforeTheOriginReachTheFunction() throws MPIException {
        Datatype backwards = Datatype.createVector(2, 1, -2, MPI.INT);
        backwards.commit();
        Op op = new Op(new MinusArrays(), true);
        for (boolean direct : new boolean[] {false, true}) {
            int[] values = {1, -1, 2, 3, -1, 4};
            IntBuffer inOut = direct ? MPI.newIntBuffer(6) : IntBuffer.wrap(new int[6]);
            inOut.put(0, values);
            IntBuffer second = direct ? MPI.slice(inOut, 2) : MPI.slice(inOut.array(), 2);
            int[] in = {10, 0, 20, 30, 0, 40};
            Comm.reduceLocal(MPI.slice(in, 2), second, 2, backwards, op);
            int[] result = new int[6];
            inOut.clear().get(0, result);
            assertThat(result).containsExactly(9, 1, 18, 27, 1, 36);
        }
    }

    /** Elements may follow each other downwards: the function's buffer begins at the last one. */
    @Test
    void elementsBelowEachOtherReachTheFunction() throws MPIException {
        Datatype down = Datatype.createResized(MPI.INT, 0, -4);
        down.commit();
        Op op = new Op(new MinusArrays(), true);
        for (boolean direct : new boolean[] {false, true}) {
            int[] values = {-1, 1, 2, 3, -1};
            IntBuffer inOut = direct ? MPI.newIntBuffer(5) : IntBuffer.wrap(new int[5]);
            inOut.put(0, values);
            IntBuffer last = direct ? MPI.slice(inOut, 3) : MPI.slice(inOut.array(), 3);
            Comm.reduceLocal(MPI.slice(new int[] {9, 10, 20, 30}, 3), last, 3, down, op);
            int[] result = new int[5];
            inOut.clear().get(0, result);
            assertThat(result).containsExactly(-1, 9, 18, 27, -1);
        }
    }

    @Test
    void dataFarFromTheOriginReachTheFunction() throws MPIException {
        Datatype third = Datatype.createIndexed(new int[] {1}, new int[] {2}, MPI.INT);
        third.commit();
        int[] inOut = {0, 0, 1, 2};
        Comm.reduceLocal(
                new int[] {0, 0, 10, 20}, inOut, 2, third, new Op(new MinusArrays(), true));
        assertThat(inOut).containsExactly(0, 0, 9, 18);
        Datatype half = Datatype.createHVector(2, 1, 1 << 30, MPI.BYTE);
        Datatype huge = Datatype.createHVector(3, 1, 1 << 30, half);
        huge.commit();
        Op op = new Op(new MinusArrays(), true);
        assertFails(MPI.ERR_TYPE, () -> Comm.reduceLocal(null, null, 0, huge, op));
    }

    @Test
    void exceptionsOfTheFunctionComeOut() {
        Op throwing =
                new Op(
                        new UserFunction() {
                            @Override
                            public void call(Object in, Object inOut, int count, Datatype type)
                                    throws MPIException {
                                throw new MPIException("no");
                            }
                        },
                        true);
        assertThatThrownBy(() -> Comm.reduceLocal(new int[1], new int[1], 1, MPI.INT, throwing))
                .isInstanceOf(MPIException.class)
                .hasMessage("no");
        Op empty = new Op(new UserFunction() {}, true);
        assertThatThrownBy(() -> Comm.reduceLocal(new int[1], new int[1], 1, MPI.INT, empty))
                .isInstanceOf(UnsupportedOperationException.class);
    }

    /** Algorithms go on after it, so that their messages do not match the next collective. */
    @Test
    void anExceptionWaitsForTheEndOfTheAlgorithm() {
        Error thrown = new StackOverflowError("on purpose");
        int[] calls = new int[1];
        UserFunction throwing =
                new UserFunction() {
                    @Override
                    public void call(Object in, Object inOut, int count, Datatype type) {
                        calls[0]++;
                        throw thrown;
                    }
                };
        UserReduction reduction = new UserReduction(throwing, true, MPI.INT);
        for (int application = 0; application < 3; application++) {
            reduction.apply(new int[] {1}, 0, new int[] {2}, 0, 1);
        }
        assertThat(calls[0]).as("calls of the function").isEqualTo(1);
        assertThatThrownBy(() -> UserReduction.throwFailure(reduction)).isSameAs(thrown);
        MPIException lost = new MPIException("a rank is lost");
        UserReduction.attachFailure(reduction, lost);
        assertThat(lost).hasSuppressedException(thrown);
    }

    @Test
    void freedOperationIsNull() throws MPIException {
        Op op = new Op(new MinusArrays(), true);
        op.free();
        assertThat(op.isNull()).isTrue();
        assertFails(MPI.ERR_OP, op::free);
        assertFails(MPI.ERR_OP, MPI.SUM::free).contains("predefined");
        assertFails(MPI.ERR_OP, () -> Comm.reduceLocal(new int[1], new int[1], 1, MPI.INT, op));
        assertThat(MPI.SUM.isCommutative()).isTrue();
    }

    @Test
    void collectiveArgumentsAreChecked() {
        Intracomm self = MPI.COMM_SELF;
        int[] one = {1};
        int[] big = {2};
        int[] zero = {0};
        assertFails(MPI.ERR_ROOT, () -> self.bcast(one, 1, MPI.INT, 1)).contains("1");
        assertFails(MPI.ERR_ROOT, () -> self.reduce(one, 1, MPI.INT, MPI.SUM, -1));
        assertFails(MPI.ERR_COUNT, () -> self.bcast(one, -1, MPI.INT, 0));
        assertFails(MPI.ERR_BUFFER, () -> self.bcast(one, 2, MPI.INT, 0));
        assertFails(MPI.ERR_TYPE, () -> self.allGather(one, 1, null));
        assertFails(MPI.ERR_BUFFER, () -> self.gatherv(one, 1, MPI.INT, one, big, zero, MPI.INT, 0))
                .contains("2 × MPI.INT at displacement 0 of rank 0");
        assertFails(MPI.ERR_BUFFER, () -> self.gatherv(one, 1, MPI.INT, one, one, one, MPI.INT, 0));
        assertFails(
                MPI.ERR_COUNT,
                () -> self.gatherv(one, 1, MPI.INT, one, new int[0], zero, MPI.INT, 0));
        assertFails(MPI.ERR_ARG, () -> self.gatherv(one, 1, MPI.INT, one, one, null, MPI.INT, 0));
        assertFails(
                MPI.ERR_COUNT,
                () -> self.reduceScatter(one, one, new int[] {-1}, MPI.INT, MPI.SUM));
        assertFails(
                MPI.ERR_BUFFER,
                () -> MPI.COMM_WORLD.allGather(one, 1, MPI.INT, new int[3], 1, MPI.INT));
    }

    /** The counts are ints, their sum is not. */
    @Test
    void countsMayAddUpToMoreThanAnInt() throws MPIException {
        Datatype nothing = Datatype.createContiguous(0, MPI.INT);
        nothing.commit();
        int[] counts = {1 << 30, 1 << 30, 1 << 30, 1 << 30};
        Op op = new Op(new MinusArrays(), true);
        MPI.COMM_WORLD.reduceScatter(null, null, counts, nothing, op);
        MPI.COMM_WORLD.reduceScatter(null, counts, nothing, op);
        assertFails(
                        MPI.ERR_BUFFER,
                        () ->
                                MPI.COMM_WORLD.reduceScatter(
                                        new byte[8], new byte[8], counts, MPI.BYTE, MPI.SUM))
                .contains("4294967296 × ");
    }

    @Test
    void collectivesOfOneCopy() throws MPIException {
        Intracomm self = MPI.COMM_SELF;
        int[] to = new int[2];
        int[] from = {1, 2};
        int[] two = {2};
        int[] zero = {0};
        self.barrier();
        self.gather(from, 2, MPI.INT, to, 2, MPI.INT, 0);
        assertThat(to).containsExactly(1, 2);
        self.scatterv(new int[] {3, 4}, two, zero, MPI.INT, to, 2, MPI.INT, 0);
        assertThat(to).containsExactly(3, 4);
        self.allReduce(to, 2, MPI.INT, MPI.SUM);
        self.reduceScatterBlock(from, to, 2, MPI.INT, MPI.SUM);
        self.scan(from, to, 2, MPI.INT, MPI.SUM);
        assertThat(to).containsExactly(1, 2);
    }
}
