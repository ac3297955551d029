package org.strata.osc.pt2pt;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.mca.osc.OscOperation;
import org.strata.mca.osc.OscRequest.Flavor;
import org.strata.mca.osc.OscTarget;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayout;
import org.strata.opal.datatype.DataLayouts;
import org.strata.opal.memory.Memory;
import org.strata.opal.op.NumberKind;
import org.strata.opal.op.OpKind;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** A window by messages, in every order in which they can arrive. */
@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class Pt2ptWindowTest {
    private static final int BYTES = 4096;
    private static final DataLayout LONG = DataLayouts.basic(8, 8);
    private static final int ROOM = PlayedMember.REQUEST_BYTES - RequestHeader.BYTES;
    private static final int[] RANK_ZERO = {0};

    private final Arena arena = Arena.ofShared();
    private final MemorySegment memory = arena.allocate(BYTES, 64);
    private final long mine = arena.allocate(BYTES, 64).address();
    private final PlayedMember other = new PlayedMember(Flavor.CREATE, memory.address(), BYTES);
    private final Pt2ptWindow window = other.window;

    @AfterEach
    void close() {
        other.close();
        arena.close();
    }

    private byte at(long offset) {
        return memory.get(ValueLayout.JAVA_BYTE, offset);
    }

    private static long[] longs(byte[] bytes) {
        long[] longs = new long[bytes.length / Long.BYTES];
        MemorySegment.ofArray(longs).copyFrom(MemorySegment.ofArray(bytes));
        return longs;
    }

    private long longAt(long offset) {
        return memory.get(ValueLayout.JAVA_LONG, offset);
    }

    // ---- As a target.

    /** The data of a put are a message of their own: the origin's later requests wait for it. */
    @Test
    void completionWaitsForThePutUnderWay() {
        for (int epoch = 1; epoch <= 3; epoch++) {
            window.post(RANK_ZERO);
            assertThat(other.received()).isEqualTo(RequestKind.POST);
            other.announcePut(8, 1000);
            other.request(RequestKind.FLUSH);
            other.request(RequestKind.COMPLETE);
            other.progress();
            assertThat(window.test(RANK_ZERO)).as("epoch %d", epoch).isFalse();
            assertThat(other.received()).isNull();
            other.data(1000, epoch);
            other.progress();
            assertThat(at(8)).isEqualTo((byte) epoch);
            assertThat(at(1007)).isEqualTo((byte) epoch);
            assertThat(at(1008)).isZero();
            assertThat(other.received()).isEqualTo(RequestKind.ACKNOWLEDGEMENT);
            assertThat(other.refusal()).isZero();
            assertThat(window.test(RANK_ZERO)).isTrue();
            assertThat(window.test(RANK_ZERO)).as("completed once").isFalse();
        }
    }

    /** Every request has its turn behind a transfer, also behind a second one. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void requestsKeepTheirOrderBehindTransfers(boolean description) {
        DataLayout pairs = DataLayouts.hvector(2, 1, 16, LONG);
        if (description) {
            other.announceLayout(pairs);
        } else {
            other.announcePut(0, 8);
        }
        other.add(0, 5);
        other.get(0, 8);
        other.announcePut(0, 16);
        other.add(8, 7);
        other.request(RequestKind.LOCK_EXCLUSIVE);
        other.request(RequestKind.UNLOCK);
        other.get(8, 8);
        other.progress();
        assertThat(longAt(0)).as("nothing has happened").isZero();
        assertThat(other.unmatched()).isZero();
        if (description) {
            other.describe(pairs);
        } else {
            other.data(8, 1);
        }
        other.progress();
        long first = description ? 5 : 0x0101010101010106L;
        assertThat(longAt(0)).isEqualTo(first);
        assertThat(longs(other.receive(WindowTags.REPLY))).containsExactly(first);
        assertThat(other.unmatched()).as("the second put is under way").isZero();
        other.data(16, 2);
        other.progress();
        assertThat(longAt(8)).isEqualTo(0x0202020202020209L);
        assertThat(other.received()).isEqualTo(RequestKind.GRANT);
        assertThat(other.received()).isEqualTo(RequestKind.ACKNOWLEDGEMENT);
        assertThat(longs(other.receive(WindowTags.REPLY))).containsExactly(0x0202020202020209L);
    }

    /** Answers for this member as an origin do not wait: the peer may need its data to go on. */
    @Test
    void answersOvertakeThePutUnderWay() {
        other.announcePut(0, 1000);
        other.request(RequestKind.POST);
        other.progress();
        assertThat(window.start(RANK_ZERO)).isEqualTo(Rc.OK);
        other.request(RequestKind.GRANT);
        assertThat(window.lock(0, true)).isEqualTo(Rc.OK);
        assertThat(other.received()).isEqualTo(RequestKind.LOCK_EXCLUSIVE);
        Memory.putLong(mine, 3);
        window.put(new Buf(null, mine, 1, LONG), new OscTarget(0, 0, 1, LONG), null);
        other.request(RequestKind.ACKNOWLEDGEMENT);
        assertThat(window.flush(0)).isEqualTo(Rc.OK);
        other.data(1000, 9);
        other.progress();
        assertThat(at(999)).isEqualTo((byte) 9);
    }

    // ---- As an origin.

    /** The operations of an origin. */
    private enum Operation {
        PUT,
        LONG_PUT,
        ACCUMULATE,
        LONG_ACCUMULATE;

        void begin(Pt2ptWindow window, long mine, OscOperation operation) {
            boolean big = this == LONG_PUT || this == LONG_ACCUMULATE;
            long count = big ? 2 * ROOM / Long.BYTES : 1;
            Buf data = new Buf(null, mine, count, LONG);
            OscTarget target = new OscTarget(0, 0, count, LONG);
            if (this == PUT || this == LONG_PUT) {
                window.put(data, target, operation);
            } else {
                window.accumulate(data, target, OpKind.SUM, NumberKind.INT64, operation);
            }
        }

        int requests() {
            return this == LONG_ACCUMULATE ? 2 : 1;
        }
    }

    /** Until the target acknowledges them, these may not have happened; each time anew. */
    @ParameterizedTest
    @EnumSource
    void flushWaitsForTheTarget(Operation operation) {
        for (int round = 0; round < 3; round++) {
            operation.begin(window, mine, null);
            operation.begin(window, mine, null);
            other.request(RequestKind.ACKNOWLEDGEMENT);
            while (other.receive(WindowTags.DATA) != null) {
                continue;
            }
            assertThat(round == 1 ? window.flushAll() : window.flush(0)).isEqualTo(Rc.OK);
            for (int i = 0; i < 2 * operation.requests(); i++) {
                assertThat(other.received()).isNotNull().isNotEqualTo(RequestKind.FLUSH);
            }
            assertThat(other.received()).as("round %d", round).isEqualTo(RequestKind.FLUSH);
            while (other.receive(WindowTags.DATA) != null) {
                continue;
            }
            assertThat(window.flush(0)).as("nothing to wait for").isEqualTo(Rc.OK);
            assertThat(other.received()).isNull();
        }
    }

    /** The same at the end of an epoch of a group: the completion follows the flush. */
    @ParameterizedTest
    @EnumSource
    void completionFollowsTheFlush(Operation operation) {
        for (int round = 0; round < 3; round++) {
            other.request(RequestKind.POST);
            assertThat(window.start(RANK_ZERO)).isEqualTo(Rc.OK);
            operation.begin(window, mine, null);
            other.request(RequestKind.ACKNOWLEDGEMENT);
            assertThat(window.complete(RANK_ZERO)).isEqualTo(Rc.OK);
            for (int i = 0; i < operation.requests(); i++) {
                other.received();
            }
            assertThat(other.received()).as("round %d", round).isEqualTo(RequestKind.FLUSH);
            assertThat(other.received()).isEqualTo(RequestKind.COMPLETE);
            assertThat(other.received()).isNull();
        }
    }

    /** Puts at the limit are one message, beyond it two; accumulates are cut at it. */
    @ParameterizedTest
    @ValueSource(ints = {0, 8, ROOM - 8, ROOM, ROOM + 8, 2 * ROOM, 2 * ROOM + 8})
    void operationsAtTheLimitOfARequest(int bytes) {
        Buf data = new Buf(null, mine, bytes / 8, LONG);
        OscTarget target = new OscTarget(0, 0, bytes / 8, LONG);
        window.put(data, target, null);
        byte[] put = other.receive(WindowTags.REQUEST);
        byte[] rest = other.receive(WindowTags.DATA);
        boolean inline = bytes <= ROOM;
        assertThat(put).hasSize(RequestHeader.BYTES + (inline ? bytes : 0));
        if (inline) {
            assertThat(rest).isNull();
        } else {
            assertThat(rest).hasSize(bytes);
        }
        window.accumulate(data, target, OpKind.SUM, NumberKind.INT64, null);
        for (int left = bytes; left > 0; left -= ROOM) {
            assertThat(other.receive(WindowTags.REQUEST))
                    .hasSize(RequestHeader.BYTES + Math.min(left, ROOM));
        }
        assertThat(other.received()).isNull();
    }

    /** What the target refuses shows at the synchronisation, once; the next one is clean. */
    @Test
    void aRefusalIsReportedOnce() {
        for (int round = 0; round < 2; round++) {
            Operation.PUT.begin(window, mine, null);
            RequestHeader.writeRefusal(other.header(RequestKind.ACKNOWLEDGEMENT), 1);
            other.send(0);
            assertThat(window.flush(0)).isEqualTo(Rc.OK);
            assertThat(window.takeFailure())
                    .hasToString("an operation accesses memory outside of the window of rank 0");
            assertThat(window.takeFailure()).isNull();
            Operation.PUT.begin(window, mine, null);
            other.request(RequestKind.ACKNOWLEDGEMENT);
            assertThat(window.flush(0)).isEqualTo(Rc.OK);
            assertThat(window.takeFailure()).isNull();
        }
    }

    /** A lost lock is an error of this lock only. */
    @Test
    void aLockIsRefusedAndGrantedTheNextTime() {
        RequestHeader.writeRefusal(other.header(RequestKind.GRANT), 1);
        other.send(0);
        assertThat(window.lock(0, true)).isEqualTo(Rc.PEER_FAILED);
        other.request(RequestKind.GRANT);
        assertThat(window.lock(0, true)).isEqualTo(Rc.OK);
        other.request(RequestKind.ACKNOWLEDGEMENT);
        assertThat(window.unlock(0)).isEqualTo(Rc.OK);
    }

    /** A get is complete, here and there, when its data have come; each time anew. */
    @Test
    void flushesWaitForTheDataOfAGet() {
        Buf result = new Buf(null, mine, 1, LONG);
        OscTarget target = new OscTarget(0, 0, 1, LONG);
        for (int round = 1; round <= 2; round++) {
            window.get(result, target, null);
            other.reply(8, round);
            assertThat(round == 1 ? window.flush(0) : window.flushLocal(0)).isEqualTo(Rc.OK);
            assertThat(Memory.getLong(mine)).isEqualTo(round * 0x0101010101010101L);
        }
        window.get(result, target, null);
        other.lose();
        assertThat(window.flush(0)).as("no data have come").isEqualTo(Rc.PEER_FAILED);
        assertThat(window.flushLocal(0)).isEqualTo(Rc.PEER_FAILED);
    }

    /** Posts and completions are used up: the next epoch has none of the last one's. */
    @Test
    void eachEpochNeedsItsOwnPostAndCompletion() {
        for (int round = 0; round < 2; round++) {
            other.request(RequestKind.POST);
            assertThat(window.start(RANK_ZERO)).isEqualTo(Rc.OK);
            assertThat(window.complete(RANK_ZERO)).isEqualTo(Rc.OK);
            window.post(RANK_ZERO);
            other.request(RequestKind.COMPLETE);
            assertThat(window.await(RANK_ZERO)).isEqualTo(Rc.OK);
        }
        other.lose();
        assertThat(window.start(RANK_ZERO)).as("no post is left").isEqualTo(Rc.PEER_FAILED);
        assertThat(window.await(RANK_ZERO)).as("no completion is left").isEqualTo(Rc.PEER_FAILED);
    }

    /** Where one member cannot be locked, none stays locked. */
    @Test
    void lockAllThatFailsKeepsNoLock() {
        for (int round = 0; round < 2; round++) {
            RequestHeader.writeRefusal(other.header(RequestKind.GRANT), 1);
            other.send(0);
            assertThat(window.lockAll()).isEqualTo(Rc.PEER_FAILED);
            assertThat(window.lock(1, true)).as("its own").isEqualTo(Rc.OK);
            assertThat(window.unlock(1)).isEqualTo(Rc.OK);
        }
    }
}
