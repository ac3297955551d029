package org.strata.rcache;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.mca.rcache.ApplicationMemory;
import org.strata.mca.rcache.Registration;
import org.strata.opal.sys.Pages;
import org.strata.opal.time.Clock;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.LockSupport;

/**
 * A program that does everything wrong at once: another thread closes arenas while operations on
 * them are under way, or just drops the buffers; their memory is given out again at once, to the
 * first who asks, while the old registration is still in use. Even so nobody gets a registration
 * that is older than the memory it is for, and what is pinned stays bounded.
 */
class ClosedInFlightTest {
    private static final int PAGE = (int) Pages.size();
    private static final int BLOCK = 16 * PAGE;
    private static final int BLOCKS = 6;
    private static final int STEPS = 6000;
    private static final int MOST_UNDER_WAY = 8;
    private static final long IDLE_BYTES = 3L * BLOCK;
    private static final int ACCESS = Registration.REMOTE_WRITE;

    private final StampedRegistrar registrar = new StampedRegistrar();
    private final Deque<Long> free = new ArrayDeque<>();
    private final List<Mine> alive = new CopyOnWriteArrayList<>();
    private final IdentityHashMap<Registration, Integer> users = new IdentityHashMap<>();
    private final Reuse reuse = new Reuse(100);
    private volatile boolean over;

    /** A buffer, what can take it away (null: only the collector), and when it came into being. */
    private record Mine(ByteBuffer buffer, long address, Arena arena, long born) {
        boolean isAlive() {
            return arena == null || arena.scope().isAlive();
        }
    }

    /** An operation under way: with its buffer, as requests have. */
    private record Use(Mine mine, Registration registration) {}

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void nobodyGetsWhatIsOlderThanItsMemory(long seed) throws Exception {
        Random random = new Random(seed);
        GrdmaConfig config = new GrdmaConfig(IDLE_BYTES, 1000, 60_000, 2, 1 << 20, false, false);
        try (Arena all = Arena.ofShared();
                GrdmaCache cache =
                        new GrdmaCache(
                                config, registrar, new ApplicationMemory(), Clock.SYSTEM, null)) {
            for (int i = 0; i < BLOCKS; i++) {
                free.push(all.allocate(BLOCK, PAGE).address());
            }
            FutureTask<Void> vandal = new FutureTask<>(() -> vandalise(new Random(-seed)), null);
            Thread.ofPlatform().daemon().start(vandal);
            try {
                run(cache, random, vandal);
            } finally {
                over = true;
            }
            vandal.get();
            alive.forEach(ClosedInFlightTest::close);
            alive.clear();
            assertThat(Garbage.until(() -> registrar.live() == 0 && freeBlocks() == BLOCKS))
                    .as("nothing is pinned any more, all memory came back")
                    .isTrue();
        }
    }

    private void run(GrdmaCache cache, Random random, FutureTask<Void> vandal) throws Exception {
        List<Use> underWay = new ArrayList<>();
        for (int step = 0; reuse.wants(step, STEPS); step++) {
            if (vandal.isDone()) {
                vandal.get(); // It has failed.
            }
            Mine fresh = random.nextInt(3) == 0 ? allocate(random.nextBoolean()) : null;
            if (fresh != null) {
                alive.add(fresh);
            }
            if (underWay.size() < MOST_UNDER_WAY && !alive.isEmpty()) {
                begin(cache, random, underWay);
            }
            if (!underWay.isEmpty() && random.nextBoolean()) {
                end(cache, underWay.remove(random.nextInt(underWay.size())));
            }
            long held = users.keySet().stream().mapToLong(Registration::length).sum();
            assertThat(registrar.liveBytes() - held)
                    .as("bytes pinned that nobody uses")
                    .isLessThanOrEqualTo(IDLE_BYTES);
            if (step % 100 == 0) {
                Garbage.collect();
            }
        }
        underWay.forEach(use -> end(cache, use));
    }

    /** Registers a view of some buffer, like the start of an operation. */
    private void begin(GrdmaCache cache, Random random, List<Use> underWay) {
        Mine mine = fresh(random);
        if (mine == null) {
            return;
        }
        int from = random.nextInt(BLOCK / 2);
        int length = 1 + random.nextInt(BLOCK / 2);
        ByteBuffer handed =
                random.nextBoolean() ? mine.buffer : mine.buffer.duplicate().slice(from, length);
        Registration got = cache.acquire(mine.address + from, length, ACCESS, handed);
        if (got == null) {
            assertThat(mine.isAlive()).as("memory that is registered no more").isFalse();
            return;
        }
        users.merge(got, 1, Integer::sum);
        underWay.add(new Use(mine, got));
        if (mine.isAlive()) {
            assertThat(((StampedRegistrar.Stamped) got).stamp)
                    .as("the registration is of this memory, not of an earlier one there")
                    .isGreaterThan(mine.born);
            assertThat(registrar.isLive(got)).isTrue();
            assertThat(got.address()).isLessThanOrEqualTo(mine.address + from);
        }
    }

    private Mine fresh(Random random) {
        List<Mine> now = List.copyOf(alive);
        return now.isEmpty() ? null : now.get(random.nextInt(now.size()));
    }

    private void end(GrdmaCache cache, Use use) {
        cache.release(use.registration);
        if (users.merge(use.registration, -1, Integer::sum) == 0) {
            users.remove(use.registration);
        }
    }

    private synchronized Mine allocate(boolean closeable) {
        if (free.isEmpty()) {
            return null;
        }
        long address = free.pop();
        reuse.see(address);
        Arena arena = closeable ? Arena.ofShared() : Arena.ofAuto();
        ByteBuffer buffer =
                MemorySegment.ofAddress(address)
                        .reinterpret(BLOCK, arena, gone -> giveBack(address))
                        .asByteBuffer();
        return new Mine(buffer, address, closeable ? arena : null, registrar.step());
    }

    private synchronized void giveBack(long address) {
        free.push(address);
    }

    private synchronized int freeBlocks() {
        return free.size();
    }

    /** Takes memory away, whoever uses it. */
    private void vandalise(Random random) {
        while (!over) {
            Mine victim = fresh(random);
            if (victim != null && alive.remove(victim)) {
                close(victim);
            }
            LockSupport.parkNanos(20_000);
        }
    }

    private static void close(Mine mine) {
        if (mine.arena != null) {
            mine.arena.close();
        }
    }
}
