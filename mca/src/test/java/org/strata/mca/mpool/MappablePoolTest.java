package org.strata.mca.mpool;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.strata.opal.shared.Place;

import java.util.List;

/** Pools that peers can map are found by what they are. */
final class MappablePoolTest {
    private record Factory(String name, int priority, MemoryPool pool) implements MpoolComponent {}

    private static class Plain implements MemoryPool {
        @Override
        public String name() {
            return "plain";
        }

        @Override
        public Block allocate(long bytes) {
            return null;
        }

        @Override
        public Block find(long address) {
            return null;
        }
    }

    private static final class Mappable implements MappablePool {
        @Override
        public String name() {
            return "any";
        }

        @Override
        public MappableBlock allocate(long bytes) {
            return null;
        }

        @Override
        public MappableBlock find(long address) {
            return null;
        }

        @Override
        public boolean locate(long address, long length, Place into) {
            return false;
        }

        @Override
        public long reach(int owner, long file, long offset, long length) {
            return 0;
        }

        @Override
        public SleepWords sleepWords() {
            throw new UnsupportedOperationException();
        }
    }

    @Test
    void isFoundByTypeWhateverItsName() {
        MappablePool pool = new Mappable();
        assertThat(
                        MappablePool.among(
                                List.of(
                                        new Factory("shared", 90, new Plain()),
                                        new Factory("other", 10, pool))))
                .isSameAs(pool);
    }

    @Test
    void theHighestPriorityWins() {
        MappablePool low = new Mappable();
        MappablePool high = new Mappable();
        assertThat(MappablePool.among(List.of(new Factory("a", 1, low), new Factory("b", 2, high))))
                .isSameAs(high);
    }

    @Test
    void thereMayBeNone() {
        assertThat(MappablePool.among(List.of(new Factory("page", 1, new Plain())))).isNull();
        assertThat(MappablePool.among(List.of())).isNull();
    }
}
