package org.strata.rcache;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;

import org.junit.jupiter.api.Test;
import org.strata.mca.rcache.ApplicationMemory;
import org.strata.mca.rcache.Registration;
import org.strata.mca.rcache.RegistrationCache;
import org.strata.opal.sys.Pages;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * Which memory a registration is found for. Addresses are numbers here, and owners are real: what
 * is at an address may change as in a program that frees memory in ways that nobody sees.
 */
class MemoryIdentityTest {
    private static final int READ = Registration.REMOTE_READ;
    private static final int WRITE = Registration.REMOTE_WRITE;
    private static final long PAGE = Pages.size();

    private final Registrar registrar = new Registrar();
    private final ApplicationMemory memory = new ApplicationMemory();
    private final GrdmaCache cache =
            new GrdmaCache(
                    new GrdmaConfig(1L << 30, 1000, 1000, 0, 1 << 20, false, false),
                    registrar,
                    memory,
                    () -> 0,
                    null);

    /** A registrar that refuses some pages, and in the middle of whose work something happens. */
    private static final class Registrar implements RegistrationCache.Registrar {
        private final List<Registration> live = new ArrayList<>();
        private long badPage = -1;
        private Runnable meanwhile = () -> {};

        @Override
        public Registration register(long address, long length, int access) {
            meanwhile.run();
            if (address <= badPage && badPage < address + length) {
                return null;
            }
            Registration made = new Registration(address, length, access) {};
            live.add(made);
            return made;
        }

        @Override
        public boolean exhausted() {
            return false;
        }

        @Override
        public void deregister(Registration registration) {
            assertThat(live.remove(registration)).as("deregistered once").isTrue();
        }
    }

    private Registration use(long from, long to, int access, Object owner) {
        Registration got = cache.acquire(from, to - from, access, owner);
        if (got != null) {
            cache.release(got);
        }
        return got;
    }

    private static ByteBuffer direct() {
        return ByteBuffer.allocateDirect(100).order(ByteOrder.nativeOrder());
    }

    private static MemorySegment foreign() {
        return MemorySegment.ofAddress(0x10_0000).reinterpret(100);
    }

    @Test
    void whateverIsMadeFromABufferIsTheSameMemory() {
        ByteBuffer buffer = direct();
        Registration made = use(0, PAGE, READ, buffer);
        Object[] others = {
            buffer,
            buffer.duplicate(),
            buffer.slice(10, 20),
            buffer.slice(10, 20).slice(1, 2),
            buffer.asReadOnlyBuffer(),
            buffer.asIntBuffer(),
            buffer.slice(8, 80).order(ByteOrder.nativeOrder()).asDoubleBuffer(),
            MemorySegment.ofBuffer(buffer),
            MemorySegment.ofBuffer(buffer.slice(10, 20)).asByteBuffer(),
        };
        for (Object other : others) {
            assertThat(use(0, PAGE, READ, other)).as("%s", other).isSameAs(made);
        }
        assertThat(cache.statistics().hits).isEqualTo(others.length);
    }

    @Test
    void whateverIsMadeFromAnArenaIsTheSameMemory() {
        try (Arena arena = Arena.ofShared()) {
            MemorySegment segment = arena.allocate(100);
            Registration made = use(0, PAGE, READ, segment.asByteBuffer());
            assertThat(use(0, PAGE, READ, segment)).isSameAs(made);
            assertThat(use(0, PAGE, READ, segment.asSlice(5, 7))).isSameAs(made);
            assertThat(use(0, PAGE, READ, segment.asByteBuffer().asLongBuffer())).isSameAs(made);
        }
    }

    /** As after {@code Unsafe.invokeCleaner}: nothing in the former buffer shows it. */
    @Test
    void anotherBufferIsOtherMemory() {
        ByteBuffer former = direct();
        Registration old = use(0, 3 * PAGE, READ, former);
        Registration fresh = use(0, 3 * PAGE, READ, direct());
        assertThat(fresh).isNotSameAs(old);
        assertThat(registrar.live).as("the former is of no use any more").containsExactly(fresh);
        assertThat(cache.statistics().replaced).isEqualTo(1);
    }

    @Test
    void otherMemoryThatOverlapsTheFormerIsNotMergedWithIt() {
        use(2 * PAGE, 6 * PAGE, READ, direct());
        Registration fresh = use(0, 4 * PAGE, READ, direct());
        assertThat(fresh.length()).isEqualTo(4 * PAGE);
        assertThat(registrar.live).containsExactly(fresh);
    }

    @Test
    void neighboursInOnePageAreMergedAndBothAreFound() {
        ByteBuffer one = direct();
        ByteBuffer other = direct();
        use(0, 2 * PAGE + 100, READ, one);
        Registration both = use(2 * PAGE + 100, 4 * PAGE, READ, other);
        assertThat(both.length()).isEqualTo(4 * PAGE);
        assertThat(use(0, 2 * PAGE + 100, READ, one)).isSameAs(both);
        assertThat(use(3 * PAGE, 4 * PAGE, READ, other)).isSameAs(both);
        assertThat(cache.statistics().replaced).isZero();
    }

    /** A buffer beside memory of an arena is freed; then the arena allocates at its place. */
    @Test
    void anArenaIsNotFoundWhereItHadNoMemory() {
        try (Arena arena = Arena.ofShared()) {
            ByteBuffer first = arena.allocate(100).asByteBuffer();
            use(0, PAGE + 100, READ, first);
            Registration both = use(PAGE + 100, 4 * PAGE, READ, direct());
            ByteBuffer second = arena.allocate(100).asByteBuffer();
            Registration fresh = use(2 * PAGE, 4 * PAGE, READ, second);
            assertThat(fresh).isNotSameAs(both);
            assertThat(registrar.live).doesNotContain(both);
        }
    }

    /** One registration would keep them all alive until nobody has used any for a while. */
    @Test
    void smallBuffersSideBySideDoNotGatherInOneRegistration() {
        for (int i = 0; i < 200; i++) {
            use(i * 20L, i * 20L + 20, READ, direct());
        }
        assertThat(registrar.live).allMatch(r -> r.length() <= 2 * PAGE);
        assertThat(cache.partsOf(0)).isBetween(1, 16);
    }

    @Test
    void foreignMemoryIsNeverKeptAndNeverShared() {
        Registration first = cache.acquire(0, PAGE, READ, foreign());
        Registration second = cache.acquire(0, PAGE, READ, foreign().asByteBuffer());
        assertThat(second).isNotSameAs(first);
        cache.release(first);
        cache.release(second);
        assertThat(registrar.live).isEmpty();
        assertThat(use(0, PAGE, READ | Registration.IF_KEPT, foreign())).isNull();
        for (int i = 0; i < 5; i++) {
            assertThat(use(0, 1 << 20, READ | Registration.IF_WORTH, foreign())).isNull();
        }
        Object global = Arena.global().allocate(100);
        assertThat(use(0, PAGE, READ | Registration.IF_KEPT, global)).as("alike").isNull();
    }

    /** The range that is kept there may be of memory that is gone. */
    @Test
    void foreignMemoryIsNotMergedWithWhatIsKept() {
        Registration kept = use(0, 2 * PAGE, READ, direct());
        Registration got = cache.acquire(PAGE, 2 * PAGE, READ, foreign());
        assertThat(got.address()).isEqualTo(PAGE);
        assertThat(got.length()).isEqualTo(2 * PAGE);
        cache.release(got);
        assertThat(registrar.live).containsExactly(kept);
    }

    @Test
    void theLibrarysOwnMemoryIsFoundForEveryOwner() {
        memory.setFinder(Caches.EVERYTHING);
        Registration made = use(0, PAGE, READ, null);
        assertThat(use(0, PAGE, READ, null)).isSameAs(made);
        assertThat(use(0, PAGE, READ, direct())).isSameAs(made);
        assertThat(use(0, PAGE, READ, foreign())).isSameAs(made);
    }

    /** Pages that are not there would be refused again: to evict others helps nobody. */
    @Test
    void refusedMemoryEvictsNothing() {
        Registration kept = use(8 * PAGE, 9 * PAGE, READ, direct());
        registrar.badPage = PAGE;
        assertThat(use(0, 4 * PAGE, READ, direct())).isNull();
        assertThat(registrar.live).containsExactly(kept);
    }

    /** The neighbour's memory is gone, as where a library unmaps what is behind a buffer of JNI. */
    @Test
    void memoryWhoseNeighboursPagesAreGoneIsRegisteredAlone() {
        Registration far = use(8 * PAGE, 9 * PAGE, READ, direct());
        use(0, 2 * PAGE + 100, READ, direct());
        registrar.badPage = 0;
        Registration alone = use(2 * PAGE + 100, 4 * PAGE, READ, direct());
        assertThat(alone.address()).isEqualTo(2 * PAGE);
        assertThat(registrar.live).containsExactly(far, alone);
    }

    @Test
    void anArenaThatIsClosedMeanwhileGetsNoRegistration() {
        Arena arena = Arena.ofShared();
        ByteBuffer buffer = arena.allocate(100).asByteBuffer();
        registrar.meanwhile = arena::close;
        assertThat(use(0, PAGE, READ, buffer)).isNull();
        assertThat(registrar.live).isEmpty();
        registrar.meanwhile = () -> {};
        assertThat(use(0, PAGE, READ, buffer)).as("closed before").isNull();
        assertThat(registrar.live).isEmpty();
    }

    @Test
    void aNeighbourThatIsClosedMeanwhileIsLeftOut() {
        Arena arena = Arena.ofShared();
        use(0, PAGE + 100, READ, arena.allocate(100).asByteBuffer());
        registrar.meanwhile =
                () -> {
                    if (arena.scope().isAlive()) {
                        arena.close();
                    }
                };
        Registration alone = use(PAGE + 100, 2 * PAGE, READ, direct());
        assertThat(alone.address()).isEqualTo(PAGE);
        assertThat(registrar.live).containsExactly(alone);
    }

    /** Also for one operation, though nobody else finds such a registration. */
    @Test
    void aTransientRegistrationOfAnArenaThatIsClosedMeanwhileIsNone() {
        Registration held = cache.acquire(0, 2 * PAGE, READ, direct());
        Arena arena = Arena.ofShared();
        ByteBuffer buffer = arena.allocate(100).asByteBuffer();
        registrar.meanwhile = arena::close;
        int once = WRITE | Registration.TRANSIENT;
        assertThat(cache.acquire(PAGE, 2 * PAGE, once, buffer)).isNull();
        assertThat(registrar.live).containsExactly(held);
    }

    @Test
    void aHitOfTheSameBufferAllocatesNothing() {
        ByteBuffer buffer = direct();
        try (Arena arena = Arena.ofShared()) {
            ByteBuffer ofArena = arena.allocate(100).asByteBuffer();
            var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
            long bytes = 0;
            for (int i = 0; i < 30_000; i++) {
                long before = threads.getCurrentThreadAllocatedBytes();
                use(0, PAGE, READ, buffer);
                use(8 * PAGE, 9 * PAGE, READ, ofArena);
                bytes += i < 20_000 ? 0 : threads.getCurrentThreadAllocatedBytes() - before;
            }
            assertThat(bytes / 10_000).as("bytes per hit").isZero();
        }
    }
}
