package org.strata.verbs.soft;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Pages that several registrations lock are unlocked with the last one. */
class LockedRangesTest {
    private final LockedRanges ranges = new LockedRanges();
    private final List<String> unlocked = new ArrayList<>();

    private void remove(long from, long to) {
        ranges.remove(from, to, (start, end) -> unlocked.add(start + "-" + end));
    }

    /** The pieces of a pipeline share a page with their neighbours. */
    @Test
    void aSharedPageStaysLockedUntilTheLastRangeEnds() {
        ranges.add(0, 5);
        ranges.add(4, 9);
        remove(0, 5);
        assertThat(unlocked).containsExactly("0-4");
        remove(4, 9);
        assertThat(unlocked).containsExactly("0-4", "4-9");
        assertThat(ranges.isEmpty()).isTrue();
    }

    @Test
    void aRangeInsideAnotherUnlocksNothing() {
        ranges.add(0, 10);
        ranges.add(3, 5);
        ranges.add(0, 10);
        remove(3, 5);
        remove(0, 10);
        assertThat(unlocked).isEmpty();
        remove(0, 10);
        assertThat(unlocked).containsExactly("0-10");
    }

    /** Against a count per page. */
    @Test
    void randomRangesUnlockWhatNobodyHolds() {
        Random random = new Random(7);
        Map<Long, Integer> pages = new HashMap<>();
        List<long[]> held = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            if (held.size() < 20 && random.nextBoolean()) {
                long from = random.nextInt(100);
                long to = from + 1 + random.nextInt(30);
                held.add(new long[] {from, to});
                ranges.add(from, to);
                for (long page = from; page < to; page++) {
                    pages.merge(page, 1, Integer::sum);
                }
            } else if (!held.isEmpty()) {
                long[] range = held.remove(random.nextInt(held.size()));
                List<Long> free = new ArrayList<>();
                for (long page = range[0]; page < range[1]; page++) {
                    if (pages.merge(page, -1, Integer::sum) == 0) {
                        free.add(page);
                    }
                }
                List<Long> seen = new ArrayList<>();
                ranges.remove(
                        range[0],
                        range[1],
                        (from, to) -> {
                            for (long page = from; page < to; page++) {
                                seen.add(page);
                            }
                        });
                assertThat(seen).isEqualTo(free);
            }
        }
    }
}
