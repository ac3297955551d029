package org.strata.mpool;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.strata.mca.mpool.SleepWords;
import org.strata.opal.memory.Memory;
import org.strata.opal.progress.Doorbell;
import org.strata.opal.progress.RankSleeper;
import org.strata.opal.progress.Sleeper;
import org.strata.opal.shared.PeerBells;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;

/** Where two processes of a host find each other's sleep words. */
class SleepWordsTest {
    private static final long SEGMENT = 1 << 20;

    @TempDir Path directory;

    private final RankSleeper[] sleepers = {new RankSleeper(), new RankSleeper()};
    private final SharedPool[] pools = new SharedPool[2];
    private final Doorbell doorbell = new Doorbell(why -> {});

    private void open() {
        SharedPoolConfig config = new SharedPoolConfig(directory.toString(), SEGMENT, SEGMENT);
        for (int rank = 0; rank < 2; rank++) {
            pools[rank] = new SharedPool(config, "job", rank, sleepers[rank]);
        }
    }

    @AfterEach
    void close() {
        for (int rank = 0; rank < 2; rank++) {
            pools[rank].close();
            sleepers[rank].close();
        }
        doorbell.close();
    }

    private long word(int rank) {
        long[] card = new long[SleepWords.WORDS];
        pools[rank].sleepWords().describe(card, 0);
        return pools[1 - rank].sleepWords().word(rank, card, 0);
    }

    private void ringsRankZero() {
        long word = word(0);
        PeerBells bells = new PeerBells(new long[] {word, 0}, false, doorbell);
        bells.ringSleepers();
        sleepers[0].announce();
        assertThat(Memory.getIntVolatile(word)).isNotEqualTo(Sleeper.AWAKE);
        bells.ringSleepers();
        assertThat(Memory.getIntVolatile(word)).isEqualTo(Sleeper.AWAKE);
        sleepers[0].sleep(Long.MAX_VALUE);
    }

    @Test
    void withoutABtlTheWordsMoveToThePool() {
        open();
        assertThat(pools[0].sleepWords().share()).isTrue();
        assertThat(pools[1].sleepWords().share()).isTrue();
        ringsRankZero();
        sleepers[0].selector();
        ringsRankZero();
    }

    @Test
    void theWordsOfABtlStayWhereTheyAre() {
        MemorySegment words = Arena.global().allocate(256, 128);
        for (int rank = 0; rank < 2; rank++) {
            MemorySegment own = words.asSlice(rank * 128L, Integer.BYTES);
            sleepers[rank].relocate(own, peer -> words.address() + peer * 128L);
        }
        open();
        assertThat(pools[0].sleepWords().share()).isTrue();
        assertThat(pools[1].sleepWords().share()).isTrue();
        assertThat(word(0)).isEqualTo(words.address());
        ringsRankZero();
    }

    @Test
    void aWordThatIsNotMappedIsRefused() {
        sleepers[0].relocate(Arena.global().allocate(64, 64));
        open();
        assertThat(pools[0].sleepWords().share()).isTrue();
        assertThat(word(0)).isZero();
    }

    /** A wild place is none, nor is one where a word cannot lie. */
    @Test
    void whatAPeerSaysIsChecked() {
        open();
        assertThat(pools[0].sleepWords().share()).isTrue();
        long[] card = new long[SleepWords.WORDS];
        pools[0].sleepWords().describe(card, 0);
        for (long offset : new long[] {card[1] + 2, -4, SEGMENT, Long.MAX_VALUE - 3}) {
            long[] wild = {card[0], offset, 1};
            assertThat(pools[1].sleepWords().word(0, wild, 0)).as("offset %d", offset).isZero();
        }
        assertThat(pools[1].sleepWords().word(0, new long[] {1L << 40, 0, 1}, 0)).isZero();
    }

    @Test
    void theWordGoesBackWithThePool() {
        open();
        pools[0].sleepWords().share();
        assertThat(sleepers[0].relocated()).isTrue();
        pools[0].close();
        assertThat(sleepers[0].relocated()).isFalse();
    }
}
