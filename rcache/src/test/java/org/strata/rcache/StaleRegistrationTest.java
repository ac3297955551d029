package org.strata.rcache;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.strata.mca.rcache.ApplicationMemory;
import org.strata.mca.rcache.Registration;
import org.strata.opal.time.Clock;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The proof that matters: real buffers, forced collections, addresses used again at once, and the
 * sweeper's thread beside it. No acquisition may give a registration that is older than the buffer
 * it is for.
 */
class StaleRegistrationTest {
    private static final int ACCESS = Registration.REMOTE_WRITE;
    private static final int BYTES = 1 << 20;

    private final StampedRegistrar registrar = new StampedRegistrar();
    private final Random random = new Random(42);

    private GrdmaCache cache(int idleMillis) {
        GrdmaConfig config = new GrdmaConfig(1L << 30, 1000, idleMillis, 5, 1 << 20, false, false);
        return new GrdmaCache(config, registrar, new ApplicationMemory(), Clock.SYSTEM, null);
    }

    /** A buffer and the step in which it came into being. */
    private record Mine(ByteBuffer buffer, long born) {
        long address() {
            return MemorySegment.ofBuffer(buffer).address();
        }
    }

    /** Registers some of a buffer, as one operation does, and checks that it was not stale. */
    private void use(GrdmaCache cache, Mine mine) {
        int from = random.nextInt(mine.buffer.capacity() / 2);
        int length = 1 + random.nextInt(mine.buffer.capacity() / 2);
        // Programs hand in views as often as the buffer itself.
        ByteBuffer handed = random.nextBoolean() ? mine.buffer : mine.buffer.slice(from, length);
        Registration got = cache.acquire(mine.address() + from, length, ACCESS, handed);
        assertThat(((StampedRegistrar.Stamped) got).stamp)
                .as("the registration is of this memory, not of an earlier one there")
                .isGreaterThan(mine.born);
        assertThat(registrar.isLive(got)).isTrue();
        cache.release(got);
    }

    /** Memory whose return to its allocator is watched; the last returned is given out first. */
    private final class Pool implements AutoCloseable {
        private final Arena arena = Arena.ofShared();
        private final Deque<Long> free = new ArrayDeque<>();
        private final AtomicInteger registeredWhenFreed = new AtomicInteger();
        private final Reuse reuse = new Reuse(50);
        private final int blocks;

        Pool(int blocks) {
            this.blocks = blocks;
            for (int i = 0; i < blocks; i++) {
                free.push(arena.allocate(BYTES, 4096).address());
            }
        }

        synchronized Mine allocate() {
            if (free.isEmpty()) {
                return null;
            }
            long address = free.pop();
            reuse.see(address);
            MemorySegment memory =
                    MemorySegment.ofAddress(address)
                            .reinterpret(BYTES, Arena.ofAuto(), gone -> giveBack(address));
            return new Mine(memory.asByteBuffer(), registrar.step());
        }

        private synchronized void giveBack(long address) {
            if (registrar.overlaps(address, address + BYTES)) {
                registeredWhenFreed.incrementAndGet();
            }
            free.push(address);
        }

        synchronized boolean allBack() {
            return free.size() == blocks;
        }

        @Override
        public void close() {
            arena.close();
        }
    }

    @Test
    void memoryIsDeregisteredBeforeItReturnsToItsAllocator() {
        try (Pool pool = new Pool(12);
                GrdmaCache cache = cache(60_000)) {
            churn(pool, cache);
            assertThat(Garbage.until(pool::allBack)).as("all memory came back").isTrue();
            assertThat(registrar.live()).isZero();
            assertThat(pool.registeredWhenFreed).hasValue(0);
        }
    }

    private void churn(Pool pool, GrdmaCache cache) {
        List<Mine> held = new ArrayList<>();
        for (int i = 0; pool.reuse.wants(i, 4000); i++) {
            Mine fresh = random.nextInt(4) == 0 ? pool.allocate() : null;
            if (fresh != null) {
                held.add(fresh);
            }
            if (!held.isEmpty()) {
                use(cache, held.get(random.nextInt(held.size())));
            }
            if (held.size() > 8 || (random.nextInt(20) == 0 && !held.isEmpty())) {
                held.remove(random.nextInt(held.size()));
            }
            if (i % 40 == 0) {
                Garbage.collect();
            }
        }
    }

    @Test
    void directBuffersOfTheJdkAreFreedWithinTheIdleTime() {
        Reuse reuse = new Reuse(1);
        try (GrdmaCache cache = cache(10)) {
            for (int i = 0; reuse.wants(i, 400); i++) {
                ByteBuffer buffer = ByteBuffer.allocateDirect(BYTES);
                long address = MemorySegment.ofBuffer(buffer).address();
                // Pages at the ends may be shared with neighbours.
                assertThat(registrar.overlaps(address + 4096, address + BYTES - 4096))
                        .as("new memory is registered already")
                        .isFalse();
                reuse.see(address);
                Mine mine = new Mine(buffer, registrar.step());
                use(cache, mine);
                use(cache, mine);
                if (i % 10 == 9) {
                    assertThat(Garbage.until(() -> registrar.live() == 0)).isTrue();
                }
                Reference.reachabilityFence(buffer);
            }
        }
    }

    @Test
    void aRegistrationOfAClosedArenaIsNeverUsed() {
        Reuse reuse = new Reuse(1);
        try (GrdmaCache cache = cache(60_000)) {
            for (int i = 0; reuse.wants(i, 300); i++) {
                boolean shared = i % 50 == 0;
                try (Arena arena = shared ? Arena.ofShared() : Arena.ofConfined()) {
                    ByteBuffer buffer = arena.allocate(BYTES).asByteBuffer();
                    Mine mine = new Mine(buffer, registrar.step());
                    reuse.see(mine.address());
                    use(cache, mine);
                    use(cache, mine);
                }
            }
            assertThat(Garbage.until(() -> registrar.live() == 0))
                    .as("closed arenas leave no registration")
                    .isTrue();
        }
    }
}
