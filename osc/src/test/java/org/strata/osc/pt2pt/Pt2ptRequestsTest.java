package org.strata.osc.pt2pt;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.mca.osc.OscFailure;
import org.strata.mca.osc.OscOperation;
import org.strata.mca.osc.OscRequest;
import org.strata.mca.osc.OscRequest.Flavor;
import org.strata.mca.osc.OscTarget;
import org.strata.mca.osc.OscWindow;
import org.strata.mca.pml.CommContext;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayout;
import org.strata.opal.datatype.DataLayouts;
import org.strata.opal.datatype.LayoutCodec;
import org.strata.opal.memory.Memory;
import org.strata.opal.op.NumberKind;
import org.strata.opal.op.OpKind;
import org.strata.testkit.FakeJob;
import org.strata.testkit.FakePml;
import org.strata.testkit.RecordingOutput;

import java.lang.foreign.Arena;
import java.util.Arrays;

/** The requests of an origin, part by part, and what it does with their answers. */
@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class Pt2ptRequestsTest {
    private static final DataLayout LONG = DataLayouts.basic(8, 8);
    private static final int ROOM = PlayedMember.REQUEST_BYTES - RequestHeader.BYTES;
    private static final int WORDS = 60;

    private final Arena arena = Arena.ofShared();
    private final long memory = Memory.allocate(arena, 4096, 64);
    private final long mine = Memory.allocate(arena, 4096, 64);
    private final PlayedMember other = new PlayedMember(Flavor.CREATE, memory, 4096);
    private final Pt2ptWindow window = other.window;
    private final CommContext comm;

    Pt2ptRequestsTest() {
        try (FakeJob job = FakeJob.of(2)) {
            comm = FakePml.of(job, 64).get(1).world(7);
        }
    }

    @AfterEach
    void close() {
        other.close();
        arena.close();
    }

    /** Each piece brings back its part of the result; the operation ends with the last one. */
    @Test
    void aLongFetchIsCutIntoPieces() {
        for (int i = 0; i < WORDS; i++) {
            Memory.putLong(mine + 8L * i, i);
        }
        long[] values = new long[WORDS];
        Buf result = new Buf(values, 0, WORDS, LONG);
        OscTarget target = new OscTarget(0, 16, WORDS, LONG);
        for (boolean changes : new boolean[] {true, false}) {
            Buf origin = changes ? new Buf(null, mine, WORDS, LONG) : null;
            OpKind op = changes ? OpKind.BXOR : OpKind.NO_OP;
            OscOperation operation = new OscOperation(result, comm);
            window.getAccumulate(origin, result, target, op, NumberKind.INT64, operation);
            // The caller's buffer may describe another one now.
            result.set(null, 0, 0, LONG, null);
            for (int piece = 0; piece < 3; piece++) {
                int length = Math.min(ROOM, WORDS * 8 - piece * ROOM);
                assertThat(operation.isDone()).isFalse();
                assertThat(other.receive(WindowTags.REQUEST))
                        .hasSize(RequestHeader.BYTES + (changes ? length : 0));
                long at = other.message();
                assertThat(RequestHeader.kind(at)).isEqualTo(RequestKind.GET_ACCUMULATE);
                assertThat(RequestHeader.op(at)).isEqualTo(op);
                assertThat(RequestHeader.number(at)).isEqualTo(NumberKind.INT64);
                assertThat(RequestHeader.displacement(at)).isEqualTo(16);
                assertThat(RequestHeader.count(at)).isEqualTo(WORDS * 8);
                assertThat(RequestHeader.position(at)).isEqualTo((long) piece * ROOM);
                assertThat(RequestHeader.length(at)).isEqualTo(length);
                if (changes) {
                    assertThat(Memory.getLong(at + RequestHeader.BYTES)).isEqualTo(piece * 24L);
                }
                other.reply(length, piece + 1);
                other.progress();
            }
            assertThat(other.received()).isNull();
            assertThat(operation.isDone()).isTrue();
            assertThat(operation.error).isEqualTo(Rc.OK);
            for (int i = 0; i < WORDS; i++) {
                assertThat(values[i]).isEqualTo((i / 24 + 1) * 0x0101010101010101L);
            }
            Arrays.fill(values, 0);
            result.set(values, 0, WORDS, LONG, null);
        }
    }

    /** An answer that is too short is a refusal: nothing of it is taken. */
    @ParameterizedTest
    @ValueSource(ints = {0, 7})
    void aShortAnswerIsARefusal(int bytes) {
        long[] values = {5};
        Buf result = new Buf(values, 0, 1, LONG);
        OscTarget target = new OscTarget(0, 0, 1, LONG);
        OscOperation operation = new OscOperation(result, comm);
        window.getAccumulate(null, result, target, OpKind.NO_OP, NumberKind.INT64, operation);
        other.reply(bytes, 1);
        assertThat(window.flush(0)).isEqualTo(Rc.OK);
        assertThat(operation.error).isEqualTo(Rc.BAD_ARGUMENT);
        assertThat(values).containsExactly(5);
        assertThat(window.takeFailure()).isEqualTo(new OscFailure(OscFailure.Kind.RANGE, 0));
        assertThat(window.takeFailure()).isNull();
    }

    @Test
    void anElementIsComparedAndSwappedAtTheTarget() {
        long[] values = {9};
        Memory.putLong(mine, 1);
        Memory.putLong(mine + 8, 2);
        window.compareAndSwap(
                new Buf(null, mine, 1, LONG),
                new Buf(null, mine + 8, 1, LONG),
                new Buf(values, 0, 1, LONG),
                new OscTarget(0, 24, 1, LONG));
        assertThat(other.receive(WindowTags.REQUEST)).hasSize(RequestHeader.BYTES + 16);
        long at = other.message();
        assertThat(RequestHeader.kind(at)).isEqualTo(RequestKind.COMPARE_AND_SWAP);
        assertThat(RequestHeader.displacement(at)).isEqualTo(24);
        assertThat(RequestHeader.length(at)).isEqualTo(8);
        assertThat(Memory.getLong(at + RequestHeader.BYTES)).isEqualTo(1);
        assertThat(Memory.getLong(at + RequestHeader.BYTES + 8)).isEqualTo(2);
        other.reply(8, 3);
        assertThat(window.flush(0)).isEqualTo(Rc.OK);
        assertThat(values).containsExactly(0x0303030303030303L);
    }

    private static DataLayout blocks(int count) {
        long[] lengths = new long[count];
        long[] places = new long[count];
        for (int i = 0; i < count; i++) {
            lengths[i] = 1;
            places[i] = 24L * i + i % 2 * 8L;
        }
        return DataLayouts.hindexed(lengths, places, LONG);
    }

    /** A datatype is described before its first use, and again only after another one. */
    @ParameterizedTest
    @ValueSource(ints = {3, 40})
    void datatypesAreDescribedOnce(int count) {
        DataLayout[] layouts = {blocks(count), blocks(count + 1)};
        for (int use : new int[] {0, 0, 1, 0}) {
            DataLayout layout = layouts[use];
            long bytes = LayoutCodec.bytes(layout);
            boolean inline = bytes <= ROOM;
            assertThat(inline).isEqualTo(count == 3);
            boolean described = Memory.getLong(mine) != use + 1;
            Memory.putLong(mine, use + 1);
            Buf origin = new Buf(null, mine, layout.size() / 8, LONG);
            window.put(origin, new OscTarget(0, 8, 1, layout), null);
            if (described) {
                byte[] request = other.receive(WindowTags.REQUEST);
                long at = other.message();
                assertThat(RequestHeader.kind(at)).isEqualTo(RequestKind.LAYOUT);
                assertThat(RequestHeader.length(at)).isEqualTo(bytes);
                assertThat(RequestHeader.inline(at)).isEqualTo(inline);
                assertThat(request).hasSize(RequestHeader.BYTES + (inline ? (int) bytes : 0));
                long description = at + RequestHeader.BYTES;
                if (!inline) {
                    assertThat(other.receive(WindowTags.DATA)).hasSize((int) bytes);
                    description = other.message();
                }
                DataLayout read = LayoutCodec.read(description, bytes);
                assertThat(read.size()).isEqualTo(layout.size());
                assertThat(read.touchedEnd(1)).isEqualTo(layout.touchedEnd(1));
            }
            assertThat(other.received()).isEqualTo(RequestKind.PUT);
            assertThat(RequestHeader.described(other.message())).isTrue();
            assertThat(RequestHeader.count(other.message())).isEqualTo(1);
            assertThat(RequestHeader.length(other.message())).isEqualTo(layout.size());
            while (other.receive(WindowTags.DATA) != null) {
                continue;
            }
            assertThat(other.received()).isNull();
        }
    }

    // ---- The lock of this member's window.

    /** Who waits while the holder lives is not refused; it gets the lock when it is released. */
    @Test
    void whoWaitsForALivingHolderIsGranted() {
        assertThat(window.lock(1, true)).isEqualTo(Rc.OK);
        other.request(RequestKind.LOCK_EXCLUSIVE);
        other.progress();
        assertThat(other.received()).isNull();
        assertThat(window.unlock(1)).isEqualTo(Rc.OK);
        other.progress();
        assertThat(other.received()).isEqualTo(RequestKind.GRANT);
        assertThat(other.refusal()).isZero();
    }

    @Test
    void whoWaitsForALostHolderIsRefused() {
        other.request(RequestKind.LOCK_EXCLUSIVE);
        other.progress();
        assertThat(other.received()).isEqualTo(RequestKind.GRANT);
        other.lose();
        for (int round = 0; round < 2; round++) {
            assertThat(Rc.name(window.lock(1, true))).isEqualTo("PEER_FAILED");
        }
    }

    // ---- The component.

    @Test
    void everyWindowButSharedOnesIsServed() {
        try (FakeJob job = FakeJob.of(2)) {
            RecordingOutput output = new RecordingOutput();
            for (int rank = 0; rank < 2; rank++) {
                FakePml pml = FakePml.of(job, 64).get(rank);
                Pt2ptComponent component =
                        new Pt2ptComponent(
                                new Pt2ptConfig(11, 4096, 2), job.rank(rank).engine(), output);
                assertThat(component.priority()).isEqualTo(11);
                OscRequest shared = request(pml, Flavor.SHARED);
                assertThat(component.open(shared)).isNull();
                component.open(request(pml, Flavor.CREATE)).close();
                OscWindow dynamic = component.open(request(pml, Flavor.DYNAMIC));
                assertThat(dynamic.attach(mine, 64, this)).isZero();
                assertThat(dynamic.detach(mine)).isTrue();
                assertThat(dynamic.detach(mine)).isFalse();
                assertThat(dynamic.memoryOf(0)).as("nobody maps it").isNull();
                dynamic.close();
            }
            assertThat(output.verbose())
                    .containsExactly(
                            "pt2pt serves a window of 2 ranks", "pt2pt serves a window of 2 ranks");
        }
    }

    private static OscRequest request(FakePml pml, Flavor flavor) {
        return new OscRequest(flavor, pml.world(3), pml, null, 0, 0, 1);
    }
}
