package org.strata.pml.ob1.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.strata.pml.ob1.protocol.ReadOrCopy.Way;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

class ReadOrCopyTest {
    private static final long SIZE = 1 << 20;
    private static final long NEVER = 10_000_000;

    private ReadOrCopy choice = new ReadOrCopy();
    private final int[] taken = new int[Way.values().length];
    private long now;

    /**
     * Receives messages one after the other.
     *
     * @param nanos what each way takes
     * @return how many took a way
     */
    private int receive(int messages, long size, Way counted, long... nanos) {
        int before = taken[counted.ordinal()];
        for (int i = 0; i < messages; i++) {
            Way way = choice.choose(size, true);
            taken[way.ordinal()]++;
            long took = nanos[way.ordinal()];
            if (way == Way.READ) {
                now += took;
                choice.read(size, took);
            } else {
                choice.begins(way, now);
                now += took;
                choice.ends(way, size, now);
            }
            now += 1_000_000;
        }
        return taken[counted.ordinal()] - before;
    }

    @Test
    void theFirstMessagesTryAllWays() {
        assertThat(receive(9, SIZE, Way.READ, 100, 50, 20)).isEqualTo(3);
        assertThat(taken).containsExactly(3, 3, 3);
    }

    @Test
    void theFastestWayIsTakenAndTheOthersAreTriedNowAndThen() {
        for (Way fastest : Way.values()) {
            ReadOrCopyTest test = new ReadOrCopyTest();
            long[] nanos = {80_000, 80_000, 80_000};
            nanos[fastest.ordinal()] = 40_000;
            test.receive(9, SIZE, fastest, nanos);
            assertThat(test.receive(10_000, SIZE, fastest, nanos)).isBetween(9_980, 9_995);
            assertThat(Arrays.stream(test.taken).min().orElseThrow()).isGreaterThan(5);
        }
    }

    /** A trial of the way in use tries nothing. */
    @Test
    void theOthersAreTriedAfterMoreTrialsThanAnIntCounts() {
        for (long first :
                new long[] {Integer.MAX_VALUE - 1000L, Integer.MAX_VALUE - 1L, 1L << 32}) {
            ReadOrCopyTest test = new ReadOrCopyTest();
            test.choice = new ReadOrCopy(first);
            long[] nanos = {40_000, 80_000, 80_000};
            test.receive(10_000, SIZE, Way.READ, nanos);
            int[] before = test.taken.clone();
            test.receive(8 * 1024, SIZE, Way.READ, nanos);
            assertThat(test.taken[Way.SHARE.ordinal()] - before[Way.SHARE.ordinal()]).isEqualTo(4);
            assertThat(test.taken[Way.COPY.ordinal()] - before[Way.COPY.ordinal()]).isEqualTo(4);
        }
    }

    @Test
    void theChoiceFollowsTheMachine() {
        receive(2_000, SIZE, Way.COPY, 80_000, NEVER, 40_000);
        // Copies became slower: seen by the next of them.
        assertThat(receive(100, SIZE, Way.READ, 80_000, NEVER, 500_000)).isGreaterThan(90);
        // They became fast again: seen by the next trial.
        receive(3_000, SIZE, Way.COPY, 80_000, NEVER, 40_000);
        assertThat(receive(100, SIZE, Way.COPY, 80_000, NEVER, 40_000)).isGreaterThan(97);
        // The sender's half, too.
        receive(3_000, SIZE, Way.COPY, 80_000, 30_000, 40_000);
        assertThat(receive(100, SIZE, Way.SHARE, 80_000, 30_000, 40_000)).isGreaterThan(97);
    }

    @Test
    void eachLengthHasItsOwnChoice() {
        for (int i = 0; i < 100; i++) {
            receive(1, SIZE, Way.READ, 80_000, NEVER, 40_000);
            receive(1, SIZE / 4, Way.READ, 10_000, NEVER, 40_000);
        }
        assertThat(receive(10, SIZE, Way.READ, 80_000, NEVER, 40_000)).isZero();
        assertThat(receive(10, SIZE / 4, Way.READ, 10_000, NEVER, 40_000)).isGreaterThan(8);
    }

    @Test
    void messagesUnderWayTogetherShareTheirTime() {
        receive(9, SIZE, Way.READ, 80_000, NEVER, 79_000);
        for (int round = 0; round < 50; round++) {
            // A window of ten: 40 us of copying for each, and 80 for each read meanwhile.
            int copies = 0;
            for (int i = 0; i < 10; i++) {
                Way way = choice.choose(SIZE, true);
                if (way == Way.READ) {
                    now += 80_000;
                    choice.read(SIZE, 80_000);
                } else {
                    choice.begins(Way.COPY, now);
                    copies++;
                }
            }
            for (int i = 0; i < copies; i++) {
                now += 40_000;
                choice.ends(Way.COPY, SIZE, now);
            }
        }
        assertThat(receive(20, SIZE, Way.READ, 80_000, NEVER, 40_000)).isLessThan(2);
    }

    /** What this side reads meanwhile is not time that the sender's half takes. */
    @Test
    void readsMeanwhileAreNotTheTimeOfOtherWays() {
        for (Way way : new Way[] {Way.SHARE, Way.COPY}) {
            ReadOrCopyTest test = new ReadOrCopyTest();
            long[] nanos = {80_000, NEVER, NEVER};
            nanos[way.ordinal()] = 79_000;
            test.receive(9, SIZE, Way.READ, nanos);
            for (int round = 0; round < 10; round++) {
                test.choice.begins(way, test.now);
                for (int read = 0; read < 5; read++) {
                    test.now += 80_000;
                    test.choice.read(SIZE, 80_000);
                }
                test.now += 60_000;
                test.choice.ends(way, SIZE, test.now);
                test.now += 1_000_000;
            }
            assertThat(test.choice.choose(SIZE, true)).isEqualTo(way);
        }
    }

    /** A window of messages brings its bytes in the time of all of them together. */
    @Test
    void theFastestWayIsThatOfTheBytes() {
        receive(9, SIZE, Way.READ, 80_000, NEVER, 90_000);
        for (int round = 0; round < 5; round++) {
            for (int i = 0; i < 4; i++) {
                choice.begins(Way.COPY, now);
            }
            now += 160_000;
            for (int i = 0; i < 4; i++) {
                choice.ends(Way.COPY, SIZE, now);
            }
            now += 1_000_000;
        }
        assertThat(choice.choose(SIZE, true)).as("40 us for each").isEqualTo(Way.COPY);
    }

    @Test
    void aSenderThatCannotWriteSharesNothing() {
        List<Way> first = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            first.add(choice.choose(SIZE, false));
        }
        assertThat(first)
                .containsExactly(Way.READ, Way.COPY, Way.COPY, Way.READ, Way.COPY, Way.COPY);
        for (int i = 0; i < 1_000; i++) {
            assertThat(choice.choose(SIZE, false)).isNotEqualTo(Way.SHARE);
        }
    }

    @Test
    void aPeriodWithoutEndIsTimed() {
        receive(9, SIZE, Way.READ, 80_000, NEVER, 79_000);
        // Two copies overlap all the time: the one begins before the other ends.
        choice.begins(Way.COPY, now);
        for (int i = 0; i < 64; i++) {
            choice.begins(Way.COPY, now);
            now += 500_000;
            choice.ends(Way.COPY, SIZE, now);
        }
        assertThat(choice.choose(SIZE, true)).isEqualTo(Way.READ);
    }

    /** After the first 9, after 16 more, then 32, 64 and so on, at last every 1,024. */
    @Test
    void trialsBecomeRare() {
        long[] nanos = {40_000, 80_000, 80_000};
        List<Integer> trials = new ArrayList<>();
        receive(9, SIZE, Way.READ, nanos);
        for (int number = 9; number < 4096; number++) {
            if (receive(1, SIZE, Way.READ, nanos) == 0) {
                trials.add(number);
            }
        }
        assertThat(trials).containsExactly(25, 57, 121, 249, 505, 1017, 2041, 3065, 4089);
    }

    @Test
    void oneSlowMessageDoesNotChangeTheWay() {
        receive(2_000, SIZE, Way.COPY, 80_000, NEVER, 40_000);
        receive(1, SIZE, Way.COPY, 80_000, NEVER, 190_000);
        assertThat(receive(1, SIZE, Way.COPY, 80_000, NEVER, 190_000)).isEqualTo(1);
        assertThat(receive(1, SIZE, Way.COPY, 80_000, NEVER, 190_000)).isZero();
    }

    @Test
    void lengthsOfOnePowerOfTwoShareTheirChoice() {
        receive(100, SIZE, Way.COPY, 80_000, NEVER, 40_000);
        assertThat(receive(9, 2 * SIZE - 1, Way.COPY, 160_000, NEVER, 80_000)).isEqualTo(9);
        assertThat(receive(9, 2 * SIZE, Way.COPY, 160_000, NEVER, 80_000)).isEqualTo(3);
        assertThat(receive(9, SIZE - 1, Way.COPY, 80_000, NEVER, 40_000)).isEqualTo(3);
    }
}
