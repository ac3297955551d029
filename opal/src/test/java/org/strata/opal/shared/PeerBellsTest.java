package org.strata.opal.shared;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.opal.memory.Memory;
import org.strata.opal.progress.Doorbell;
import org.strata.opal.progress.RankSleeper;
import org.strata.opal.progress.Sleeper;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;

final class PeerBellsTest {
    private static final int MEMBERS = 3;
    private static final int DISTANCE = 128;

    private final MemorySegment memory = Arena.global().allocate(MEMBERS * DISTANCE, DISTANCE);
    private final long[] words = new long[MEMBERS];
    private final List<String> reports = Collections.synchronizedList(new ArrayList<>());
    private final Doorbell doorbell = new Doorbell(reports::add);

    PeerBellsTest() {
        Arrays.setAll(words, member -> memory.address() + (long) member * DISTANCE);
        allSleep();
    }

    private void allSleep() {
        for (long word : words) {
            Memory.putIntVolatile(word, Sleeper.IN_FUTEX);
        }
    }

    private List<Integer> awake() {
        List<Integer> awake = new ArrayList<>();
        for (int member = 0; member < MEMBERS; member++) {
            if (Memory.getIntVolatile(words[member]) == Sleeper.AWAKE) {
                awake.add(member);
            }
        }
        return awake;
    }

    @Test
    void allOthersAreRung() {
        long[] others = {words[0], 0, words[2]};
        new PeerBells(others, false, doorbell).ringSleepers();
        assertThat(awake()).containsExactly(0, 2);
        assertThat(reports).isEmpty();
    }

    @Test
    void oneIsRung() {
        long[] others = {words[0], 0, words[2]};
        PeerBells bells = new PeerBells(others, false, doorbell);
        bells.fence();
        bells.ring(1);
        bells.ring(2);
        assertThat(awake()).containsExactly(2);
    }

    /**
     * Two threads take turns over one word each; each sleeps until the other rings. A ring that is
     * lost would cost the whole length of a sleep, and the test its time.
     */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void noRingIsLost(boolean inSelector) throws InterruptedException {
        int turns = 500;
        MemorySegment turn = Arena.global().allocate(DISTANCE, DISTANCE);
        RankSleeper[] sleepers = {new RankSleeper(), new RankSleeper()};
        Thread[] threads = new Thread[2];
        List<Integer> late = Collections.synchronizedList(new ArrayList<>());
        for (int member = 0; member < 2; member++) {
            sleepers[member].relocate(memory.asSlice((long) member * DISTANCE, Integer.BYTES));
            if (inSelector) {
                sleepers[member].selector();
            }
        }
        boolean fences = sleepers[0].fencesForPeers() && sleepers[1].fencesForPeers();
        for (int member = 0; member < 2; member++) {
            int me = member;
            long[] others = {me == 0 ? 0 : words[0], me == 1 ? 0 : words[1]};
            PeerBells bells = new PeerBells(others, fences, doorbell);
            threads[me] =
                    new Thread(() -> {
                        for (int i = me; i < turns; i += 2) {
                            awaitTurn(sleepers[me], turn.address(), i, late);
                            Memory.putLongRelease(turn.address(), i + 1);
                            bells.ringSleepers();
                        }
                    });
            threads[me].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(Memory.getLong(turn.address())).isEqualTo(turns);
        assertThat(late).as("turns that nobody rang for").isEmpty();
        assertThat(reports).isEmpty();
        for (RankSleeper sleeper : sleepers) {
            sleeper.restore();
            sleeper.close();
        }
    }

    /**
     * A futex ends a sleep now and then for the ring of an earlier one. The turn may just have come
     * then, and its ring not yet.
     */
    private static boolean isRung(RankSleeper sleeper) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(5);
        while (!sleeper.rung()) {
            if (System.nanoTime() - end > 0) {
                return false;
            }
            Thread.onSpinWait();
        }
        return true;
    }

    private static void awaitTurn(RankSleeper sleeper, long turn, long mine, List<Integer> late) {
        while (Memory.getLongAcquire(turn) != mine) {
            sleeper.announce();
            boolean asleep = Memory.getLongAcquire(turn) != mine;
            if (asleep) {
                sleeper.sleep(TimeUnit.SECONDS.toNanos(2));
                if (Memory.getLongAcquire(turn) == mine && !isRung(sleeper)) {
                    late.add((int) mine);
                }
            }
            sleeper.awake();
        }
    }
}
