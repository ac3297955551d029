package org.strata.mpool;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.strata.mca.mpool.MemoryPool;
import org.strata.opal.memory.Memory;

@EnabledOnOs(OS.LINUX)
class PagePoolTest {
    private static final long LIMIT = 16 << 20;

    private static PagePool pool(PageSource source, long limit) {
        return new PagePool("test", source, new PagePoolConfig(100, limit));
    }

    @ParameterizedTest
    @EnumSource(PageSource.class)
    void blocksAreZeroedAlignedAndFound(PageSource source) {
        PagePool pool = pool(source, LIMIT);
        MemoryPool.Block one = pool.allocate(10_000);
        MemoryPool.Block two = pool.allocate(3 << 20);
        assertThat(one.address() % source.unit()).isZero();
        assertThat(two.address() % source.unit()).isZero();
        assertThat(Memory.getLong(two.address() + (3 << 20) - 8)).isZero();
        Memory.putLong(two.address() + (3 << 20) - 8, 5);
        assertThat(pool.find(one.address() + 9_999)).isSameAs(one);
        assertThat(pool.find(one.address() + 10_000)).isNull();
        assertThat(pool.find(two.address())).isSameAs(two);
        one.release();
        one.release();
        assertThat(pool.find(two.address())).isSameAs(two);
        two.release();
        assertThat(pool.mapped()).isZero();
        assertThat(pool.find(two.address())).isNull();
    }

    @ParameterizedTest
    @EnumSource(PageSource.class)
    void theLimitsHold(PageSource source) {
        PagePool pool = pool(source, source.unit());
        assertThat(pool.allocate(99)).as("too short").isNull();
        MemoryPool.Block all = pool.allocate(source.unit());
        assertThat(pool.allocate(100)).isNull();
        all.release();
        MemoryPool.Block again = pool.allocate(100);
        assertThat(again).isNotNull();
        again.release();
        assertThat(pool(source, 0).allocate(100)).as("off").isNull();
    }
}
