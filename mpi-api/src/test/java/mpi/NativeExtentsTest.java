package mpi;

import static mpi.MpiAssertions.assertFails;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.WeakReference;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Elements before the origin of a slice of a direct buffer. */
class NativeExtentsTest {
    @RegisterExtension static final LocalMpi MPI_RUNS = new LocalMpi();

    private Datatype backwards;

    @BeforeEach
    void makeType() throws MPIException {
        backwards = Datatype.createVector(3, 1, -2, MPI.INT);
        backwards.commit();
    }

    /** Where a direct buffer of 10 ints comes from. */
    enum Origin {
        /** The library. */
        NEW_BUFFER {
            @Override
            IntBuffer ints() {
                return MPI.newIntBuffer(10);
            }
        },

        /** The JDK; nobody but the slice refers to the buffer that was sliced. */
        ALLOCATE_DIRECT {
            @Override
            IntBuffer ints() {
                return nativeInts(ByteBuffer.allocateDirect(40));
            }
        },

        /** An arena's memory. */
        ARENA {
            @Override
            IntBuffer ints() {
                return nativeInts(Arena.ofAuto().allocate(40, 4).asByteBuffer());
            }
        },

        /** An arena with other memory beside it. */
        COMMON_ARENA {
            @Override
            IntBuffer ints() {
                MemorySegment all = Arena.ofAuto().allocate(120, 8);
                return nativeInts(all.asSlice(40, 40).asByteBuffer());
            }
        },

        /** A slice that the library made. */
        SLICE {
            @Override
            IntBuffer ints() {
                return nativeInts(MPI.slice(ByteBuffer.allocateDirect(80), 40));
            }
        };

        abstract IntBuffer ints();

        static IntBuffer nativeInts(ByteBuffer bytes) {
            return bytes.order(ByteOrder.nativeOrder()).asIntBuffer();
        }
    }

    private static void collectGarbage(Object dropped) throws InterruptedException {
        WeakReference<Object> gone = new WeakReference<>(dropped);
        dropped = null;
        for (int i = 0; i < 100 && gone.get() != null; i++) {
            System.gc();
            Thread.sleep(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void negativeStridesReachBack(Origin origin) throws Exception {
        IntBuffer from = MPI.slice(origin.ints().put(new int[] {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}), 5);
        IntBuffer to = MPI.slice(origin.ints(), 4);
        collectGarbage(new Object());
        MPI.COMM_WORLD.send(from, 1, backwards, 1, 0);
        MPI.COMM_WORLD.recv(to, 1, backwards, 1, 0);
        Datatype back = Datatype.createVector(5, 1, -1, MPI.INT);
        back.commit();
        int[] all = new int[5];
        MPI.COMM_WORLD.send(to, 1, back, 1, 0);
        MPI.COMM_WORLD.recv(all, 5, MPI.INT, 1, 0);
        assertThat(all).containsExactly(5, 0, 3, 0, 1);
    }

    @ParameterizedTest
    @EnumSource
    void whatLiesBeforeTheParentIsRefused(Origin origin) {
        IntBuffer slice = MPI.slice(origin.ints(), 3);
        int reach = origin == Origin.SLICE ? 3 + 10 : 3;
        assertFails(MPI.ERR_BUFFER, () -> MPI.COMM_WORLD.send(slice, 1, at(-reach - 1), 1, 0))
                .contains("28 bytes and " + 4 * reach + " before its origin")
                .contains("bytes " + -4 * (reach + 1));
        assertFails(MPI.ERR_BUFFER, () -> MPI.COMM_WORLD.recv(slice, 1, at(7), 1, 0));
    }

    /** One int at a place, in ints from the origin. */
    private static Datatype at(int place) throws MPIException {
        Datatype type = Datatype.createIndexed(new int[] {1}, new int[] {place}, MPI.INT);
        type.commit();
        return type;
    }

    @ParameterizedTest
    @EnumSource
    void slicesOfSlicesReachAsFar(Origin origin) throws Exception {
        IntBuffer slice = MPI.slice(MPI.slice(origin.ints().put(0, 77), 4), 6);
        assertThat(slice.capacity()).isZero();
        collectGarbage(new Object());
        MPI.COMM_WORLD.send(slice, 1, at(-10), 1, 0);
        int[] to = new int[1];
        MPI.COMM_WORLD.recv(to, 1, MPI.INT, 1, 0);
        assertThat(to).containsExactly(77);
    }

    @ParameterizedTest
    @EnumSource
    void slicesHaveTheBytesOfTheirBuffer(Origin origin) {
        for (ByteOrder order : List.of(ByteOrder.BIG_ENDIAN, ByteOrder.LITTLE_ENDIAN)) {
            ByteBuffer bytes = ByteBuffer.allocateDirect(64).order(order);
            assertThat(MPI.slice(bytes.asIntBuffer(), 2).order()).isEqualTo(order);
            assertThat(MPI.slice(bytes.asReadOnlyBuffer(), 2).isReadOnly()).isTrue();
            assertThat(MPI.slice(bytes, 2).isReadOnly()).isFalse();
            assertThat(MPI.slice(bytes, 2).order()).isEqualTo(ByteOrder.nativeOrder());
        }
        IntBuffer ints = origin.ints();
        IntBuffer slice = MPI.slice(ints, 4);
        slice.put(0, 5);
        assertThat(ints.get(4)).isEqualTo(5);
        assertThat(slice.isDirect()).isTrue();
        assertThat(slice.position()).isZero();
        assertThat(slice.limit()).isEqualTo(6);
        assertThat(slice.capacity()).isEqualTo(6);
    }

    @Test
    void everyKindOfBufferIsSliced() throws MPIException {
        Datatype before = Datatype.createIndexed(new int[] {1}, new int[] {-3}, MPI.BYTE);
        before.commit();
        ByteBuffer bytes = ByteBuffer.allocateDirect(64).put(5, (byte) 7);
        List<Buffer> slices =
                List.of(
                        MPI.slice(bytes.duplicate(), 8),
                        MPI.slice(bytes.asCharBuffer(), 4),
                        MPI.slice(bytes.asShortBuffer(), 4),
                        MPI.slice(bytes.asIntBuffer(), 2),
                        MPI.slice(bytes.asLongBuffer(), 1),
                        MPI.slice(bytes.asFloatBuffer(), 2),
                        MPI.slice(bytes.asDoubleBuffer(), 1));
        for (Buffer slice : slices) {
            byte[] to = new byte[1];
            MPI.COMM_WORLD.send(slice, 1, before, 1, 0);
            MPI.COMM_WORLD.recv(to, 1, MPI.BYTE, 1, 0);
            assertThat(to).containsExactly(7);
        }
    }

    @Test
    void theProgramsOwnSlicesReachIntoKnownMemory() throws MPIException {
        ByteBuffer unknown = ByteBuffer.allocateDirect(40);
        ByteBuffer slice = unknown.slice(20, 12);
        assertFails(MPI.ERR_BUFFER, () -> MPI.COMM_WORLD.send(slice, 1, backwards, 1, 0))
                .contains("12 bytes, but")
                .contains("MPI.slice");
        assertFails(
                        MPI.ERR_BUFFER,
                        () ->
                                MPI.COMM_SELF.gatherv(
                                        new int[3],
                                        3,
                                        MPI.INT,
                                        slice,
                                        new int[] {1},
                                        new int[] {0},
                                        backwards,
                                        0))
                .contains("MPI.slice");
        MPI.COMM_WORLD.iSend(unknown, 0, MPI.INT, 1, 1).waitFor();
        MPI.COMM_WORLD.send(unknown, 1, MPI.INT, 1, 0);
        MPI.COMM_WORLD.send(slice, 1, backwards, 1, 0);
        IntBuffer ints = MPI.newIntBuffer(10).put(1, 11).slice(5, 1);
        MPI.COMM_WORLD.send(ints, 1, backwards, 1, 5);
        int[] to = new int[3];
        MPI.COMM_WORLD.recv(to, 3, MPI.INT, 1, 5);
        assertThat(to).containsExactly(0, 0, 11);
    }

    @Test
    void nothingIsRememberedPerSlice() throws InterruptedException {
        NativeExtents extents = new NativeExtents();
        ByteBuffer bytes = ByteBuffer.allocateDirect(400);
        ByteBuffer held = null;
        for (int i = 0; i < 100_000; i++) {
            held = extents.aliasToSlice(bytes.duplicate()).slice(i % 100, 4);
            IntBuffer fresh = bytes.asIntBuffer();
            assertThat(extents.aliasToSlice(fresh).capacity()).isEqualTo(400);
        }
        // A collection within the loop leaves an alias that no slice refers to any more.
        for (int i = 0; i < 1000 && extents.size() > 1; i++) {
            System.gc();
            Thread.sleep(1);
        }
        assertThat(extents.size()).isEqualTo(1);
        assertThat(held.capacity()).isEqualTo(4);
    }

    @Test
    void memoryThatIsGoneIsForgotten() throws InterruptedException {
        NativeExtents extents = new NativeExtents();
        for (int i = 0; i < 200; i++) {
            extents.remember(ByteBuffer.allocateDirect(40));
            extents.remember(Arena.ofAuto().allocate(40).asByteBuffer());
            extents.aliasToSlice(ByteBuffer.allocateDirect(40));
        }
        for (int i = 0; i < 1000 && extents.size() > 0; i++) {
            System.gc();
            Thread.sleep(1);
        }
        assertThat(extents.size()).isZero();
    }

    @Test
    void rangesOfOneScopeStayApart() {
        NativeExtents extents = new NativeExtents();
        MemorySegment all = Arena.global().allocate(1000);
        long start = all.address();
        extents.remember(all.asSlice(100, 100).asByteBuffer());
        extents.remember(all.asSlice(200, 100).asByteBuffer());
        assertThat(extents.before(all.scope(), start + 150, start + 200)).isEqualTo(50);
        assertThat(extents.before(all.scope(), start + 200, start + 210)).isZero();
        assertThat(extents.before(all.scope(), start + 200, start + 200)).isEqualTo(100);
        assertThat(extents.before(all.scope(), start + 150, start + 201)).isZero();
        assertThat(extents.before(all.scope(), start + 50, start + 60)).isZero();
        extents.remember(all.asSlice(150, 100).asByteBuffer());
        assertThat(extents.before(all.scope(), start + 240, start + 250)).isEqualTo(140);
        assertThat(extents.before(all.scope(), start + 290, start + 300)).isEqualTo(90);
        extents.remember(all.asSlice(400, 10).asByteBuffer());
        extents.remember(all.asSlice(410, 10).asByteBuffer());
        extents.remember(all.asSlice(410, 0).asByteBuffer());
        extents.remember(all.asSlice(390, 15).asByteBuffer());
        assertThat(extents.before(all.scope(), start + 410, start + 410)).isEqualTo(20);
        assertThat(extents.before(all.scope(), start + 410, start + 411)).isZero();
        extents.remember(all.asSlice(395, 30).asByteBuffer());
        assertThat(extents.before(all.scope(), start + 424, start + 425)).isEqualTo(34);
        assertThat(extents.before(Arena.ofAuto().scope(), start + 150, start + 200)).isZero();
        assertThat(extents.size()).isEqualTo(1);
    }

    @Test
    void threadsSliceAtTheSameTime() throws Exception {
        ByteBuffer common = ByteBuffer.allocateDirect(4000);
        try (ExecutorService pool = Executors.newFixedThreadPool(4)) {
            List<Future<?>> running = new ArrayList<>();
            for (int thread = 0; thread < 4; thread++) {
                running.add(
                        pool.submit(() -> {
                            for (int i = 0; i < 5000; i++) {
                                IntBuffer own = Origin.ALLOCATE_DIRECT.ints();
                                for (Buffer slice :
                                        List.of(
                                                MPI.slice(own, 5),
                                                MPI.slice(MPI.newIntBuffer(10), 5),
                                                MPI.slice(common.duplicate(), 20))) {
                                    assertThat(Buffers.holds(slice, backwards.layout(), 1))
                                            .isTrue();
                                }
                            }
                        }));
            }
            for (Future<?> future : running) {
                future.get();
            }
        }
    }
}
