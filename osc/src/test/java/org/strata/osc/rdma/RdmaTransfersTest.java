package org.strata.osc.rdma;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.mca.osc.OscFailure;
import org.strata.mca.osc.OscOperation;
import org.strata.mca.osc.OscTarget;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayout;
import org.strata.opal.datatype.DataLayouts;
import org.strata.opal.op.NumberKind;
import org.strata.opal.op.OpKind;
import org.strata.testkit.NativeBuffers;

import java.util.Random;

/** Puts, gets, locks and synchronisation of a window over RDMA, and how they fail. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class RdmaTransfersTest {
    private static final DataLayout WORD = RdmaWordsTest.WORD;
    private static final int[] RANK_ONE = {1};

    private final RdmaPair pair = new RdmaPair();
    private final RdmaWindow window = pair.window;

    @AfterEach
    void close() {
        pair.close();
    }

    private static OscTarget bytes(int rank, long at, long count) {
        return new OscTarget(rank, at, count, DataLayouts.BYTE);
    }

    /** Shorter than a copied block, longer, and nothing; to another member and to this one. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, RdmaPair.COPY_BYTES, RdmaPair.COPY_BYTES + 1, 3000})
    void dataGoToTheTargetAndBack(int bytes) {
        for (int rank = 0; rank < 2; rank++) {
            Buf from = new Buf().setBytes(pair.memory.pattern(bytes, 7), bytes);
            Buf to = new Buf().setBytes(pair.memory.allocate(bytes), bytes);
            OscOperation put = new OscOperation(from, pair.comm);
            assertThat(window.put(from, bytes(rank, 5, bytes), put)).isEqualTo(Rc.OK);
            assertThat(window.flush(rank)).isEqualTo(Rc.OK);
            assertThat(put.isDone()).isTrue();
            long there = rank == 0 ? pair.own : pair.remote;
            NativeBuffers.verify("window", there + 5, bytes, 7);
            NativeBuffers.verifyFilled("behind", there + 5 + bytes, 8, (byte) 0);
            OscOperation get = new OscOperation(to, pair.comm);
            assertThat(window.get(to, bytes(rank, 5, bytes), get)).isEqualTo(Rc.OK);
            assertThat(window.flush(rank)).isEqualTo(Rc.OK);
            assertThat(get.isDone()).isTrue();
            NativeBuffers.verify("result", to.offset(), bytes, 7);
            assertThat(pair.taken()).containsExactly("flush", "flush");
        }
    }

    /** A target with gaps, and all of it: where it is not gapless, messages find the places. */
    @Test
    void elementsWithGapsGoByMessage() {
        DataLayout gaps = DataLayouts.hvector(2, 1, 16, WORD);
        OscTarget target = new OscTarget(1, 0, 1, gaps);
        Buf two = pair.words(1, 2);
        pair.messageResult = Rc.NO_MEMORY;
        assertThat(window.put(two, target, null)).isEqualTo(Rc.NO_MEMORY);
        assertThat(window.get(two, target, null)).isEqualTo(Rc.NO_MEMORY);
        assertThat(pair.taken()).containsExactly("put", "get");
    }

    @Test
    void dataOutsideOfTheWindowAreRefused() {
        Buf eight = pair.words(-1);
        for (long at : new long[] {-1, RdmaPair.BYTES - 7, RdmaPair.BYTES, 1L << 40}) {
            for (boolean put : new boolean[] {true, false}) {
                OscOperation operation = new OscOperation(eight, pair.comm);
                OscTarget target = bytes(1, at, 8);
                int rc =
                        put
                                ? window.put(eight, target, operation)
                                : window.get(eight, target, operation);
                assertThat(rc).isEqualTo(Rc.OK);
                assertThat(operation.error).isEqualTo(Rc.BAD_ARGUMENT);
                assertThat(window.takeFailure())
                        .isEqualTo(new OscFailure(OscFailure.Kind.RANGE, 1));
                assertThat(window.takeFailure()).isNull();
            }
        }
        assertThat(window.put(eight, bytes(1, RdmaPair.BYTES - 8, 8), null)).isEqualTo(Rc.OK);
        assertThat(window.takeFailure()).isNull();
    }

    /** What the target refuses by message is told, too; this member's own refusal comes first. */
    @Test
    void refusalsByMessageAreReported() {
        pair.messageFailure = new OscFailure(OscFailure.Kind.MALFORMED, 1);
        assertThat(window.takeFailure()).isSameAs(pair.messageFailure);
        window.put(pair.words(1), bytes(0, -1, 8), null);
        window.put(pair.words(1), bytes(1, -1, 8), null);
        assertThat(window.takeFailure()).isEqualTo(new OscFailure(OscFailure.Kind.RANGE, 0));
        assertThat(window.takeFailure()).isSameAs(pair.messageFailure);
    }

    // ---- Synchronisation.

    /** Every call that waits for operations on a member. */
    private enum Wait {
        FLUSH("flush"),
        FLUSH_ALL("flushAll"),
        FLUSH_LOCAL("flushLocal"),
        FLUSH_LOCAL_ALL("flushLocalAll"),
        UNLOCK("flush"),
        UNLOCK_ALL("flushAll"),
        COMPLETE("complete");

        /** What the window over messages is asked for then. */
        private final String message;

        Wait(String message) {
            this.message = message;
        }

        int call(RdmaWindow window) {
            return switch (this) {
                case FLUSH -> window.flush(1);
                case FLUSH_ALL -> window.flushAll();
                case FLUSH_LOCAL -> window.flushLocal(1);
                case FLUSH_LOCAL_ALL -> window.flushLocalAll();
                case UNLOCK -> window.unlock(1);
                case UNLOCK_ALL -> window.unlockAll();
                case COMPLETE -> window.complete(RANK_ONE);
            };
        }

        boolean locks() {
            return this == UNLOCK || this == UNLOCK_ALL;
        }
    }

    private void lockFor(Wait wait) {
        if (wait.locks()) {
            assertThat(window.lockAll()).isEqualTo(Rc.OK);
        }
    }

    /** The words and puts under way are over before messages are waited for. */
    @ParameterizedTest
    @EnumSource
    void everyWaitIsForRdmaAndMessages(Wait wait) {
        lockFor(wait);
        window.put(pair.words(5), bytes(1, 0, 8), null);
        window.accumulate(
                pair.words(3), new OscTarget(1, 0, 1, WORD), OpKind.SUM, NumberKind.INT64, null);
        assertThat(pair.peer.underWay).isEqualTo(2);
        assertThat(wait.call(window)).isEqualTo(Rc.OK);
        assertThat(pair.peer.underWay).isZero();
        assertThat(pair.taken()).containsExactly(wait.message);
    }

    /** What failed is told by the next wait of any kind, once; a message's failure, too. */
    @ParameterizedTest
    @EnumSource
    void everyWaitReportsTheFirstFailureOnce(Wait wait) {
        lockFor(wait);
        pair.atomics.outcome = Rc.OUTCOME_UNKNOWN;
        pair.messageResult = Rc.NO_MEMORY;
        OscTarget word = new OscTarget(1, 0, 1, WORD);
        window.accumulate(pair.words(3), word, OpKind.SUM, NumberKind.INT64, null);
        assertThat(Rc.name(wait.call(window))).isEqualTo("OUTCOME_UNKNOWN");
        assertThat(Rc.name(wait.call(window))).isEqualTo("NO_MEMORY");
        pair.messageResult = Rc.OK;
        assertThat(Rc.name(wait.call(window))).isEqualTo("OK");
    }

    /** The adapter of a lost member does not answer: nobody waits for it. */
    @ParameterizedTest
    @EnumSource
    void noWaitIsForALostMember(Wait wait) {
        pair.atomics.completes = false;
        OscTarget word = new OscTarget(1, 0, 1, WORD);
        window.accumulate(pair.words(3), word, OpKind.SUM, NumberKind.INT64, null);
        pair.comm.peer(1).markUnreachable();
        assertThat(Rc.name(wait.call(window))).isEqualTo("UNREACHABLE");
        pair.comm.peer(1).fail("killed by the test");
        assertThat(Rc.name(wait.call(window))).isEqualTo("PEER_FAILED");
        assertThat(pair.peer.underWay).isEqualTo(1);
    }

    @Test
    void epochsOfGroupsGoByMessage() {
        assertThat(window.post(RANK_ONE)).isEqualTo(Rc.OK);
        assertThat(window.start(RANK_ONE)).isEqualTo(Rc.OK);
        assertThat(window.await(RANK_ONE)).isEqualTo(Rc.OK);
        assertThat(window.test(RANK_ONE)).isTrue();
        window.sync();
        assertThat(pair.taken()).containsExactly("post", "start", "await", "test", "sync");
        pair.messageResult = Rc.PEER_FAILED;
        assertThat(window.post(RANK_ONE)).isEqualTo(Rc.PEER_FAILED);
        assertThat(window.start(RANK_ONE)).isEqualTo(Rc.PEER_FAILED);
        assertThat(window.await(RANK_ONE)).isEqualTo(Rc.PEER_FAILED);
    }

    @Test
    void closingReleasesEverything() {
        window.put(pair.words(5), bytes(1, 0, 8), null);
        assertThat(pair.registrations()).isPositive();
        window.close();
        assertThat(pair.peer.underWay).isZero();
        assertThat(pair.registrations()).isZero();
        assertThat(pair.taken()).containsExactly("close");
    }

    // ---- Locks, in the memory of another member.

    private long cell(int member) {
        return LockCells.read(pair.cells + (long) member * LockCells.BYTES);
    }

    private void set(int member, long value) {
        LockCells.write(pair.cells + (long) member * LockCells.BYTES, value);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void theLockIsACellInTheTargetsMemory(boolean exclusive) {
        set(1, LockCells.ticket(6, false));
        pair.wire.refuse(0.5, new Random(1));
        for (int round = 0; round < 5; round++) {
            if (exclusive) {
                set(1, LockCells.IDLE);
            }
            assertThat(window.lock(1, exclusive)).isEqualTo(Rc.OK);
            assertThat(cell(0)).isEqualTo(LockCells.ticket(exclusive ? 1 : 7, exclusive));
            assertThat(window.unlock(1)).isEqualTo(Rc.OK);
            assertThat(cell(0)).isEqualTo(LockCells.IDLE);
            assertThat(cell(1)).isEqualTo(exclusive ? LockCells.IDLE : LockCells.ticket(6, false));
        }
    }

    /** As for all other operations: whether the member failed, or just does not answer. */
    @Test
    void theLockOfALostMemberIsAnError() {
        pair.comm.peer(1).markUnreachable();
        assertThat(Rc.name(window.lock(1, false))).isEqualTo("UNREACHABLE");
        pair.comm.peer(1).fail("killed by the test");
        for (int round = 0; round < 5; round++) {
            assertThat(Rc.name(window.lock(1, false))).isEqualTo("PEER_FAILED");
            assertThat(Rc.name(window.unlock(1))).isEqualTo("PEER_FAILED");
        }
    }

    /** Blocks for cells are few: a lock that fails returns its own. */
    @Test
    void aLinkThatFailsFailsTheLock() {
        pair.wire.cut(0, 1);
        for (int round = 0; round < 5; round++) {
            assertThat(Rc.name(window.lock(1, true))).isEqualTo("LINK_FAILED");
            assertThat(Rc.name(window.unlock(1))).isEqualTo("LINK_FAILED");
        }
        assertThat(cell(0)).isEqualTo(LockCells.IDLE);
    }

    @Test
    void aPauseEndsInTimeOrWithTheHolder() {
        LockPause pause = new LockPause(pair.job.rank(0).engine(), pair.comm);
        pause.await(1, 1);
        assertThat(pause.isDone()).isTrue();
        assertThat(pause.awaited()).isEqualTo(1);
        assertThat(pause.waitState().what()).isEqualTo("rank 1 to release the lock of a window");
        assertThat(pause.waitState().ranks()).containsExactly(1);
        pair.comm.peer(1).fail("killed by the test");
        pause.await(1, Long.MAX_VALUE / 2);
        assertThat(pause.isDone()).isTrue();
    }
}
