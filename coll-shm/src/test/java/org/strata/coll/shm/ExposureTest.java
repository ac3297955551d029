package org.strata.coll.shm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.strata.mpool.SharedPool;
import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayout;
import org.strata.opal.datatype.DataLayouts;
import org.strata.opal.memory.Memory;
import org.strata.opal.shared.Place;
import org.strata.testkit.FakeJob;

import java.lang.foreign.Arena;

/** Which memory of a member the others get to use: its own buffers, or a copy. */
final class ExposureTest {
    private static final DataLayout LONG = DataLayouts.basic(8, 8);
    private static final int COUNT = 100;
    private static final long BYTES = COUNT * 8L;

    private final Arena arena = Arena.ofShared();
    private final FakeJob job = FakeJob.of(1);
    private final SharedPool pool = StackedColls.pool(job.rank(0));
    private final Exposure exposure = new Exposure(pool, new Staging(pool, 1 << 20));
    private final long mine = pool.allocate(4 * BYTES).address();

    @AfterEach
    void close() {
        pool.close();
        job.close();
        arena.close();
    }

    /** Returns the memory that others find at the place which this member publishes. */
    private long published() {
        long target = Memory.allocate(arena, Place.BYTES, 8);
        exposure.writePlace(target);
        Place place = new Place();
        place.read(target);
        return place.exists() ? pool.reach(0, place.file(), place.offset(), BYTES) : 0;
    }

    /**
     * A gapless buffer in the pool needs no copy, neither before others read nor after they write.
     */
    @Test
    void buffersInThePoolAreUsedWhereTheyLie() {
        Buf data = new Buf(null, mine, COUNT, LONG);
        Memory.putLong(mine, 5);
        exposure.forReading(data, BYTES);
        assertThat(exposure.exposed()).isTrue();
        assertThat(exposure.address()).isEqualTo(mine);
        assertThat(Memory.getLong(published())).isEqualTo(5);
        Memory.putLong(published(), 6);
        exposure.finishWriting(data, BYTES);
        assertThat(Memory.getLong(mine)).isEqualTo(6);
        exposure.end();
        exposure.copyForReading(data, BYTES);
        assertThat(exposure.address()).as("a copy").isNotEqualTo(mine);
        assertThat(Memory.getLong(published())).isEqualTo(6);
    }

    /** Arrays, memory that others cannot map, and elements with gaps are copied. */
    @Test
    void otherBuffersAreCopied() {
        long elsewhere = Memory.allocate(arena, BYTES, 8);
        DataLayout gaps = DataLayouts.resized(LONG, 0, 16);
        Memory.putLong(mine + 16, 7);
        Memory.putLong(elsewhere + 8, 7);
        // An array's offset may look like an address in the pool.
        long[] array = new long[COUNT];
        array[1] = 7;
        Buf[] all = {
            new Buf(array, 0, COUNT, LONG),
            new Buf(null, elsewhere, COUNT, LONG),
            new Buf(null, mine, COUNT, gaps)
        };
        for (Buf data : all) {
            exposure.forReading(data, BYTES);
            assertThat(exposure.exposed()).isTrue();
            assertThat(exposure.address()).isNotEqualTo(data.start());
            assertThat(Memory.getLong(published() + 8)).isEqualTo(7);
            Memory.putLong(published() + 8, 9);
            exposure.finishWriting(data, BYTES);
            exposure.end();
        }
        assertThat(array[1]).isEqualTo(9);
        assertThat(Memory.getLong(elsewhere + 8)).isEqualTo(9);
        assertThat(Memory.getLong(mine + 16)).isEqualTo(9);
        assertThat(Memory.getLong(mine + 8)).as("the gap").isZero();
        exposure.none();
        assertThat(exposure.exposed()).isFalse();
        assertThat(published()).isZero();
    }
}
