package org.strata.litmus;

import static org.strata.litmus.Litmus.litmus;
import static org.strata.litmus.Machine.ARM;
import static org.strata.litmus.Machine.ARM_LL_SC;
import static org.strata.litmus.Machine.MODES;
import static org.strata.litmus.Machine.X86;
import static org.strata.litmus.Models.holds;
import static org.strata.litmus.Models.isWrong;
import static org.strata.litmus.Ops.acquire;
import static org.strata.litmus.Ops.compareAndSet;
import static org.strata.litmus.Ops.load;
import static org.strata.litmus.Ops.release;
import static org.strata.litmus.Ops.store;
import static org.strata.litmus.Ops.volatileLoad;
import static org.strata.litmus.Ops.volatileStore;

import org.junit.jupiter.api.Test;

/** A sleep ends by one ring; nobody sleeps on a word that has changed; the word may be moved. */
final class Row14DoorbellTest {
    @Test
    void oneOfTheRingersRings() {
        holds(
                litmus("one system call per sleep")
                        .initially("sleep word", 1)
                        .thread(
                                "opal.progress.Doorbell.ring",
                                acquire("sleep word").as("seen").spare(),
                                compareAndSet("sleep word", 1, 0)
                                        .as("rings")
                                        .when("seen", 1)
                                        .spare())
                        .thread(
                                "opal.shared.PeerBells.ringSleepers",
                                acquire("sleep word").as("also seen").spare(),
                                compareAndSet("sleep word", 1, 0)
                                        .as("also rings")
                                        .when("also seen", 1)
                                        .spare())
                        .code("opal.progress.Doorbell.ring", "Memory.compareAndSetInt")
                        .never(end -> end.of("rings") + end.of("also rings") != 1));
        isWrong(
                litmus("a look and a store")
                        .initially("sleep word", 1)
                        .thread(
                                "one",
                                volatileLoad("sleep word").as("one"),
                                volatileStore("sleep word", 0).when("one", 1))
                        .thread(
                                "two",
                                volatileLoad("sleep word").as("two"),
                                volatileStore("sleep word", 0).when("two", 1))
                        .never(end -> end.of("one") == 1 && end.of("two") == 1),
                X86,
                ARM,
                ARM_LL_SC,
                MODES);
    }

    /** Futex.await compares under the kernel's lock of the word, Futex.wake looks under it, too. */
    private static Litmus futex(Op compared) {
        return litmus("who sleeps on the word is woken, or finds it changed")
                .initially("sleep word", 1)
                .thread(
                        "opal.progress.RankSleeper.sleep",
                        compareAndSet("kernel lock", 0, 1).until(1),
                        compared.as("compared"),
                        store("queued", 1).when("compared", 1),
                        release("kernel lock", 0))
                .thread(
                        "opal.progress.Doorbell.ring",
                        compareAndSet("sleep word", 1, 0).spare(),
                        compareAndSet("kernel lock", 0, 1).until(1),
                        load("queued").as("queued"),
                        release("kernel lock", 0).spare())
                .never(end -> end.of("compared") == 1 && end.of("queued") == 0);
    }

    @Test
    void nobodySleepsOnAnOldWord() {
        holds(futex(load("sleep word")));
    }

    private static Litmus selector(Op published, Op asleep, Op state) {
        return litmus("who finds a sleep in the selector finds the selector")
                .thread("opal.progress.RankSleeper.selector", store("selector", 1), published)
                .thread(
                        "opal.progress.RankSleeper.announce",
                        volatileLoad("mode").until(2).spare(),
                        asleep)
                .thread("opal.progress.RankSleeper.wake", state, load("selector").as("selector"))
                .never(end -> end.of("selector") == 0);
    }

    @Test
    void modeAfterSelector() {
        Op published = volatileStore("mode", 2);
        Op asleep = volatileStore("sleep word", 2);
        Op state = volatileLoad("sleep word").until(2);
        holds(
                selector(published.spare(), asleep.spare(), state.spare())
                        .code(
                                "opal.progress.RankSleeper.state",
                                "get word",
                                "VarHandle.getVolatile",
                                "Memory.getIntVolatile"));
        isWrong(selector(store("mode", 2), asleep, state), ARM, ARM_LL_SC, MODES);
        isWrong(selector(published, asleep, load("sleep word").until(2)), ARM, ARM_LL_SC, MODES);
    }

    private static Litmus relocate(Op word, Op look) {
        return litmus("a word that is moved is awake when it is found")
                .initially("new word", 1)
                .thread(
                        "opal.progress.RankSleeper.relocate",
                        volatileStore("new word", 0).spare(),
                        word)
                .thread(
                        "opal.progress.RankSleeper.wake",
                        look.until(1),
                        load("new word").as("word"))
                .never(end -> end.of("word") == 1);
    }

    @Test
    void relocatedWord() {
        holds(relocate(volatileStore("place", 1).spare(), volatileLoad("place").spare()));
        isWrong(relocate(store("place", 1), volatileLoad("place")), ARM, ARM_LL_SC, MODES);
    }
}
