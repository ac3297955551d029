package org.strata.osc.shm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.mca.coll.Coll;
import org.strata.mca.mpool.MappablePool;
import org.strata.mca.osc.OscFailure;
import org.strata.mca.osc.OscOperation;
import org.strata.mca.osc.OscRequest;
import org.strata.mca.osc.OscRequest.Flavor;
import org.strata.mca.osc.OscTarget;
import org.strata.mca.pml.CommContext;
import org.strata.mca.proc.Proc;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayout;
import org.strata.opal.datatype.DataLayouts;
import org.strata.opal.memory.Memory;
import org.strata.opal.op.NumberKind;
import org.strata.opal.op.OpKind;
import org.strata.opal.progress.Doorbell;
import org.strata.osc.base.FixedMemory;
import org.strata.testkit.FakeJob;
import org.strata.testkit.RecordingOutput;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Random;

/** What operations on a window in shared memory store and load. One thread. */
final class SharedOperationsTest {
    private static final DataLayout LONG = DataLayouts.basic(8, 8);
    private static final int WORDS = 40_000;
    private static final int[] RANK_ONE = {1};

    private final Arena arena = Arena.ofShared();
    private final FakeJob job = FakeJob.of(2);
    private final Proc[] procs = job.rank(0).procs().toArray(new Proc[0]);
    private final CommContext comm = new CommContext(3, 0, procs, 0);
    private final long[] memories = new long[2];
    private final ControlBlock[] controls = new ControlBlock[2];
    private final SharedWindow window;

    SharedOperationsTest() {
        FixedMemory[] fixed = new FixedMemory[2];
        MemorySegment[] segments = new MemorySegment[2];
        for (int rank = 0; rank < 2; rank++) {
            memories[rank] = Memory.allocate(arena, WORDS * 8L, 64);
            controls[rank] =
                    new ControlBlock(Memory.allocate(arena, ControlBlock.bytes(2), 128), 2);
            controls[rank].clear();
            fixed[rank] = new FixedMemory(memories[rank], WORDS * 8L, 8);
            segments[rank] = MemorySegment.ofAddress(memories[rank]).reinterpret(WORDS * 8L);
        }
        SharedMembers members =
                new SharedMembers(
                        controls, fixed, segments, segments[0], Arena.ofShared(), null, List.of());
        WindowBells bells = new WindowBells(comm, null, new Doorbell(why -> {}));
        window = new SharedWindow(comm, job.rank(0).engine(), members, bells);
    }

    @AfterEach
    void close() {
        window.close();
        job.close();
        arena.close();
    }

    private static OscTarget target(long at, long count) {
        return new OscTarget(1, at, count, LONG);
    }

    /** Kinds of memory of the program. */
    private enum Kind {
        NATIVE,
        ARRAY,
        GAPS,
        GAPS_IN_ARRAY;

        Buf words(Arena arena, int count) {
            boolean gaps = this == GAPS || this == GAPS_IN_ARRAY;
            DataLayout layout = gaps ? DataLayouts.resized(LONG, 0, 16) : LONG;
            int longs = gaps ? 2 * count : count;
            return this == NATIVE || this == GAPS
                    ? new Buf(null, Memory.allocate(arena, longs * 8L, 8), count, layout)
                    : new Buf(new long[longs], 0, count, layout);
        }
    }

    private void set(Buf words, long... values) {
        long packed = Memory.allocate(arena, values.length * 8L, 8);
        for (int i = 0; i < values.length; i++) {
            Memory.putLong(packed + 8L * i, values[i]);
        }
        words.unpack(packed, 0, values.length * 8L);
    }

    private long[] get(Buf words) {
        int count = (int) words.count();
        long packed = Memory.allocate(arena, count * 8L, 8);
        words.pack(0, packed, count * 8L);
        return longs(packed, count, 8);
    }

    private static long[] longs(long address, int count, int distance) {
        long[] values = new long[count];
        for (int i = 0; i < count; i++) {
            values[i] = Memory.getLong(address + (long) i * distance);
        }
        return values;
    }

    /** From and to every kind of memory; in one piece, in several, and the last one shorter. */
    @ParameterizedTest
    @CsvSource({
        "NATIVE, 1", "ARRAY, 1", "GAPS, 1", "GAPS_IN_ARRAY, 1",
        "NATIVE, 17000", "ARRAY, 17000", "GAPS, 17000", "GAPS_IN_ARRAY, 17000"
    })
    void dataGoToTheTargetAndBack(Kind kind, int count) {
        long[] values = new Random(count).longs(count).toArray();
        for (boolean gaps : new boolean[] {false, true}) {
            DataLayout there = gaps ? DataLayouts.resized(LONG, 0, 16) : LONG;
            OscTarget target = new OscTarget(1, 3, count, there);
            Buf from = kind.words(arena, count);
            set(from, values);
            OscOperation put = new OscOperation(from, comm);
            assertThat(window.put(from, target, put)).isEqualTo(Rc.OK);
            assertThat(put.isDone()).isTrue();
            assertThat(longs(memories[1] + 24, count, gaps ? 16 : 8)).isEqualTo(values);
            assertThat(Memory.getLong(memories[1] + 16)).isZero();
            if (gaps) {
                assertThat(Memory.getLong(memories[1] + 32)).as("a gap").isZero();
            }
            Buf to = kind.words(arena, count);
            OscOperation get = new OscOperation(to, comm);
            assertThat(window.get(to, target, get)).isEqualTo(Rc.OK);
            assertThat(get.isDone()).isTrue();
            assertThat(get(to)).isEqualTo(values);
            Memory.zero(memories[1], WORDS * 8L);
        }
    }

    /** Many more than one piece of an accumulate. */
    @ParameterizedTest
    @CsvSource({"NATIVE, 1", "ARRAY, 1", "GAPS, 5000", "GAPS_IN_ARRAY, 5000"})
    void elementsAreCombinedAndFetched(Kind kind, int count) {
        long[] values = new Random(count).longs(count, 0, 1000).toArray();
        Buf origin = kind.words(arena, count);
        Buf result = kind.words(arena, count);
        set(origin, values);
        OscTarget target = target(5, count);
        long[] expected = new long[count];
        for (int round = 0; round < 2; round++) {
            window.accumulate(origin, target, OpKind.SUM, NumberKind.INT64, null);
            window.getAccumulate(origin, result, target, OpKind.SUM, NumberKind.INT64, null);
            for (int i = 0; i < count; i++) {
                expected[i] += values[i];
            }
            assertThat(get(result)).isEqualTo(expected);
            for (int i = 0; i < count; i++) {
                expected[i] += values[i];
            }
            assertThat(longs(memories[1] + 40, count, 8)).isEqualTo(expected);
        }
        OscOperation fetch = new OscOperation(result, comm);
        window.getAccumulate(null, result, target, OpKind.NO_OP, NumberKind.INT64, fetch);
        assertThat(fetch.isDone()).isTrue();
        assertThat(get(result)).isEqualTo(expected);
        assertThat(longs(memories[1] + 40, count, 8)).isEqualTo(expected);
    }

    /** Integers and other elements, in memory of every kind: if it is as expected, and not else. */
    @ParameterizedTest
    @CsvSource({"NATIVE, 8", "ARRAY, 8", "NATIVE, 4", "ARRAY, 4", "NATIVE, 2", "ARRAY, 1"})
    void anElementIsSwappedIfItIsAsExpected(Kind kind, int bytes) {
        DataLayout layout = DataLayouts.basic(bytes, bytes);
        Buf[] words = {
            kind.words(arena, 1), kind.words(arena, 1), kind.words(arena, 1), kind.words(arena, 1)
        };
        set(words[0], 0x2222222222222222L);
        set(words[1], 0x1111111111111111L);
        set(words[2], 0x3333333333333333L);
        Buf origin = new Buf(words[0].base(), words[0].offset(), 1, layout);
        Buf equal = new Buf(words[1].base(), words[1].offset(), 1, layout);
        Buf other = new Buf(words[2].base(), words[2].offset(), 1, layout);
        Buf result = new Buf(words[3].base(), words[3].offset(), 1, layout);
        OscTarget target = new OscTarget(1, 2, 1, layout);
        long mask = bytes == 8 ? -1 : (1L << (8 * bytes)) - 1;
        Memory.putLong(memories[1] + 16, 0x1111111111111111L);
        for (int round = 0; round < 2; round++) {
            window.compareAndSwap(origin, other, result, target);
            assertThat(get(words[3])[0]).isEqualTo(0x1111111111111111L & mask);
            assertThat(Memory.getLong(memories[1] + 16)).isEqualTo(0x1111111111111111L);
        }
        window.compareAndSwap(origin, equal, result, target);
        assertThat(get(words[3])[0]).isEqualTo(0x1111111111111111L & mask);
        long swapped = (0x2222222222222222L & mask) | (0x1111111111111111L & ~mask);
        assertThat(Memory.getLong(memories[1] + 16)).isEqualTo(swapped);
        window.compareAndSwap(origin, equal, result, target);
        assertThat(get(words[3])[0]).isEqualTo(0x2222222222222222L & mask);
    }

    @Test
    void operationsOutsideOfTheWindowAreRefused() {
        Buf one = Kind.NATIVE.words(arena, 1);
        set(one, 9);
        for (long at : new long[] {-1, WORDS, 1L << 50}) {
            OscTarget outside = target(at, 1);
            for (int kind = 0; kind < 3; kind++) {
                OscOperation operation = new OscOperation(one, comm);
                int rc =
                        switch (kind) {
                            case 0 -> window.put(one, outside, operation);
                            case 1 -> window.get(one, outside, operation);
                            default ->
                                    window.accumulate(
                                            one, outside, OpKind.SUM, NumberKind.INT64, operation);
                        };
                assertThat(rc).isEqualTo(Rc.OK);
                assertThat(operation.error).isEqualTo(Rc.BAD_ARGUMENT);
                assertThat(window.takeFailure())
                        .isEqualTo(new OscFailure(OscFailure.Kind.RANGE, 1));
                assertThat(window.takeFailure()).isNull();
            }
            assertThat(window.compareAndSwap(one, one, one, outside)).isEqualTo(Rc.OK);
            assertThat(window.takeFailure()).isNotNull();
        }
        window.put(one, target(WORDS, 1), null);
        window.put(one, new OscTarget(0, WORDS, 1, LONG), null);
        assertThat(window.takeFailure()).as("the first one").extracting("target").isEqualTo(1);
        assertThat(get(one)).containsExactly(9);
    }

    /** A post and a completion are for one epoch. */
    @Test
    void eachEpochNeedsItsOwnPostAndCompletion() {
        for (int round = 0; round < 2; round++) {
            assertThat(window.test(RANK_ONE)).isFalse();
            controls[0].addPost(1);
            assertThat(window.start(RANK_ONE)).isEqualTo(Rc.OK);
            assertThat(window.complete(RANK_ONE)).isEqualTo(Rc.OK);
            assertThat(controls[1].completionsBy(0)).isEqualTo(round + 1);
            assertThat(window.post(RANK_ONE)).isEqualTo(Rc.OK);
            assertThat(controls[1].postsBy(0)).isEqualTo(round + 1);
            controls[0].addCompletion(1);
            assertThat(round == 0 ? window.await(RANK_ONE) : Rc.OK).isEqualTo(Rc.OK);
            assertThat(round == 0 || window.test(RANK_ONE)).isTrue();
        }
        comm.peer(1).markUnreachable();
        assertThat(Rc.name(window.start(RANK_ONE))).isEqualTo("UNREACHABLE");
        comm.peer(1).fail("killed by the test");
        assertThat(Rc.name(window.start(RANK_ONE))).isEqualTo("PEER_FAILED");
        assertThat(Rc.name(window.await(RANK_ONE))).isEqualTo("PEER_FAILED");
        controls[0].addPost(1);
        assertThat(Rc.name(window.start(RANK_ONE))).as("it had posted").isEqualTo("OK");
    }

    /** Reports of a hang say what is awaited, of whom. */
    @Test
    void waitsNameTheMember() {
        WindowBells bells = new WindowBells(comm, null, new Doorbell(why -> {}));
        boolean[] holds = {false};
        MemberWait wait =
                new MemberWait(
                        job.rank(0).engine(), comm, bells, 1, "to post its window", () -> holds[0]);
        assertThat(wait.isDone()).isFalse();
        assertThat(wait.awaited()).isEqualTo(1);
        assertThat(wait.waitState().what()).isEqualTo("rank 1 to post its window");
        assertThat(wait.waitState().ranks()).containsExactly(1);
        holds[0] = true;
        assertThat(wait.isDone()).isTrue();
        holds[0] = false;
        assertThat(wait.isDone()).as("not asked again").isTrue();
    }

    // ---- Locks.

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatIsLockedIsUnlocked(boolean alone) {
        for (int round = 0; round < 2; round++) {
            assertThat(window.lock(1, alone)).isEqualTo(Rc.OK);
            assertThat(controls[1].lock().admits(true)).isFalse();
            assertThat(controls[1].lock().admits(false)).isEqualTo(!alone);
            assertThat(controls[0].lock().admits(true)).isTrue();
            assertThat(window.unlock(1)).isEqualTo(Rc.OK);
            assertThat(controls[1].lock().admits(true)).isTrue();
            assertThat(window.lockAll()).isEqualTo(Rc.OK);
            assertThat(controls[0].lock().isShared()).isTrue();
            assertThat(controls[1].lock().isShared()).isTrue();
            assertThat(window.unlockAll()).isEqualTo(Rc.OK);
            assertThat(controls[0].lock().admits(true)).isTrue();
            assertThat(controls[1].lock().admits(true)).isTrue();
        }
    }

    @Test
    void aLockAllThatFailsReleasesTheLocksThatItHas() {
        assertThat(controls[1].lock().tryAtOnce(1, true)).isTrue();
        comm.peer(1).fail("killed by the test");
        assertThat(Rc.name(window.lockAll())).isEqualTo("PEER_FAILED");
        assertThat(controls[0].lock().admits(true)).isTrue();
    }

    // ---- The component.

    private OscRequest request(Flavor flavor, Proc... members) {
        Class<?>[] types = {Coll.class};
        Coll none =
                (Coll)
                        Proxy.newProxyInstance(
                                Coll.class.getClassLoader(),
                                types,
                                (proxy, method, arguments) -> {
                                    throw new AssertionError("nobody answers");
                                });
        return new OscRequest(flavor, new CommContext(4, 0, members, 0), null, none, 0, 0, 1);
    }

    /** Members know it without a message: those elsewhere would not answer. */
    @Test
    void windowsThatCannotBeSharedAreForOtherComponents() {
        MappablePool pool =
                (MappablePool)
                        Proxy.newProxyInstance(
                                MappablePool.class.getClassLoader(),
                                new Class<?>[] {MappablePool.class},
                                (proxy, method, arguments) -> {
                                    throw new AssertionError("no memory is needed");
                                });
        RecordingOutput output = new RecordingOutput();
        SharedOscComponent component =
                new SharedOscComponent(new SharedOscConfig(20), job.rank(0).engine(), output, pool);
        assertThat(component.name()).isEqualTo("shm");
        assertThat(component.priority()).isEqualTo(20);
        Proc here = new Proc(0, "a", 0, true);
        Proc there = new Proc(1, "b", 0, false);
        assertThat(component.open(request(Flavor.CREATE, here, there))).isNull();
        assertThat(component.open(request(Flavor.SHARED, there, here))).isNull();
        assertThat(component.open(request(Flavor.DYNAMIC, procs))).isNull();
        assertThat(window.memoryOf(-1)).isSameAs(window.memoryOf(0));
        assertThat(window.memoryOf(1).address()).isEqualTo(memories[1]);
        assertThat(new SharedOscModule().oldNames()).as("Open MPI's").containsExactly("sm");
    }
}
