package org.strata.btl.shm;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.strata.mca.btl.BtlAttributes;
import org.strata.mca.btl.BtlComponent;
import org.strata.testkit.BtlStation;
import org.strata.testkit.FakeRank;
import org.strata.testkit.RecordingOutput;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

final class ShmBtlContractTest extends ShmContract {
    private static final int RDMA =
            BtlAttributes.FLAG_SEND | BtlAttributes.FLAG_PUT | BtlAttributes.FLAG_GET;

    private static final ShmConfig CONFIG = small("single_copy_min=0");

    /** As {@link Configs#with}, in segments of which a small {@code /dev/shm} holds many. */
    private static ShmConfig small(String... options) {
        String[] all = Arrays.copyOf(options, options.length + 1);
        all[options.length] = "segment_size=1m";
        return Configs.with(all);
    }

    @Override
    protected int flags() {
        return RDMA;
    }

    @Override
    protected BtlComponent component(FakeRank rank) {
        return Configs.component(rank, CONFIG);
    }

    /** One FIFO cell, one fast box of one cell: everything runs out at once. */
    @Nested
    final class Tiny extends ShmContract {
        private static final ShmConfig CONFIG =
                small(
                        "eager_limit=128",
                        "max_send_size=256",
                        "free_list_max=2",
                        "fifo_size=1",
                        "fbox_max=1",
                        "fbox_size=128",
                        "fbox_threshold=2");

        @Override
        protected int flags() {
            return RDMA;
        }

        @Override
        protected boolean reaches(long bytes) {
            return bytes >= CONFIG.singleCopyMin();
        }

        @Override
        protected BtlComponent component(FakeRank rank) {
            return Configs.component(rank, CONFIG);
        }
    }

    /** As above, with a box that has room for a few messages, which may go over several cells. */
    @Nested
    final class Small extends ShmContract {
        private static final ShmConfig CONFIG =
                small(
                        "eager_limit=700",
                        "max_send_size=1400",
                        "free_list_num=0",
                        "free_list_max=2",
                        "free_list_inc=1",
                        "fifo_size=2",
                        "fbox_max=1",
                        "fbox_size=1k",
                        "fbox_threshold=5");

        @Override
        protected int flags() {
            return RDMA;
        }

        @Override
        protected boolean reaches(long bytes) {
            return bytes >= CONFIG.singleCopyMin();
        }

        @Override
        protected BtlComponent component(FakeRank rank) {
            return Configs.component(rank, CONFIG);
        }
    }

    /** No fast boxes and no single copy: everything goes through the FIFO and fragments. */
    @Nested
    final class FifoOnly extends ShmContract {
        private static final ShmConfig CONFIG =
                small(
                        "fbox_max=0",
                        "fifo_size=8",
                        "free_list_max=2",
                        "max_send_size=8k",
                        "single_copy_mechanism=none");

        @Override
        protected int flags() {
            return BtlAttributes.FLAG_SEND;
        }

        @Override
        protected BtlComponent component(FakeRank rank) {
            return Configs.component(rank, CONFIG);
        }
    }

    /** Memory of the shared pool, which peers map; the kernel is not asked. */
    @Nested
    final class Pool extends ShmContract {
        private static final ShmConfig CONFIG = small("single_copy_mechanism=none");
        private static final long BYTES = 256L << 20;

        private final Map<FakeRank, OneFilePool> pools = new HashMap<>();
        private final Map<FakeRank, Long> used = new HashMap<>();

        @Override
        protected int flags() {
            return RDMA;
        }

        @Override
        protected BtlComponent component(FakeRank rank) throws IOException {
            Path directory = Path.of("/dev/shm");
            String job = rank.job().jobId();
            OneFilePool pool = new OneFilePool(directory, job, rank.rank(), BYTES);
            pools.put(rank, pool);
            return Configs.component(rank, CONFIG, new RecordingOutput(), pool);
        }

        @Override
        protected long rdmaMemory(BtlStation station, long bytes) {
            FakeRank rank = station.rank();
            long start = used.getOrDefault(rank, 0L);
            used.put(rank, (start + bytes + 63) & -64);
            return pools.get(rank).address() + start;
        }

        @AfterEach
        void closePools() throws IOException {
            for (OneFilePool pool : pools.values()) {
                pool.close();
            }
        }
    }
}
