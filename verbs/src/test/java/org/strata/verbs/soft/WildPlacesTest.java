package org.strata.verbs.soft;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.strata.opal.memory.Memory;
import org.strata.opal.shared.PeerFiles;
import org.strata.opal.shared.SharedFile;
import org.strata.verbs.Access;
import org.strata.verbs.Context;
import org.strata.verbs.MemoryRegion;
import org.strata.verbs.ProtectionDomain;
import org.strata.verbs.soft.segment.MrRecord;
import org.strata.verbs.soft.segment.SharedMemory;
import org.strata.verbs.soft.segment.Site;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;

/** A region's record is in the owner's segment: who visits it trusts none of its numbers. */
class WildPlacesTest {
    private static final long BYTES = 1 << 16;
    private static final long SEGMENT = 16 << 20;
    private static final int ACCESS = Access.LOCAL_WRITE | Access.REMOTE_WRITE;

    @TempDir Path directory;

    /** One file, of process 0. */
    private final class OneFile implements SharedMemory, AutoCloseable {
        private final SharedFile file;
        private final PeerFiles peers =
                new PeerFiles(
                        (owner, number) -> SharedFile.attach(path(owner, number), Arena.ofAuto()));

        OneFile() throws IOException {
            file = SharedFile.create(path(0, 0), BYTES, BYTES, 1, Arena.ofAuto());
        }

        private Path path(int owner, int number) {
            return directory.resolve("memory." + owner + "." + number);
        }

        @Override
        public int owner() {
            return 0;
        }

        @Override
        public int file(long address, long length) {
            return file.holds(address, length) ? 0 : -1;
        }

        @Override
        public long origin(long address) {
            return file.address();
        }

        @Override
        public long reach(int owner, int number, long offset, long length) {
            return peers.reach(owner, number, offset, length);
        }

        @Override
        public void close() {
            file.close();
        }
    }

    @Test
    void placesOutsideOfTheOwnersFilesAreRefused() throws IOException {
        OneFile memory = new OneFile();
        SoftFabric fabric = SoftFabric.onHost(directory, "job", SoftFabric.Reach.MAPPED, memory);
        SoftConfig config =
                SoftConfig.defaults()
                        .withMode(SoftConfig.Mode.INLINE)
                        .withSegments(directory.toString(), SEGMENT);
        long address = memory.file.address();
        try (memory;
                Context context = new SoftProvider(config, fabric, notice -> {}).open("soft0");
                ProtectionDomain pd = context.allocPd();
                MemoryRegion region = pd.register(address, BYTES, ACCESS)) {
            Site site = fabric.attach(((SoftContext) context).number());
            int key = region.rkey();
            long record = site.mr(key);
            Memory.putLong(address + 64, 42);
            assertThat(Memory.getLong(site.mapped(key, address + 64, 8))).isEqualTo(42);
            assertThat(site.mapped(key, address + 64, BYTES)).as("over the end").isZero();
            for (long offset : new long[] {-1, BYTES - 7, Long.MAX_VALUE, Long.MAX_VALUE - 7}) {
                MrRecord.origin(record, address - offset);
                assertThat(site.mapped(key, address, 8)).as("offset %d", offset).isZero();
            }
            MrRecord.origin(record, address);
            for (int file : new int[] {1, 1 << 20, Integer.MAX_VALUE - MrRecord.IN_FILE}) {
                int place = MrRecord.IN_FILE + file;
                MrRecord.open(record, key, 1, address, BYTES, ACCESS, place);
                assertThat(site.mapped(key, address, 8)).as("file %d", file).isZero();
            }
        }
    }
}
