package org.strata.io.posix;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Blocks that are in use, given back, and used again. */
class FileStagingTest {
    private static final long SMALL = 64 << 10;
    private static final long MIDDLE = 2 * SMALL;
    private static final long LARGE = 4 * SMALL;

    private final FileStaging staging = new FileStaging();

    @Test
    void blocksInUseAreDifferentOnes() {
        FileStaging.Block one = staging.take(SMALL);
        FileStaging.Block two = staging.take(SMALL);
        assertThat(Math.abs(one.address() - two.address())).isGreaterThanOrEqualTo(SMALL);
        one.close();
        two.close();
    }

    @Test
    void aBlockThatWasGivenBackIsUsedAgain() {
        FileStaging.Block first = staging.take(1);
        long address = first.address();
        first.close();
        for (int use = 0; use < 3; use++) {
            FileStaging.Block next = staging.take(SMALL);
            assertThat(next.address()).isEqualTo(address);
            next.close();
        }
    }

    @Test
    void theSmallestThatFitsIsTaken() {
        long large;
        long middle;
        long small;
        try (FileStaging.Block one = staging.take(LARGE);
                FileStaging.Block two = staging.take(MIDDLE);
                FileStaging.Block three = staging.take(SMALL)) {
            large = one.address();
            middle = two.address();
            small = three.address();
        }
        try (FileStaging.Block fits = staging.take(MIDDLE);
                FileStaging.Block next = staging.take(MIDDLE);
                FileStaging.Block least = staging.take(1);
                FileStaging.Block more = staging.take(LARGE + 1)) {
            assertThat(fits.address()).isEqualTo(middle);
            assertThat(next.address()).isEqualTo(large);
            assertThat(least.address()).isEqualTo(small);
            assertThat(more.address()).isNotIn(small, middle, large);
        }
    }
}
