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
import static org.strata.litmus.Ops.release;
import static org.strata.litmus.Ops.store;

import org.junit.jupiter.api.Test;

/** Rows 17 and 18, coll-shm: steps, contributions, what is finished; memory that others write. */
final class Row17SharedCollTest {
    private static Litmus step(Op publish, Op await, Op finish, Op claim) {
        return litmus("a contribution is whole when it is read, and is not overwritten before")
                .thread(
                        "coll.shm.SharedComm.publish",
                        store("payload", 1),
                        store("info", 1),
                        publish,
                        // SharedComm.claim, of the next step that uses the cell
                        claim.until(2),
                        store("payload", 2))
                .thread(
                        "coll.shm.SharedComm.await",
                        await.until(1),
                        load("info").as("info"),
                        load("payload").as("payload"),
                        finish)
                .never(end -> end.of("info") != 1 || end.of("payload") != 1);
    }

    @Test
    void steps() {
        Op publish = release("step", 1);
        Op await = acquire("step");
        Op finish = release("progress", 2);
        Op claim = acquire("progress");
        holds(
                step(publish, await, finish, claim)
                        .code(
                                "coll.shm.SharedComm.publish",
                                "Memory.putLong",
                                "Memory.putLongRelease",
                                "PeerBells.ringSleepers")
                        .code("coll.shm.SharedComm.await", "Memory.getLongAcquire")
                        .code(
                                "coll.shm.SharedComm.finish",
                                "Memory.putLongRelease",
                                "PeerBells.ringSleepers")
                        .code("coll.shm.SharedComm.awaitFinished", "Memory.getLongAcquire"));
        isWrong(step(store("step", 1), await, finish, claim), ARM, ARM_LL_SC, MODES);
        isWrong(step(publish, load("step"), finish, claim), ARM, ARM_LL_SC, MODES);
        isWrong(step(publish, await, store("progress", 2), claim), ARM, ARM_LL_SC, MODES);
        isWrong(step(publish, await, finish, load("progress")), ARM, ARM_LL_SC, MODES);
    }

    /**
     * What one member knows by another's step, a third knows by its own; either order is enough.
     */
    @Test
    void stepsOfThree() {
        holds(
                litmus("what is known by two steps is known")
                        .thread("coll.shm.SharedComm.publish", store("a", 1), release("step a", 1))
                        .thread(
                                "coll.shm.SharedComm.awaitAll",
                                acquire("step a").until(1).spare(),
                                release("step b", 1).spare())
                        .thread(
                                "coll.shm.SharedComm.info",
                                acquire("step b").until(1),
                                load("a").as("a"))
                        .never(end -> end.of("a") == 0));
    }

    /** Row 18: a block goes back to the pool when every member has let go of it. */
    private static Litmus detach(Op let, Op look) {
        return litmus("a block is not used again while a member reads it")
                .initially("block", 1)
                .thread("coll.shm.SharedComm.detach", load("block").as("one"), let)
                .thread("coll.shm.SharedComm.failure", load("block").as("two"), let)
                .thread("coll.shm.SharedComm.releaseIfUnused", look.until(2), store("block", 2))
                .never(end -> end.of("one") == 2 || end.of("two") == 2);
    }

    @Test
    void blocks() {
        Op let = getAndAdd("detached", 1);
        holds(
                detach(let, acquire("detached"))
                        .code("coll.shm.SharedComm.detach", "Memory.getAndAddInt")
                        .code("coll.shm.SharedComm.releaseIfUnused", "Memory.getIntAcquire"));
        isWrong(detach(let, load("detached")), ARM, ARM_LL_SC, MODES);
    }
}
