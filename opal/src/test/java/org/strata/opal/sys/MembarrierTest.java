package org.strata.opal.sys;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.strata.opal.memory.Memory;

import java.lang.foreign.Arena;
import java.util.concurrent.Phaser;

final class MembarrierTest {
    private static final int ROUNDS = 20_000;

    @Test
    void joiningTwiceIsJoining() {
        assertThat(Membarrier.join()).isEqualTo(Membarrier.join());
    }

    /** Dekker's race: each stores its flag and looks at the other's; one must see the other. */
    @Test
    void replacesTheFenceOfTheFrequentSide() throws Exception {
        Assumptions.assumeTrue(Membarrier.join(), "no membarrier here");
        int[] frequentSaw = new int[ROUNDS];
        int[] rareSaw = new int[ROUNDS];
        try (Arena arena = Arena.ofShared()) {
            long frequent = Memory.allocate(arena, 128, 128);
            long rare = Memory.allocate(arena, 128, 128);
            Phaser phaser = new Phaser(2);
            Thread sender =
                    new Thread(() -> {
                        for (int i = 1; i < ROUNDS; i++) {
                            phaser.arriveAndAwaitAdvance();
                            Memory.putIntRelease(frequent, i);
                            Memory.releaseFence();
                            frequentSaw[i] = Memory.getIntAcquire(rare);
                            phaser.arriveAndAwaitAdvance();
                        }
                    });
            sender.start();
            for (int i = 1; i < ROUNDS; i++) {
                phaser.arriveAndAwaitAdvance();
                Memory.putIntVolatile(rare, i);
                Membarrier.everywhere();
                rareSaw[i] = Memory.getIntAcquire(frequent);
                phaser.arriveAndAwaitAdvance();
            }
            sender.join();
        }
        for (int i = 1; i < ROUNDS; i++) {
            assertThat(frequentSaw[i] == i || rareSaw[i] == i).as("round %d", i).isTrue();
        }
    }
}
