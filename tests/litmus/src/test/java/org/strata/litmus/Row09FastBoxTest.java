package org.strata.litmus;

import static org.strata.litmus.Litmus.litmus;
import static org.strata.litmus.Machine.ARM;
import static org.strata.litmus.Machine.ARM_LL_SC;
import static org.strata.litmus.Machine.MODES;
import static org.strata.litmus.Models.holds;
import static org.strata.litmus.Models.isWrong;
import static org.strata.litmus.Ops.acquire;
import static org.strata.litmus.Ops.load;
import static org.strata.litmus.Ops.release;
import static org.strata.litmus.Ops.store;

import org.junit.jupiter.api.Test;

/** Rows 1, 9, 10 and 11, btl-shm: the fast box, a ring of slots with one writer and one reader. */
final class Row09FastBoxTest {
    private static Litmus message(Op word, Op look) {
        return litmus("a word that is seen has its message behind it")
                .thread("btl.shm.BoxWriter.sendSlot", store("payload", 1), store("header", 1), word)
                .thread(
                        "btl.shm.BoxReader.receiveShort",
                        look,
                        load("header").as("header"),
                        load("payload").as("payload"))
                .never(end -> end.of("header") == 0 || end.of("payload") == 0);
    }

    @Test
    void wordAfterMessage() {
        holds(
                message(release("word", 1), acquire("word").until(1))
                        .code("btl.shm.BoxWriter.sendSlot", "Memory.putLongRelease")
                        .code("btl.shm.BoxWriter.sendLine", "Memory.putLongRelease")
                        .code("btl.shm.BoxWriter.publish", "Memory.putLongRelease")
                        .code("btl.shm.BoxReader.awaitAt", "Memory.getLongAcquire")
                        .code("btl.shm.BoxReader.ready", "Memory.getLongAcquire"));
        isWrong(message(store("word", 1), acquire("word").until(1)), ARM, ARM_LL_SC, MODES);
        isWrong(message(release("word", 1), load("word").until(1)), ARM, ARM_LL_SC, MODES);
    }

    /** A slot that is skipped, or has payload that looks like a word, is cleared in time. */
    private static Litmus cleared(Op word) {
        return litmus("no old word is where the reader looks next")
                .initially("next word", 9)
                .thread("btl.shm.BoxWriter.clearStale", store("next word", 0), word)
                .thread(
                        "btl.shm.BoxReader.ready",
                        acquire("word").until(1),
                        // Its order is for the message that it may announce.
                        acquire("next word").as("next").spare())
                .never(end -> end.of("next") == 9);
    }

    @Test
    void oldWordsAreCleared() {
        holds(cleared(release("word", 1)));
        isWrong(cleared(store("word", 1)), ARM, ARM_LL_SC, MODES);
    }

    /**
     * Row 10. In the second slot of a line the reader looks there, at the next line, and there
     * again: a message that is in the slot must not be passed over.
     */
    private static Litmus twoLooks(Op first, Op behind, Op again) {
        return litmus("no message is passed over, and each is whole")
                .thread(
                        "btl.shm.BoxWriter.publish",
                        store("payload", 1),
                        release("slot", 1),
                        store("payload behind", 1),
                        release("slot behind", 1))
                .thread(
                        "btl.shm.BoxReader.readyInEither",
                        first.as("first"),
                        behind.as("behind").when("first", 0),
                        again.as("again").when("behind", 1),
                        load("payload").as("payload"))
                .never(end ->
                        end.of("first") == 1
                                ? end.of("payload") == 0
                                : end.of("behind") == 1
                                        && (end.of("again") == 0 || end.of("payload") == 0));
    }

    @Test
    void twoLooksPerLine() {
        Op first = acquire("slot");
        Op behind = acquire("slot behind");
        holds(
                twoLooks(first, behind, acquire("slot").spare())
                        .code(
                                "btl.shm.BoxReader.awaitInLines",
                                "Memory.getLongAcquire",
                                "Memory.getLongAcquire")
                        .code("btl.shm.BoxReader.readyInNextLine", "Memory.getLongAcquire")
                        .code("btl.shm.BoxReader.readyInEither", "Memory.getLongAcquire"));
        isWrong(twoLooks(first, load("slot behind"), acquire("slot")), ARM, ARM_LL_SC, MODES);
    }

    /** Row 11: slots, cells of the FIFO and fragments are written again when they are consumed. */
    private static Litmus consumed(Op publish, Op look) {
        return litmus("what is being read is not overwritten")
                .initially("payload", 1)
                .thread("btl.shm.BoxReader.publishConsumed", load("payload").as("payload"), publish)
                .thread("btl.shm.BoxWriter.hasRoom", look, store("payload", 2))
                .never(end -> end.of("payload") == 2);
    }

    @Test
    void spaceIsReturned() {
        holds(
                consumed(release("consumed", 1), acquire("consumed").until(1))
                        .code("btl.shm.BoxReader.publishConsumed", "Memory.putIntRelease")
                        .code("btl.shm.BoxWriter.acquireConsumed", "Memory.getIntAcquire")
                        .code(
                                "btl.shm.FifoReader.release",
                                "Memory.putLongRelease",
                                "Memory.putLongRelease")
                        .code("btl.shm.FifoWriter.acquireConsumed", "Memory.getLongAcquire"));
        isWrong(
                consumed(store("consumed", 1), acquire("consumed").until(1)),
                ARM,
                ARM_LL_SC,
                MODES);
        isWrong(consumed(release("consumed", 1), load("consumed").until(1)), ARM, ARM_LL_SC, MODES);
    }
}
