package org.strata.coll.shm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.strata.mca.mpool.MappablePool.MappableBlock;
import org.strata.mpool.SharedPool;
import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayouts;
import org.strata.opal.memory.Memory;
import org.strata.testkit.FakeJob;

/** Staging memory at its limit. */
class StagingTest {
    private static final int BLOCK = 128 * 1024;

    private final FakeJob job = FakeJob.of(1);
    private final SharedPool pool = StackedColls.pool(job.rank(0));
    private final Staging staging = new Staging(pool, 2 * BLOCK);

    @AfterEach
    void close() {
        pool.close();
        job.close();
    }

    @Test
    void blocksAreKeptWhenTheirReleaseWouldNotBeEnough() {
        MappableBlock kept = staging.acquire(BLOCK);
        MappableBlock other = staging.acquire(BLOCK);
        staging.release(kept);
        assertThat(staging.acquire(2 * BLOCK)).isNull();
        assertThat(staging.acquire(BLOCK)).isSameAs(kept);
        staging.release(kept);
        staging.release(other);
        assertThat(staging.acquire(2 * BLOCK)).isNotNull();
    }

    /** What fits beside a kept block does not cost it: the next small call would make it again. */
    @Test
    void keptBlocksStayWhileTheLimitAllows() {
        Staging some = new Staging(pool, 3 * BLOCK);
        MappableBlock kept = some.acquire(BLOCK);
        some.release(kept);
        MappableBlock larger = some.acquire(2 * BLOCK);
        assertThat(larger).isNotNull();
        assertThat(some.acquire(BLOCK)).isSameAs(kept);
    }

    /** To copy a long vector for nothing would take longer than the next component does. */
    @Test
    void dataAreNotCopiedWhenTheResultHasNoMemory() {
        int bytes = 2 * BLOCK;
        byte[] data = new byte[bytes];
        data[0] = 7;
        Buf buf = new Buf(data, 0, bytes, DataLayouts.BYTE);
        Staging some = new Staging(pool, bytes + BLOCK / 2);
        Exposure reading = new Exposure(pool, some);
        Exposure writing = new Exposure(pool, some);
        Exposure.forBoth(reading, buf, writing, buf, bytes);
        assertThat(reading.exposed()).isTrue();
        assertThat(writing.exposed()).isFalse();
        assertThat(Memory.getByte(reading.address())).isZero();
        reading.end();
        Exposure.forBoth(reading, buf, writing, buf.at(0, 1), 1);
        assertThat(Memory.getByte(reading.address())).isEqualTo((byte) 7);
    }
}
