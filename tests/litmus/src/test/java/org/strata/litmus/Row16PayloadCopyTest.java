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

/**
 * Data that a rank reads from, or writes to, memory of another one, between two messages: pool
 * copies, single copies by the kernel, RGET and RPUT.
 */
final class Row16PayloadCopyTest {
    private static Litmus get(Op rts, Op arrived, Op fin, Op over) {
        return litmus("a get copies the data of its message, and of no later one")
                .thread("btl.shm.BoxWriter.publish", store("data", 1), rts, over, store("data", 2))
                .thread("btl.shm.SingleCopy.read", arrived, load("data").as("data"), fin)
                .never(end -> end.of("data") != 1);
    }

    @Test
    void getBetweenTwoMessages() {
        Op rts = release("request to send", 1);
        Op arrived = acquire("request to send").until(1);
        Op fin = release("fin", 1);
        Op over = acquire("fin").until(1);
        holds(get(rts, arrived, fin, over));
        isWrong(get(store("request to send", 1), arrived, fin, over), ARM, ARM_LL_SC, MODES);
        isWrong(get(rts, load("request to send").until(1), fin, over), ARM, ARM_LL_SC, MODES);
        isWrong(get(rts, arrived, store("fin", 1), over), ARM, ARM_LL_SC, MODES);
    }

    @Test
    void putBeforeItsFin() {
        holds(
                litmus("who gets the fin of a put has its data")
                        .thread("btl.shm.SingleCopy.write", store("data", 1), release("fin", 1))
                        .thread(
                                "btl.shm.BoxReader.poll",
                                acquire("fin").until(1),
                                load("data").as("data"))
                        .never(end -> end.of("data") == 0));
    }
}
