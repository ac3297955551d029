package org.strata.pml.ob1.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ReadOrCopyTest {
    private static final long SIZE = 1 << 20;

    private final ReadOrCopy choice = new ReadOrCopy();
    private long now;

    /** Receives messages one after the other; returns how many were read. */
    private int receive(int messages, long size, long readNanos, long copyNanos) {
        int reads = 0;
        for (int i = 0; i < messages; i++) {
            if (choice.reads(size)) {
                reads++;
                now += readNanos;
                choice.read(size, readNanos);
            } else {
                choice.copyBegins(now);
                now += copyNanos;
                choice.copyEnds(size, now);
            }
            now += 1_000_000;
        }
        return reads;
    }

    @Test
    void theFirstMessagesTryBothWays() {
        assertThat(receive(8, SIZE, 100, 50)).isEqualTo(4);
    }

    @Test
    void theFasterWayIsTakenAndTheOtherOneTriedNowAndThen() {
        receive(8, SIZE, 80_000, 40_000);
        assertThat(receive(10_000, SIZE, 80_000, 40_000)).isBetween(5, 20);
        ReadOrCopyTest slow = new ReadOrCopyTest();
        slow.receive(8, SIZE, 80_000, 500_000);
        assertThat(slow.receive(10_000, SIZE, 80_000, 500_000)).isBetween(9_980, 9_995);
    }

    @Test
    void theChoiceFollowsTheMachine() {
        receive(2_000, SIZE, 80_000, 40_000);
        // Copies became slower: seen by the next of them.
        assertThat(receive(100, SIZE, 80_000, 500_000)).isGreaterThan(90);
        // They became fast again: seen by the next trial.
        receive(2_000, SIZE, 80_000, 40_000);
        assertThat(receive(100, SIZE, 80_000, 40_000)).isLessThan(3);
    }

    @Test
    void eachLengthHasItsOwnChoice() {
        for (int i = 0; i < 100; i++) {
            receive(1, SIZE, 80_000, 40_000);
            receive(1, SIZE / 4, 10_000, 40_000);
        }
        assertThat(receive(10, SIZE, 80_000, 40_000)).isZero();
        assertThat(receive(10, SIZE / 4, 10_000, 40_000)).isGreaterThan(8);
    }

    @Test
    void copiesUnderWayTogetherShareTheirTime() {
        receive(8, SIZE, 80_000, 79_000);
        for (int round = 0; round < 50; round++) {
            // A window of ten: 40 us of copying for each, and 80 for each read meanwhile.
            int copies = 0;
            for (int i = 0; i < 10; i++) {
                if (choice.reads(SIZE)) {
                    now += 80_000;
                    choice.read(SIZE, 80_000);
                } else {
                    choice.copyBegins(now);
                    copies++;
                }
            }
            for (int i = 0; i < copies; i++) {
                now += 40_000;
                choice.copyEnds(SIZE, now);
            }
        }
        assertThat(receive(20, SIZE, 80_000, 40_000)).isLessThan(2);
    }

    @Test
    void aPeriodWithoutEndIsTimed() {
        receive(8, SIZE, 80_000, 79_000);
        // Two copies overlap all the time: the one begins before the other ends.
        choice.copyBegins(now);
        for (int i = 0; i < 64; i++) {
            choice.copyBegins(now);
            now += 500_000;
            choice.copyEnds(SIZE, now);
        }
        assertThat(choice.reads(SIZE)).isTrue();
    }
}
