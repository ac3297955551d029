package org.strata.oob.link;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.strata.oob.link.ConnectionTable.Peer;

/** A peer that is stopped is no host that is lost. */
class SilenceTest {
    private static final long BEAT = 2;
    private static final long PATIENCE = 10;

    /** The latest that a cable that is pulled is noticed. */
    private static final long BOUND = PATIENCE + BEAT;

    private Peer kernel = Peer.OWES;
    private int looks;
    private final Silence silence =
            new Silence(
                    0,
                    BEAT,
                    PATIENCE,
                    () -> {
                        looks++;
                        return kernel;
                    });

    /** Returns the first beat from a time on after which the peer is lost; 0 for none. */
    private long lost(long from, long to) {
        for (long now = from; now <= to; now += BEAT) {
            if (silence.tooLong(now)) {
                return now;
            }
        }
        return 0;
    }

    @Test
    void aHostThatAcknowledgesNothingIsLostInTime() {
        assertThat(lost(0, 1000)).isEqualTo(BOUND);
    }

    @Test
    void aStoppedProcessIsNotLost() {
        kernel = Peer.ACKNOWLEDGES;
        assertThat(lost(0, 1000)).isZero();
    }

    /** The cable is pulled while the process is stopped, just after its kernel's last answer. */
    @Test
    void theHostOfAStoppedProcessIsLostInTime() {
        kernel = Peer.ACKNOWLEDGES;
        assertThat(lost(0, 100)).isZero();
        kernel = Peer.OWES;
        assertThat(lost(100 + BEAT, 1000)).isLessThanOrEqualTo(100 + BOUND);
    }

    @Test
    void whatThisProcessMissedWhileItWasStoppedIsNotCounted() {
        assertThat(lost(0, BEAT)).isZero();
        assertThat(silence.tooLong(500)).isFalse();
        assertThat(lost(500 + BEAT, 1000)).isEqualTo(500 + BOUND);
    }

    /** Ctrl-Z, where the kernel does not tell. */
    @Test
    void aPeerThatHasAnnouncedItsSilenceIsExcused() {
        kernel = Peer.UNKNOWN;
        silence.excuse(true, 0);
        assertThat(lost(0, 100)).isZero();
        silence.excuse(false, 100);
        assertThat(lost(100 + BEAT, 1000)).isEqualTo(100 + BOUND);
    }

    /** To look a connection up costs a table of all connections: frames say as much. */
    @Test
    void aPeerThatSendsIsNotLookedUp() {
        for (long now = BEAT; now <= 1000; now += BEAT) {
            silence.broken(now - 1);
            assertThat(silence.tooLong(now)).isFalse();
        }
        assertThat(looks).isZero();
        assertThat(lost(1000 + BEAT, 2000)).isLessThanOrEqualTo(999 + BOUND);
        assertThat(looks).isPositive();
    }
}
