package org.strata.pml.ob1.wire;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.BitSet;
import java.util.Random;

/** Which numbers have come; those near the wrap of an int are the ones that go wrong. */
class WindowTest {
    private static final int SIZE = Window.SIZE;

    /** Numbers in any order within the window, some of them again: each is new once. */
    @ParameterizedTest
    @ValueSource(ints = {0, -SIZE, Integer.MAX_VALUE - SIZE, Integer.MAX_VALUE})
    void eachNumberIsNewOnce(int first) {
        Window window = new Window(first);
        Random random = new Random(4);
        BitSet come = new BitSet();
        for (int i = 0; i < 20_000; i++) {
            int ahead = come.nextClearBit(0) + random.nextInt(SIZE) - SIZE / 4;
            int index = Math.clamp(ahead, 0, come.nextClearBit(0) + SIZE - 1);
            assertThat(window.accept(first + index)).as("%d", index).isEqualTo(!come.get(index));
            come.set(index);
            assertThat(window.expected()).isEqualTo(first + come.nextClearBit(0));
        }
        assertThat(come.nextClearBit(0)).isGreaterThan(2 * SIZE);
    }

    /** The sender waits: it is a number of more than 2^31 packets ago. */
    @Test
    void whatIsFurtherAheadThanTheSenderMayBeIsOld() {
        Window window = new Window(-1000);
        assertThat(window.accept(-1000 + SIZE)).isFalse();
        assertThat(window.accept(-1000 + Integer.MAX_VALUE)).isFalse();
        for (int number = -1000; number < 1000; number++) {
            assertThat(window.accept(number)).as("%s", number).isTrue();
        }
    }

    @Test
    void whatIsPastIsOldHoweverLongAgo() {
        Window window = new Window(Integer.MIN_VALUE);
        assertThat(window.accept(Integer.MAX_VALUE)).isFalse();
        assertThat(window.accept(Integer.MAX_VALUE - 10 * SIZE)).isFalse();
        assertThat(window.accept(Integer.MIN_VALUE)).isTrue();
    }
}
