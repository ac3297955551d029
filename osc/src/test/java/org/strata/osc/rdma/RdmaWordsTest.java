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
import org.strata.opal.memory.Memory;
import org.strata.opal.op.NumberKind;
import org.strata.opal.op.OpKind;
import org.strata.osc.base.IntegerElement;

/** Accumulates of words by atomics: values, order with those by message, failures. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class RdmaWordsTest {
    static final DataLayout WORD = DataLayouts.basic(8, 8);
    private static final NumberKind INT64 = NumberKind.INT64;
    private static final long[] BEFORE = {5, -7, 0, 1, 12, 3};
    private static final long[] OPERANDS = {2, 9, -4, 1, 0, 6};

    private final RdmaPair pair = new RdmaPair();
    private final RdmaWindow window = pair.window;

    @AfterEach
    void close() {
        pair.close();
    }

    private static OscTarget target(int rank, long at, long count) {
        return new OscTarget(rank, at, count, WORD);
    }

    private void setWords(long address, long... values) {
        for (int i = 0; i < values.length; i++) {
            Memory.putLong(address + 8L * i, values[i]);
        }
    }

    /** Six words, more than there are cells, of this member and of another one. */
    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"MINLOC", "MAXLOC"})
    void everyOperationChangesAndFetchesEachWord(OpKind op) {
        for (int rank = 0; rank < 2; rank++) {
            long words = (rank == 0 ? pair.own : pair.remote) + 16;
            setWords(words, BEFORE);
            Buf origin = op == OpKind.NO_OP ? null : pair.words(OPERANDS);
            Buf result = pair.words(new long[6]);
            OscOperation operation = new OscOperation(result, pair.comm);
            pair.atomics.busy = 3;
            int rc =
                    window.getAccumulate(origin, result, target(rank, 16, 6), op, INT64, operation);
            assertThat(rc).isEqualTo(Rc.OK);
            assertThat(window.flushLocal(rank)).isEqualTo(Rc.OK);
            assertThat(operation.isDone()).isTrue();
            assertThat(operation.error).isEqualTo(Rc.OK);
            assertThat(RdmaPair.longs(result)).containsExactly(BEFORE);
            for (int i = 0; i < BEFORE.length; i++) {
                long expected =
                        op == OpKind.NO_OP
                                ? BEFORE[i]
                                : IntegerElement.combine(op, OPERANDS[i], BEFORE[i]);
                assertThat(Memory.getLong(words + 8L * i)).as("word %d", i).isEqualTo(expected);
            }
            assertThat(pair.taken()).containsExactly("flushLocal");
        }
    }

    /** The operation of a request is complete when its values are there, and not before. */
    @Test
    void anOperationIsCompleteAfterItsLastWord() {
        Buf result = pair.words(9, 9);
        OscOperation operation = new OscOperation(result, pair.comm);
        pair.atomics.completes = false;
        window.getAccumulate(
                pair.words(1, 1), result, target(1, 0, 2), OpKind.SUM, INT64, operation);
        pair.job.progress();
        assertThat(operation.isDone()).isFalse();
        pair.atomics.completes = true;
        assertThat(window.flush(1)).isEqualTo(Rc.OK);
        assertThat(operation.isDone()).isTrue();
        assertThat(pair.peer.underWay).isZero();
    }

    /** Whether a word was changed may be unknown: the operation and the flush say so, once. */
    @ParameterizedTest
    @EnumSource(names = {"SUM", "MAX"})
    void aFailedWordFailsItsOperationAndTheNextFlush(OpKind op) {
        for (boolean refused : new boolean[] {false, true}) {
            // Many times: cells of words that failed are used again.
            for (int round = 0; round < 3 * RdmaPair.WORD_CELLS; round++) {
                Buf origin = pair.words(1);
                OscOperation operation = new OscOperation(origin, pair.comm);
                pair.atomics.answer = refused ? Rc.LINK_FAILED : Rc.OK;
                pair.atomics.outcome = Rc.OUTCOME_UNKNOWN;
                int expected = refused ? Rc.LINK_FAILED : Rc.OUTCOME_UNKNOWN;
                window.accumulate(origin, target(1, 0, 1), op, INT64, operation);
                assertThat(window.flush(1)).isEqualTo(expected);
                assertThat(operation.isDone()).isTrue();
                assertThat(operation.error).isEqualTo(expected);
                assertThat(window.flush(1)).as("reported once").isEqualTo(Rc.OK);
                assertThat(pair.peer.underWay).isZero();
            }
        }
        pair.atomics.answer = Rc.OK;
        pair.atomics.outcome = Rc.OK;
        window.accumulate(pair.words(4), target(1, 0, 1), op, INT64, null);
        assertThat(window.flush(1)).isEqualTo(Rc.OK);
        assertThat(Memory.getLong(pair.remote)).isEqualTo(4);
    }

    /** A word that waits for its result ends with the member that has it. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aLostMemberEndsTheWaitForAWord(boolean known) {
        pair.atomics.completes = false;
        if (known) {
            pair.comm.peer(1).fail("killed by the test");
        } else {
            pair.comm.peer(1).markUnreachable();
        }
        int expected = known ? Rc.PEER_FAILED : Rc.UNREACHABLE;
        OscOperation operation = new OscOperation(pair.words(1), pair.comm);
        window.accumulate(pair.words(1), target(1, 0, 1), OpKind.MAX, INT64, operation);
        assertThat(Rc.name(window.flush(1))).isEqualTo(Rc.name(expected));
    }

    // ---- Words and messages.

    /** Layouts of two words each: both, none, or one at a multiple of 8. */
    private static DataLayout two(long first, long second) {
        return DataLayouts.hindexed(new long[] {1, 1}, new long[] {first, second}, WORD);
    }

    @Test
    void wordsThatAreNotAlignedGoByMessage() {
        setWords(pair.remote, 1, 2, 3, 4, 5, 6, 7, 8);
        Buf ones = pair.words(10, 10);
        OscTarget aligned = new OscTarget(1, 0, 1, two(8, 24));
        assertThat(window.accumulate(ones, aligned, OpKind.SUM, INT64, null)).isEqualTo(Rc.OK);
        window.flush(1);
        assertThat(RdmaPair.longs(pair.remote, 4)).containsExactly(1, 12, 3, 14);
        assertThat(pair.taken()).containsExactly("flush");
        OscTarget off = new OscTarget(1, 0, 1, two(4, 20));
        assertThat(window.accumulate(ones, off, OpKind.SUM, INT64, null)).isEqualTo(Rc.OK);
        assertThat(pair.taken()).containsExactly("accumulate");
        assertThat(window.accumulate(ones, target(1, 4, 2), OpKind.SUM, INT64, null))
                .isEqualTo(Rc.OK);
        assertThat(pair.taken()).containsExactly("accumulate");
        assertThat(RdmaPair.longs(pair.remote, 4)).containsExactly(1, 12, 3, 14);
    }

    /** Each word by its own way, in their order; values from before come back from both. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void wordsOfBothKindsGoOneByOne(boolean fetches) {
        setWords(pair.remote, 1, 2, 3, 4, 5, 6, 7, 8);
        DataLayout layout =
                DataLayouts.hindexed(new long[] {2, 1, 1}, new long[] {8, 36, 48}, WORD);
        OscTarget target = new OscTarget(1, 0, 1, layout);
        Buf origin = pair.words(100, 200, 300, 400);
        Buf result = pair.words(-1, -1, -1, -1);
        OscOperation operation = new OscOperation(origin, pair.comm);
        int rc =
                fetches
                        ? window.getAccumulate(origin, result, target, OpKind.SUM, INT64, operation)
                        : window.accumulate(origin, target, OpKind.SUM, INT64, operation);
        assertThat(rc).isEqualTo(Rc.OK);
        assertThat(operation.isDone()).isTrue();
        assertThat(RdmaPair.longs(pair.remote, 8)).containsExactly(1, 102, 203, 4, 5, 6, 407, 8);
        String byMessage = fetches ? "getAccumulate" : "accumulate";
        // One flush after each word; another one before a word that follows one by message.
        assertThat(pair.taken())
                .containsExactly("flush", "flush", byMessage, "flush", "flush", "flush");
        if (fetches) {
            assertThat(RdmaPair.longs(result)).startsWith(2, 3).endsWith(7);
        }
    }

    @Test
    void theFirstFailureOfScatteredWordsIsTheOperations() {
        OscTarget target = new OscTarget(1, 0, 1, two(4, 16));
        Buf origin = pair.words(1, 1);
        OscOperation operation = new OscOperation(origin, pair.comm);
        pair.messageResult = Rc.PEER_FAILED;
        window.accumulate(origin, target, OpKind.SUM, INT64, operation);
        assertThat(operation.error).isEqualTo(Rc.PEER_FAILED);
    }

    /** MPI orders accumulates of one origin on one place, whatever way each goes. */
    @Test
    void accumulatesKeepTheirOrder() {
        Buf one = pair.words(1);
        DataLayout narrow = DataLayouts.basic(4, 4);
        OscTarget half = new OscTarget(1, 0, 1, narrow);
        Buf four = new Buf(null, one.offset(), 1, narrow);
        for (int round = 0; round < 2; round++) {
            window.accumulate(one, target(1, 0, 1), OpKind.SUM, INT64, null);
            assertThat(pair.peer.underWay).isPositive();
            window.accumulate(four, half, OpKind.SUM, NumberKind.INT32, null);
            window.accumulate(one, target(1, 0, 1), OpKind.SUM, INT64, null);
            window.getAccumulate(four, four, half, OpKind.SUM, NumberKind.INT32, null);
            window.compareAndSwap(one, one, pair.words(0), target(1, 0, 1));
            window.compareAndSwap(four, four, four, half);
            window.accumulate(one, target(1, 0, 1), OpKind.SUM, INT64, null);
            window.accumulate(one, target(1, 0, 1), OpKind.SUM, INT64, null);
            assertThat(pair.taken())
                    .as(
                            "a flush before each word behind a message, and no word under way"
                                    + " before one")
                    .containsExactly(
                            "accumulate",
                            "flush",
                            "getAccumulate",
                            "flush",
                            "compareAndSwap",
                            "flush");
            assertThat(window.flush(1)).isEqualTo(Rc.OK);
            pair.taken();
        }
    }

    /** A wait for the order that fails is told by the call that has waited, once. */
    @Test
    void aFailedWaitForTheOrderIsReportedOnce() {
        DataLayout narrow = DataLayouts.basic(4, 4);
        Buf one = pair.words(1);
        Buf four = new Buf(null, one.offset(), 1, narrow);
        OscTarget half = new OscTarget(1, 0, 1, narrow);
        for (int round = 0; round < 3; round++) {
            window.accumulate(four, half, OpKind.SUM, NumberKind.INT32, null);
            pair.messageResult = Rc.PEER_FAILED;
            OscTarget word = target(1, 0, 1);
            int rc =
                    switch (round) {
                        case 0 -> window.accumulate(one, word, OpKind.SUM, INT64, null);
                        case 1 ->
                                window.getAccumulate(
                                        one, pair.words(0), word, OpKind.SUM, INT64, null);
                        default -> window.compareAndSwap(one, one, pair.words(0), word);
                    };
            assertThat(rc).as("round %d", round).isEqualTo(Rc.PEER_FAILED);
            assertThat(window.accumulate(one, word, OpKind.SUM, INT64, null)).isEqualTo(Rc.OK);
            pair.messageResult = Rc.OK;
            assertThat(window.flush(1)).isEqualTo(Rc.OK);
        }
    }

    // ---- Compare and swap.

    @Test
    void aWordIsSwappedIfItIsAsExpected() {
        setWords(pair.remote, 1, 2);
        Buf result = pair.words(0);
        for (long expected : new long[] {3, 2}) {
            assertThat(
                            window.compareAndSwap(
                                    pair.words(9), pair.words(expected), result, target(1, 8, 1)))
                    .isEqualTo(Rc.OK);
            assertThat(window.flush(1)).isEqualTo(Rc.OK);
            assertThat(RdmaPair.longs(result)).containsExactly(2);
            assertThat(Memory.getLong(pair.remote + 8)).isEqualTo(expected == 2 ? 9 : 2);
        }
        assertThat(Memory.getLong(pair.remote)).isEqualTo(1);
        pair.taken();
        window.compareAndSwap(pair.words(9), pair.words(1), result, target(1, 4, 1));
        assertThat(pair.taken()).as("not aligned").containsExactly("compareAndSwap");
    }

    @Test
    void wordsOutsideOfTheWindowAreRefused() {
        Buf one = pair.words(1);
        for (long at : new long[] {-8, RdmaPair.BYTES, RdmaPair.BYTES - 4}) {
            OscOperation operation = new OscOperation(one, pair.comm);
            assertThat(window.accumulate(one, target(1, at, 1), OpKind.SUM, INT64, operation))
                    .isEqualTo(Rc.OK);
            assertThat(operation.error).isEqualTo(Rc.BAD_ARGUMENT);
            assertThat(window.takeFailure()).isEqualTo(new OscFailure(OscFailure.Kind.RANGE, 1));
            assertThat(window.compareAndSwap(one, one, one, target(1, at, 1))).isEqualTo(Rc.OK);
            assertThat(window.takeFailure()).isEqualTo(new OscFailure(OscFailure.Kind.RANGE, 1));
            assertThat(window.takeFailure()).isNull();
        }
        assertThat(pair.atomics.taken).isZero();
    }
}
