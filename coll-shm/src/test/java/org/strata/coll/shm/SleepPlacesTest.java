package org.strata.coll.shm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.strata.mpool.SharedPool;
import org.strata.opal.memory.Memory;
import org.strata.opal.progress.RankSleeper;
import org.strata.opal.progress.Sleeper;
import org.strata.testkit.FakeJob;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Where two ranks of a host find each other's sleep words. */
class SleepPlacesTest {
    private final FakeJob job = FakeJob.of(2);
    private final SharedPool[] pools = new SharedPool[2];
    private final PoolFiles[] files = new PoolFiles[2];
    private final SleepPlaces[] places = new SleepPlaces[2];

    private RankSleeper sleeper(int rank) {
        return job.rank(rank).sleeper();
    }

    private void open() {
        for (int rank = 0; rank < 2; rank++) {
            pools[rank] = StackedColls.pool(job.rank(rank));
            files[rank] = new PoolFiles(pools[rank]);
            places[rank] =
                    new SleepPlaces(sleeper(rank), pools[rank], files[rank], new LineOutput());
        }
    }

    @AfterEach
    void close() {
        for (int rank = 0; rank < 2; rank++) {
            places[rank].close();
            files[rank].close();
            pools[rank].close();
        }
        job.close();
    }

    private long word(int rank) {
        long[] card = new long[SleepPlaces.WORDS];
        places[rank].describe(card, 0);
        return places[1 - rank].word(rank, card, 0);
    }

    private void ringsRankZero() {
        long word = word(0);
        MemberBells bells = places[1].bells(new long[] {word}, false);
        bells.ringSleepers();
        sleeper(0).announce();
        assertThat(Memory.getIntVolatile(word)).isNotEqualTo(Sleeper.AWAKE);
        bells.ringSleepers();
        assertThat(Memory.getIntVolatile(word)).isEqualTo(Sleeper.AWAKE);
        sleeper(0).sleep(Long.MAX_VALUE);
    }

    @Test
    void withoutABtlTheWordsMoveToThePool() {
        open();
        assertThat(places[0].share()).isTrue();
        assertThat(places[1].share()).isTrue();
        ringsRankZero();
        sleeper(0).selector();
        ringsRankZero();
    }

    @Test
    void theWordsOfABtlStayWhereTheyAre() {
        MemorySegment words = Arena.global().allocate(256, 128);
        for (int rank = 0; rank < 2; rank++) {
            MemorySegment own = words.asSlice(rank * 128L, Integer.BYTES);
            sleeper(rank).relocate(own, peer -> words.address() + peer * 128L);
        }
        open();
        assertThat(places[0].share()).isTrue();
        assertThat(places[1].share()).isTrue();
        assertThat(word(0)).isEqualTo(words.address());
        ringsRankZero();
    }

    @Test
    void aWordThatIsNotMappedIsRefused() {
        sleeper(0).relocate(Arena.global().allocate(64, 64));
        open();
        assertThat(places[0].share()).isTrue();
        assertThat(word(0)).isZero();
    }
}
