package org.strata.litmus;

import static org.strata.litmus.Litmus.litmus;
import static org.strata.litmus.Machine.ARM;
import static org.strata.litmus.Machine.ARM_LL_SC;
import static org.strata.litmus.Machine.MODES;
import static org.strata.litmus.Models.holds;
import static org.strata.litmus.Models.isWrong;
import static org.strata.litmus.Ops.acquire;
import static org.strata.litmus.Ops.getAndAdd;
import static org.strata.litmus.Ops.load;
import static org.strata.litmus.Ops.store;

import org.junit.jupiter.api.Test;

/**
 * Rows 6 and 7: the kernel writes the memory of another process, in order where the last byte is a
 * piece of its own.
 */
final class Row06WriteInOrderTest {
    private static final Op[] POLLER = {
        acquire("last byte").until(1), load("payload").as("payload")
    };

    private static Litmus write(Op... kernel) {
        return litmus("who sees the last byte finds all others")
                .thread("the kernel", kernel)
                .thread("a poller of memory that an adapter writes", POLLER)
                .never(end -> end.of("payload") == 0);
    }

    @Test
    void betweenTwoPiecesTheKernelReleasesItsLock() {
        // mmap_read_unlock, mmap_read_lock: updates of one word, release then acquire.
        Op unlock = getAndAdd("mmap_lock", -1).ordered(Op.Order.RELEASE);
        Op lock = getAndAdd("mmap_lock", 1).ordered(Op.Order.ACQUIRE);
        holds(
                write(store("payload", 1), unlock, lock, store("last byte", 1))
                        .code(
                                "opal.platform.linux.LinuxPeerMemory.writeInOrder",
                                "LinuxPeerMemory.piece",
                                "LinuxPeerMemory.piece",
                                "LinuxPeerMemory.writePieces"));
    }

    /**
     * So was the rest of a short write until November 2026; rep movsb on x86 orders nothing either.
     */
    @Test
    void withinAPieceAnyOrderMayBe() {
        isWrong(write(store("payload", 1), store("last byte", 1)), ARM, ARM_LL_SC, MODES);
    }
}
