package org.strata.testkit.memory;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.strata.mca.rcache.Registration;
import org.strata.mca.rcache.RegistrationCache;
import org.strata.testkit.Seed;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * What every registration cache must do with memory of every kind, whoever frees it, whenever, and
 * whatever is allocated at its address next: the adapter, which has pinned pages, reads what the
 * program has written. No registration is older than the memory it is used for.
 */
@Timeout(300)
@EnabledOnOs(OS.LINUX)
public abstract class RegistrationOwnersContract {
    private static final int STEPS = 3000;
    private static final int MOST_ALIVE = 14;
    private static final int MOST_UNDER_WAY = 6;
    private static final long PATIENCE_NANOS = 60_000_000_000L;

    @RegisterExtension final Seed seed = new Seed();

    private final List<TestMemory> alive = new CopyOnWriteArrayList<>();
    private final List<Use> underWay = new ArrayList<>();
    private Random random;
    private PinningRegistrar registrar;
    private MemorySource source;
    private RegistrationCache cache;
    private long written;

    /**
     * Makes a cache over a registrar, for which no memory is the library's own. It keeps at least
     * 64 idle registrations of 64 pages for at least 50 ms, and deregisters memory that is gone
     * without being asked, within a second.
     */
    protected abstract RegistrationCache cacheOfOwners(RegistrationCache.Registrar registrar);

    /** An operation: what it is for, where, through which registration. */
    private record Use(TestMemory memory, long from, long length, Registration registration) {}

    @BeforeEach
    final void setUp() throws IOException {
        random = seed.random();
        registrar = new PinningRegistrar();
        source = new MemorySource(random, registrar::step);
        cache = cacheOfOwners(registrar);
    }

    @AfterEach
    final void tearDown() throws IOException {
        alive.forEach(TestMemory::free);
        cache.close();
        assertThat(registrar.live()).isZero();
        registrar.close();
        source.close();
    }

    /** A program that allocates, sends some times, and frees, again and again. */
    @ParameterizedTest
    @EnumSource(MemoryKind.class)
    void newMemoryAtAnOldAddressIsRegisteredAnew(MemoryKind kind) {
        for (int round = 0; round < 40; round++) {
            TestMemory memory = source.allocate(kind);
            if (memory == null) {
                System.gc();
                continue;
            }
            long before = registrar.made();
            for (int i = 0; i < 3; i++) {
                end(begin(memory, memory.address, memory.bytes, Registration.REMOTE_READ));
            }
            assertThat(registrar.made() - before)
                    .as("registrations for three messages from %s", memory)
                    .isEqualTo(kind.kept() ? 1 : 3);
            if (!kind.kept()) {
                assertThat(registrar.live()).as("what is kept of foreign memory").isZero();
            }
            memory.free();
        }
    }

    /** The same with kinds that take turns at the same addresses, and parts of the memory. */
    @RepeatedTest(3)
    void theAdapterReadsWhatTheProgramHasWritten() {
        registrar.setMeanwhile(this::freeSomething);
        for (int step = 0; step < STEPS; step++) {
            if (alive.size() < MOST_ALIVE && random.nextInt(3) == 0) {
                allocate(true);
            }
            if (underWay.size() < MOST_UNDER_WAY && !alive.isEmpty()) {
                beginSomewhere();
            }
            if (!underWay.isEmpty() && random.nextBoolean()) {
                end(underWay.remove(random.nextInt(underWay.size())));
            }
            if (random.nextInt(4) == 0) {
                freeSomething();
            }
            if (step % 200 == 0) {
                System.gc();
            }
        }
        registrar.setMeanwhile(() -> {});
        underWay.forEach(this::end);
        leavesNothing();
    }

    /** Other threads free memory at any moment, also under operations: nothing breaks. */
    @RepeatedTest(3)
    void memoryMayGoAtAnyMoment() throws Exception {
        Thread main = Thread.currentThread();
        FutureTask<Void> vandal =
                new FutureTask<>(() -> vandalise(main, new Random(random.nextLong())), null);
        Thread.ofPlatform().daemon().start(vandal);
        List<Use> uses = new ArrayList<>();
        for (int step = 0; step < STEPS; step++) {
            if (alive.size() < MOST_ALIVE) {
                allocate(false);
            }
            List<TestMemory> now = List.copyOf(alive);
            if (uses.size() < MOST_UNDER_WAY && !now.isEmpty()) {
                addIfBegun(uses, any(now));
            }
            if (!uses.isEmpty() && random.nextBoolean()) {
                cache.release(uses.remove(random.nextInt(uses.size())).registration);
            }
            if (step % 200 == 0) {
                System.gc();
            }
        }
        vandal.cancel(true);
        assertThat(await(vandal::isDone)).isTrue();
        uses.forEach(use -> cache.release(use.registration));
        leavesNothing();
    }

    private void vandalise(Thread main, Random own) {
        while (!Thread.interrupted() && main.isAlive()) {
            List<TestMemory> now = List.copyOf(alive);
            TestMemory victim = now.isEmpty() ? null : now.get(own.nextInt(now.size()));
            if (victim != null && alive.remove(victim)) {
                victim.free();
            }
            LockSupport.parkNanos(20_000);
        }
    }

    /** An operation may lose its memory while it begins: then it gets none, or its own. */
    private void addIfBegun(List<Use> uses, TestMemory memory) {
        long length = 8 * (1 + random.nextLong(memory.bytes / 8));
        long from = memory.address + 8 * random.nextLong((memory.bytes - length) / 8 + 1);
        Object handle = memory.handle(random, from, length);
        if (handle == null) {
            return;
        }
        Registration got = cache.acquire(from, length, Registration.REMOTE_WRITE, handle);
        if (got != null) {
            assertThat(registrar.isLive(got)).isTrue();
            assertThat(((PinningRegistrar.Pinned) got).stamp)
                    .as("the registration is of %s, not of earlier memory there", memory)
                    .isGreaterThan(memory.born);
            uses.add(new Use(memory, from, length, got));
        } else {
            assertThat(memory.isFreed()).as("refused: %s", memory).isTrue();
        }
    }

    /** Allocates memory; of a kind that only this thread frees, or that any thread does. */
    private void allocate(boolean byThisThread) {
        MemoryKind kind = MemoryKind.values()[random.nextInt(MemoryKind.values().length)];
        if (byThisThread || kind.freedByAnyThread()) {
            TestMemory memory = source.allocate(kind);
            if (memory != null) {
                alive.add(memory);
            }
        }
    }

    private void beginSomewhere() {
        TestMemory memory = any(alive);
        long length = 8 * (1 + random.nextLong(memory.bytes / 8));
        long from = memory.address + 8 * random.nextLong((memory.bytes - length) / 8 + 1);
        int hints =
                switch (random.nextInt(6)) {
                    case 0 -> Registration.TRANSIENT;
                    case 1 -> Registration.IF_KEPT;
                    case 2 -> Registration.IF_WORTH;
                    default -> 0;
                };
        int access = random.nextBoolean() ? Registration.REMOTE_READ : Registration.REMOTE_WRITE;
        Use use = begin(memory, from, length, access | hints);
        if (use != null) {
            underWay.add(use);
        }
    }

    /** Begins an operation as a protocol does; null where a hint permits that. */
    private Use begin(TestMemory memory, long from, long length, int flags) {
        memory.users++;
        Object handle = memory.handle(random, from, length);
        Registration got = cache.acquire(from, length, flags, handle);
        if (got == null) {
            memory.users--;
            int mayBeNone = Registration.IF_KEPT | Registration.IF_WORTH;
            assertThat(flags & mayBeNone).as("no registration of %s", memory).isNotZero();
            return null;
        }
        assertThat(got.address()).isLessThanOrEqualTo(from);
        assertThat(got.address() + got.length()).isGreaterThanOrEqualTo(from + length);
        int access = flags & ~Registration.HINTS;
        assertThat(got.access() & access).isEqualTo(access);
        assertThat(((PinningRegistrar.Pinned) got).stamp)
                .as("the registration is of %s, not of earlier memory there", memory)
                .isGreaterThan(memory.born);
        Use use = new Use(memory, from, length, got);
        check(use);
        return use;
    }

    /** Writes at both ends of an operation's range; the adapter must see it. */
    private void check(Use use) {
        for (long at : new long[] {use.from, use.from + use.length - 8}) {
            long value = ++written;
            assertThat(use.memory.write(at, value)).isTrue();
            assertThat(registrar.read(use.registration, at))
                    .as("what the adapter reads of %s at %x", use.memory, at)
                    .isEqualTo(value);
        }
    }

    private void end(Use use) {
        check(use);
        cache.release(use.registration);
        use.memory.users--;
    }

    /** Frees memory that no operation uses, in the middle of whatever the cache does. */
    private void freeSomething() {
        List<TestMemory> idle = alive.stream().filter(memory -> memory.users == 0).toList();
        if (idle.isEmpty() || random.nextInt(3) != 0) {
            return;
        }
        TestMemory victim = any(idle);
        alive.remove(victim);
        if (victim.kind.freedByAnyThread()) {
            Thread other = Thread.ofPlatform().start(victim::free);
            try {
                other.join();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        } else {
            victim.free();
        }
        if (random.nextBoolean()) {
            allocate(true);
        }
    }

    private <T> T any(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }

    private void leavesNothing() {
        alive.forEach(TestMemory::free);
        alive.clear();
        underWay.clear();
        assertThat(await(() -> registrar.live() == 0)).as("nothing is pinned any more").isTrue();
    }

    private static boolean await(BooleanSupplier condition) {
        long start = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - start > PATIENCE_NANOS) {
                return false;
            }
            System.gc();
            LockSupport.parkNanos(2_000_000);
        }
        return true;
    }
}
