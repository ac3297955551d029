package org.strata.pml.tupleq;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.strata.mca.pml.SendMode;
import org.strata.pml.tupleq.Control.Kind;

/** Sends that wait for want of room, and when their receiver is asked to make some. */
final class CrowdingTest {
    private static final int PATIENCE = 256;
    private static final int PATIENCE_OF_COPIES = 10_000;

    private final TwoRanks ranks = new TwoRanks();
    private final OutgoingPair out = ranks.outgoing(OutMode.TUPLE, 0);
    private final Crowding crowding = new Crowding(ranks.controls.get(TwoRanks.SENDER));
    private long orders;

    @AfterEach
    void close() {
        ranks.close();
    }

    private TupleSend waiting(boolean copied) {
        TupleSend send = new TupleSend(null);
        send.begin(ranks.buf(8), out, 3, SendMode.STANDARD, orders++);
        send.pooled = copied;
        crowding.add(send);
        return send;
    }

    /** Looks until the receiver is asked; returns how often. */
    private int looksUntilAsked() {
        for (int looks = 1; looks <= PATIENCE_OF_COPIES; looks++) {
            crowding.look(false);
            if (out.crowd.flooded) {
                assertThat(ranks.controls(TwoRanks.RECEIVER))
                        .extracting(Control.Message::kind)
                        .containsExactly(Kind.FLOOD);
                return looks;
            }
        }
        return Integer.MAX_VALUE;
    }

    @Test
    void theReceiverIsAskedOnce() {
        waiting(false);
        assertThat(looksUntilAsked()).isEqualTo(PATIENCE);
        for (int i = 0; i < 2 * PATIENCE; i++) {
            assertThat(crowding.look(false)).as("it has been asked").isFalse();
        }
        assertThat(ranks.controls(TwoRanks.RECEIVER)).isEmpty();
    }

    @Test
    void copiesWaitForALateReceiver() {
        waiting(true);
        waiting(true);
        assertThat(looksUntilAsked()).isEqualTo(PATIENCE_OF_COPIES);
    }

    @Test
    void aSendWithoutACopyDoesNotWaitAsLongAsCopies() {
        waiting(true);
        waiting(false);
        assertThat(looksUntilAsked()).isEqualTo(PATIENCE);
    }

    /** What copies have waited for is nothing to the sends behind them. */
    @Test
    void copiesThatHaveFoundALaneCountNoLonger() {
        TupleSend copy = waiting(true);
        waiting(false);
        crowding.remove(copy);
        crowding.remove(copy);
        assertThat(looksUntilAsked()).isEqualTo(PATIENCE);
    }

    @Test
    void theEndOfASendBeginsThePatienceAnew() {
        TupleSend first = waiting(false);
        waiting(false);
        look(PATIENCE - 1);
        crowding.onEnd(first);
        assertThat(crowding.look(false)).isTrue();
        assertThat(looksUntilAsked()).isEqualTo(PATIENCE);
    }

    @Test
    void whoWaitsLaterWaitsAsLong() {
        TupleSend first = waiting(false);
        look(PATIENCE - 1);
        crowding.remove(first);
        assertThat(crowding.look(false)).as("nobody waits").isFalse();
        waiting(false);
        assertThat(looksUntilAsked()).isEqualTo(PATIENCE);
    }

    private void look(int times) {
        for (int i = 0; i < times; i++) {
            assertThat(crowding.look(false)).isTrue();
        }
    }
}
