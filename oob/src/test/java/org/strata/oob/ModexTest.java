package org.strata.oob;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.strata.oob.Modex.CardWaiter;

/** Who is told of a value, and who is not any more. */
class ModexTest {
    private static final byte[] VALUE = {1, 2};

    private final Modex modex = new Modex();

    @Test
    void whoWaitsIsToldOnce() {
        CardWaiter one = new CardWaiter(1, 7);
        CardWaiter two = new CardWaiter(2, 7);
        modex.await(0, "key", one);
        modex.await(0, "key", two);
        modex.await(0, "other", one);
        assertThat(modex.peek(0, "key")).isNull();
        assertThat(modex.put(3, "key", VALUE)).as("another publisher").isEmpty();
        assertThat(modex.put(0, "key", VALUE)).containsExactly(one, two);
        assertThat(modex.peek(0, "key")).isEqualTo(VALUE);
        assertThat(modex.put(0, "key", VALUE)).as("a second time").isEmpty();
        assertThat(modex.waiters()).isEqualTo(1);
    }

    /** Requests are numbered by each rank for itself. */
    @Test
    void aRankThatLeavesTakesItsOwnRequestsAlong() {
        modex.await(0, "key", new CardWaiter(1, 2));
        modex.await(0, "key", new CardWaiter(2, 1));
        modex.await(0, "other", new CardWaiter(1, 3));
        modex.forgetAll(1);
        assertThat(modex.waiters()).isEqualTo(1);
        assertThat(modex.put(0, "key", VALUE)).containsExactly(new CardWaiter(2, 1));
        assertThat(modex.put(0, "other", VALUE)).isEmpty();
    }

    @Test
    void aRequestThatIsForgottenIsNotTold() {
        modex.await(0, "key", new CardWaiter(1, 2));
        modex.await(0, "key", new CardWaiter(1, 3));
        modex.forget(new CardWaiter(1, 2));
        modex.forget(new CardWaiter(3, 3));
        assertThat(modex.put(0, "key", VALUE)).containsExactly(new CardWaiter(1, 3));
    }

    /** Cards without content say that something has happened: they stay. */
    @Test
    void theEndOfAJobEndsItsCardsAlone() {
        for (int publisher : new int[] {9, 10, 19, 20}) {
            modex.put(publisher, "key", VALUE);
            modex.put(publisher, "happened", new byte[0]);
            modex.await(0, "key", new CardWaiter(publisher, 1));
        }
        modex.retire(10, 20);
        assertThat(modex.peek(9, "key")).isEqualTo(VALUE);
        assertThat(modex.peek(10, "key")).isNull();
        assertThat(modex.peek(19, "key")).isNull();
        assertThat(modex.peek(20, "key")).isEqualTo(VALUE);
        assertThat(modex.peek(10, "happened")).isEmpty();
        assertThat(modex.put(0, "key", VALUE))
                .containsExactly(new CardWaiter(9, 1), new CardWaiter(20, 1));
    }
}
