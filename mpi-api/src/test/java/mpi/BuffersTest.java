package mpi;

import static mpi.MpiAssertions.assertFails;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import java.lang.foreign.Arena;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.IntBuffer;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

class BuffersTest {
    @RegisterExtension static final LocalMpi MPI_RUNS = new LocalMpi();

    private static void pass(Object from, Object to, int count, Datatype type) throws MPIException {
        MPI.COMM_WORLD.send(from, count, type, 1, 0);
        MPI.COMM_WORLD.recv(to, count, type, 1, 0);
    }

    @Test
    void newBuffersAreDirectAndNative() {
        assertThat(MPI.newByteBuffer(3).isDirect()).isTrue();
        assertThat(MPI.newByteBuffer(3).order()).isEqualTo(ByteOrder.nativeOrder());
        assertThat(MPI.newCharBuffer(3).capacity()).isEqualTo(3);
        assertThat(MPI.newShortBuffer(3).order()).isEqualTo(ByteOrder.nativeOrder());
        assertThat(MPI.newIntBuffer(3).isDirect()).isTrue();
        assertThat(MPI.newLongBuffer(3).capacity()).isEqualTo(3);
        assertThat(MPI.newFloatBuffer(0).capacity()).isZero();
        assertThat(MPI.newDoubleBuffer(3).order()).isEqualTo(ByteOrder.nativeOrder());
        assertThatThrownBy(() -> MPI.newDoubleBuffer(1 << 29))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void memoryThatWasFreedIsRefused() throws MPIException {
        Arena arena = Arena.ofShared();
        ByteBuffer bytes = arena.allocate(64, 8).asByteBuffer().order(ByteOrder.nativeOrder());
        List<Buffer> all =
                List.of(
                        bytes,
                        bytes.asDoubleBuffer(),
                        bytes.asIntBuffer(),
                        bytes.asLongBuffer(),
                        bytes.asFloatBuffer(),
                        bytes.asShortBuffer(),
                        bytes.asCharBuffer(),
                        bytes.duplicate().limit(0));
        for (Buffer each : all) {
            pass(each, each, 8, MPI.BYTE);
        }
        arena.close();
        for (Buffer each : all) {
            assertFails(MPI.ERR_BUFFER, () -> MPI.COMM_WORLD.send(each, 8, MPI.BYTE, 1, 0))
                    .contains("its arena is closed");
            assertFails(MPI.ERR_BUFFER, () -> MPI.COMM_WORLD.recv(each, 8, MPI.BYTE, 1, 0));
        }
    }

    @Test
    void memoryConfinedToAnotherThreadServes() throws Exception {
        try (Arena arena = Arena.ofConfined()) {
            ByteBuffer confined = arena.allocate(8).asByteBuffer();
            AtomicReference<Throwable> failure = new AtomicReference<>();
            Thread other =
                    Thread.ofPlatform()
                            .uncaughtExceptionHandler((thread, e) -> failure.set(e))
                            .start(() -> {
                                try {
                                    pass(confined, confined, 8, MPI.BYTE);
                                } catch (MPIException e) {
                                    throw new AssertionError(e);
                                }
                            });
            other.join();
            assertThat(failure.get()).isNull();
        }
    }

    @Test
    void slicesMoveTheOriginal() {
        IntBuffer buffer = MPI.newIntBuffer(10);
        buffer.position(8).limit(9);
        IntBuffer slice = MPI.slice(buffer, 3);
        assertThat(slice.capacity()).isEqualTo(7);
        assertThat(buffer.position()).isEqualTo(3);
        assertThat(buffer.limit()).isEqualTo(10);
        ByteBuffer bytes = ByteBuffer.allocateDirect(8).order(ByteOrder.BIG_ENDIAN);
        assertThat(MPI.slice(bytes, 1).order()).isEqualTo(ByteOrder.nativeOrder());
    }

    @Test
    void slicesOfArraysHaveAnOffset() {
        double[] array = new double[5];
        assertThat(MPI.slice(array, 2).arrayOffset()).isEqualTo(2);
        assertThat(MPI.slice(array, 2).capacity()).isEqualTo(3);
        assertThat(MPI.slice(new byte[4], 4).capacity()).isZero();
        assertThat(MPI.slice(new byte[4], 1).order()).isEqualTo(ByteOrder.nativeOrder());
        assertThat(MPI.slice(new char[4], 1).arrayOffset()).isEqualTo(1);
        assertThat(MPI.slice(new short[4], 1).arrayOffset()).isEqualTo(1);
        assertThat(MPI.slice(new long[4], 1).arrayOffset()).isEqualTo(1);
        assertThat(MPI.slice(new float[4], 1).arrayOffset()).isEqualTo(1);
    }

    @Test
    void positionsAndLimitsDoNotCount() throws MPIException {
        IntBuffer from = MPI.newIntBuffer(4).put(new int[] {1, 2, 3, 4});
        from.position(2).limit(3);
        IntBuffer to = MPI.newIntBuffer(4);
        to.position(1);
        pass(from, to, 4, MPI.INT);
        assertThat(to.get(0)).isEqualTo(1);
        assertThat(to.get(3)).isEqualTo(4);
        assertThat(from.position()).isEqualTo(2);
        assertThat(from.limit()).isEqualTo(3);

        IntBuffer heap = IntBuffer.wrap(new int[] {5, 6, 7, 8});
        heap.position(3);
        int[] array = new int[4];
        pass(heap, array, 4, MPI.INT);
        assertThat(array).containsExactly(5, 6, 7, 8);
    }

    @Test
    void slicesGiveOffsets() throws MPIException {
        int[] to = new int[6];
        pass(MPI.slice(new int[] {1, 2, 3, 4}, 2), MPI.slice(to, 3), 2, MPI.INT);
        assertThat(to).containsExactly(0, 0, 0, 3, 4, 0);
        IntBuffer direct = MPI.newIntBuffer(4);
        pass(new int[] {9}, MPI.slice(direct, 3), 1, MPI.INT);
        assertThat(direct.get(3)).isEqualTo(9);
    }

    @Test
    void arraysOfAnyTypeAreBytes() throws MPIException {
        int[] ints = {0x01020304, 0x05060708, -1};
        pass(new byte[] {1, 2, 3, 4, 5}, ints, 5, MPI.BYTE);
        assertThat(ints).containsExactly(0x04030201, 0x05060705, -1);
        double[] doubles = new double[2];
        pass(new long[] {Double.doubleToLongBits(1.5)}, doubles, 1, MPI.DOUBLE);
        assertThat(doubles).containsExactly(1.5, 0);
        pass(new float[] {2f}, new char[2], 2, MPI.CHAR);
    }

    @Test
    void booleansTravelAsBytes() throws MPIException {
        boolean[] to = new boolean[3];
        pass(new boolean[] {true, false, true}, to, 3, MPI.BOOLEAN);
        assertThat(to).containsExactly(true, false, true);
        byte[] bytes = new byte[2];
        pass(new boolean[] {true, false}, bytes, 2, MPI.BYTE);
        assertThat(bytes).containsExactly(1, 0);
    }

    @Test
    void elementsBeyondTheBufferAreRefused() {
        assertFails(MPI.ERR_BUFFER, () -> MPI.COMM_WORLD.send(new int[3], 4, MPI.INT, 1, 0))
                .contains("12 bytes", "4 × MPI.INT", "to 16");
        assertFails(
                MPI.ERR_BUFFER, () -> MPI.COMM_WORLD.recv(MPI.newByteBuffer(7), 1, MPI.LONG, 1, 0));
        assertFails(
                MPI.ERR_BUFFER,
                () -> MPI.COMM_WORLD.send(MPI.slice(new int[3], 2), 2, MPI.INT, 1, 0));
        assertFails(MPI.ERR_BUFFER, () -> MPI.COMM_WORLD.send(null, 1, MPI.INT, 1, 0))
                .contains("null");
        assertFails(MPI.ERR_BUFFER, () -> MPI.COMM_WORLD.send("text", 1, MPI.BYTE, 1, 0))
                .contains("String");
        CharBuffer text = CharBuffer.wrap("text");
        assertFails(MPI.ERR_BUFFER, () -> MPI.COMM_WORLD.send(text, 1, MPI.CHAR, 1, 0));
    }

    @Test
    void hugeReachesDoNotOverflowTheCheck() throws MPIException {
        Datatype big = Datatype.createResized(MPI.INT, 0, Integer.MAX_VALUE);
        Datatype bigger = Datatype.createContiguous(1 << 20, big);
        bigger.commit();
        int[] buffer = new int[1];
        assertFails(MPI.ERR_BUFFER, () -> MPI.COMM_WORLD.send(buffer, 1 << 30, bigger, 1, 0));
        assertFails(MPI.ERR_BUFFER, () -> MPI.COMM_WORLD.send(buffer, 2, bigger, 1, 0));
    }

    @Test
    void elementsBeforeAnOffsetAreInTheArray() throws MPIException {
        Datatype before = Datatype.createIndexed(new int[] {1}, new int[] {-2}, MPI.INT);
        before.commit();
        int[] to = new int[1];
        MPI.COMM_WORLD.send(MPI.slice(new int[] {1, 2, 3, 4}, 3), 1, before, 1, 0);
        MPI.COMM_WORLD.recv(to, 1, MPI.INT, 1, 0);
        assertThat(to).containsExactly(2);
        assertFails(MPI.ERR_BUFFER, () -> MPI.COMM_WORLD.send(new int[4], 1, before, 1, 0))
                .contains("-8");
    }

    @Test
    void nullIsFineForNothing() throws MPIException {
        MPI.COMM_WORLD.send(null, 0, MPI.INT, 1, 0);
        assertThat(MPI.COMM_WORLD.recv(null, 0, MPI.INT, 1, 0).getCount(MPI.INT)).isZero();
        MPI.COMM_WORLD.iSend(null, 0, MPI.INT, 1, 0).waitFor();
        MPI.COMM_WORLD.iRecv(null, 0, MPI.INT, 1, 0).waitFor();
    }

    @Test
    void readOnlyBuffersAreNotWritten() throws MPIException {
        ByteBuffer readOnly = MPI.newByteBuffer(4).asReadOnlyBuffer();
        MPI.COMM_WORLD.send(readOnly, 4, MPI.BYTE, 1, 0);
        assertFails(MPI.ERR_BUFFER, () -> MPI.COMM_WORLD.recv(readOnly, 4, MPI.BYTE, 1, 0))
                .contains("read-only");
        ByteBuffer heap = ByteBuffer.allocate(4).asReadOnlyBuffer();
        assertFails(MPI.ERR_BUFFER, () -> MPI.COMM_WORLD.send(heap, 4, MPI.BYTE, 1, 0));
    }

    @Test
    void nonBlockingCallsWantDirectNioBuffersOrArrays() throws MPIException {
        ByteBuffer heap = ByteBuffer.allocate(4);
        String text = "The buffer must be direct: MPI.newByteBuffer(n) makes one.";
        assertThatThrownBy(() -> MPI.COMM_WORLD.iSend(heap, 4, MPI.BYTE, 1, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(text);
        assertThatThrownBy(() -> MPI.COMM_WORLD.iRecv((Object) heap, 4, MPI.BYTE, 1, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(text);
        assertThatThrownBy(() -> MPI.COMM_WORLD.recvInit(heap, 4, MPI.BYTE, 1, 0))
                .isInstanceOf(IllegalArgumentException.class);
        byte[] to = new byte[2];
        Request receive = MPI.COMM_WORLD.iRecv(to, 2, MPI.BYTE, 1, 0);
        MPI.COMM_WORLD.iSend(new byte[] {1, 2}, 2, MPI.BYTE, 1, 0).waitFor();
        receive.waitFor();
        assertThat(to).containsExactly(1, 2);
    }

    @Test
    void gapsStayUntouched() throws MPIException {
        Datatype column = Datatype.createVector(3, 1, 2, MPI.INT);
        column.commit();
        int[] to = {-1, -2, -3, -4, -5, -6};
        MPI.COMM_WORLD.send(new int[] {1, 2, 3}, 3, MPI.INT, 1, 0);
        MPI.COMM_WORLD.recv(to, 1, column, 1, 0);
        assertThat(to).containsExactly(1, -2, 2, -4, 3, -6);
    }
}
