package mpi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.strata.mca.mpool.MappablePool;
import org.strata.mca.mpool.SleepWords;
import org.strata.mca.rcache.ApplicationMemory;
import org.strata.opal.shared.Place;

import java.util.List;

/** Memory of the pool needs no buffer that keeps it: its file stays mapped. */
final class PoolFinderTest {
    private static final long FILE = 1 << 20;
    private static final long BYTES = 4096;

    private final PoolFinder finder = new PoolFinder(List.of(new OneFile()));

    @Test
    void aRangeOfThePoolIsItsFiles() {
        ApplicationMemory.Range file = new ApplicationMemory.Range(FILE, BYTES);
        assertThat(finder.own(FILE)).isEqualTo(file);
        assertThat(finder.own(FILE + BYTES - 1)).isEqualTo(file);
    }

    @Test
    void otherMemoryIsNot() {
        assertThat(finder.own(FILE - 1)).isNull();
        assertThat(finder.own(FILE + BYTES)).isNull();
        assertThat(new PoolFinder(List.of()).own(FILE)).isNull();
    }

    private static final class OneFile implements MappablePool, MappablePool.MappableBlock {
        @Override
        public String name() {
            return "one file";
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
        public MappableBlock whole(long address) {
            return address >= FILE && address < FILE + BYTES ? this : null;
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

        @Override
        public int file() {
            return 0;
        }

        @Override
        public long fileOffset(long address) {
            return address - FILE;
        }

        @Override
        public long address() {
            return FILE;
        }

        @Override
        public long length() {
            return BYTES;
        }

        @Override
        public void release() {}
    }
}
