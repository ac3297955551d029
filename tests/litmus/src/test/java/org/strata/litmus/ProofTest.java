package org.strata.litmus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.strata.litmus.Litmus.litmus;
import static org.strata.litmus.Ops.acquire;
import static org.strata.litmus.Ops.fullFence;
import static org.strata.litmus.Ops.load;
import static org.strata.litmus.Ops.release;
import static org.strata.litmus.Ops.store;

import org.junit.jupiter.api.Test;

import java.util.Set;

/**
 * The proof itself: it objects to what is wrong, to what is not needed, and to what it is not of.
 */
final class ProofTest {
    private static Litmus message(Op publish, Op look) {
        return litmus("message")
                .thread("writer", store("data", 1), publish)
                .thread("reader", look.until(1), load("data").as("data"))
                .never(end -> end.of("data") == 0);
    }

    private static final Op PUBLISH = release("flag", 1);
    private static final Op LOOK = acquire("flag");

    @Test
    void aProtocolThatHoldsAndNeedsItsOrders() {
        assertThat(Proof.of(message(PUBLISH, LOOK))).isEmpty();
    }

    @Test
    void aWrongProtocolComesWithItsRun() {
        assertThat(Proof.of(message(store("flag", 1), LOOK)))
                .contains("message: WRONG on [arm, arm-ll/sc, modes]")
                .containsSubsequence(
                        "writer: store of flag = 1",
                        "reader: acquire load of flag",
                        "reader: load of data as data = 0",
                        "writer: store of data = 1");
    }

    @Test
    void anOrderThatIsNotNeeded() {
        Litmus twice =
                litmus("twice")
                        .thread("writer", store("data", 1), fullFence(), release("flag", 1))
                        .thread("reader", LOOK.until(1), load("data").as("data"))
                        .never(end -> end.of("data") == 0);
        assertThat(Proof.of(twice))
                .contains("holds on every machine with writer: full fence -> release fence");
        assertThat(Proof.of(message(PUBLISH.spare(), LOOK)))
                .contains("is not spare: writer: release store of flag -> store of flag");
    }

    @Test
    void aLoopThatNeverEnds() {
        assertThat(Proof.of(message(release("other", 1), LOOK))).contains("never ends");
    }

    @Test
    void aWrongVariantThatIsRight() {
        assertThat(Proof.ofWrong(message(PUBLISH, LOOK), Machine.ARM))
                .contains("is found wrong on [], not on [arm]");
    }

    @Test
    void codeThatHasChanged() {
        String method = "verbs.soft.segment.MrRecord.close";
        assertThat(ProductCode.accesses(method, Set.of())).containsExactly("Memory.putIntVolatile");
        Litmus model = message(PUBLISH, LOOK);
        assertThat(Proof.of(model.code(method, "Memory.putIntVolatile"))).isEmpty();
        assertThat(Proof.of(model.code(method, "Memory.putIntRelease")))
                .contains(method + " has changed", "\"Memory.putIntVolatile\"");
        assertThatThrownBy(() -> Proof.of(model.code("verbs.soft.segment.MrRecord.gone")))
                .hasMessageContaining("no method verbs.soft.segment.MrRecord.gone");
    }
}
