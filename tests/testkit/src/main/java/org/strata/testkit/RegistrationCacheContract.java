package org.strata.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.strata.mca.rcache.Registration;
import org.strata.mca.rcache.RegistrationCache;
import org.strata.opal.sys.Pages;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * What every registration cache must do: never hand out what does not cover the range, never keep
 * what was invalidated, never deregister what is held, never leak.
 */
@Timeout(120)
public abstract class RegistrationCacheContract {
    private static final int READ = Registration.REMOTE_READ;
    private static final int WRITE = Registration.REMOTE_WRITE;
    private static final int ROOM = 1000;
    private static final long BASE = 0x7f00_0000_0000L;
    private static final long PAGE = Pages.size();

    @RegisterExtension final Seed seed = new Seed();

    /** Makes a cache over a registrar; it keeps at least four idle registrations of some pages. */
    protected abstract RegistrationCache cache(RegistrationCache.Registrar registrar);

    /** Acquires what must be had, and checks that it covers and is live. */
    private static Registration acquire(
            RegistrationCache cache,
            FakeRegistrar registrar,
            long address,
            long length,
            int access) {
        Registration got = cache.acquire(address, length, access, null);
        assertThat(got).as("registration of %d bytes", length).isNotNull();
        assertThat(FakeRegistrar.covers(got, address, length, access))
                .as("%s covers 0x%x +%d for %d", FakeRegistrar.text(got), address, length, access)
                .isTrue();
        assertThat(registrar.live()).contains(got);
        return got;
    }

    @Test
    void registrationCoversRangeAndAccess() {
        FakeRegistrar registrar = new FakeRegistrar(ROOM);
        try (RegistrationCache cache = cache(registrar)) {
            for (long length : new long[] {1, 100, PAGE - 1, PAGE, PAGE + 1, 10 * PAGE, 1L << 33}) {
                for (long offset : new long[] {0, 1, PAGE - 1}) {
                    for (int access : new int[] {READ, WRITE, READ | WRITE}) {
                        cache.release(acquire(cache, registrar, BASE + offset, length, access));
                    }
                }
            }
        }
        assertThat(registrar.live()).isEmpty();
    }

    @Test
    void sameRangeIsRegisteredOnce() {
        FakeRegistrar registrar = new FakeRegistrar(ROOM);
        try (RegistrationCache cache = cache(registrar)) {
            Registration first = acquire(cache, registrar, BASE, 3 * PAGE, READ);
            Registration second = acquire(cache, registrar, BASE, 3 * PAGE, READ);
            Registration part = acquire(cache, registrar, BASE + PAGE + 5, 17, READ);
            assertThat(registrar.registered()).isEqualTo(1);
            cache.release(first);
            cache.release(second);
            assertThat(registrar.live()).as("while a part is held").contains(part);
            cache.release(part);
            cache.release(acquire(cache, registrar, BASE, 3 * PAGE, READ));
            assertThat(registrar.registered()).as("after reuse").isEqualTo(1);
        }
    }

    @Test
    void transientRegistrationsEndWithTheirLastUser() {
        int passing = READ | Registration.TRANSIENT;
        FakeRegistrar registrar = new FakeRegistrar(ROOM);
        try (RegistrationCache cache = cache(registrar)) {
            Registration first = cache.acquire(BASE, PAGE, passing, null);
            Registration second = cache.acquire(BASE, PAGE, passing, null);
            assertThat(registrar.live()).hasSize(1);
            assertThat(FakeRegistrar.covers(first, BASE, PAGE, READ)).isTrue();
            cache.release(first);
            assertThat(registrar.live()).as("while it is held").hasSize(1);
            cache.release(second);
            assertThat(registrar.live()).isEmpty();
            cache.release(acquire(cache, registrar, BASE, PAGE, READ));
            cache.release(cache.acquire(BASE, PAGE, passing, null));
            assertThat(registrar.live()).as("somebody wants it kept").hasSize(1);
        }
    }

    @Test
    void moreAccessNeedsAnotherRegistration() {
        FakeRegistrar registrar = new FakeRegistrar(ROOM);
        try (RegistrationCache cache = cache(registrar)) {
            Registration reading = acquire(cache, registrar, BASE, PAGE, READ);
            Registration writing = acquire(cache, registrar, BASE, PAGE, WRITE);
            assertThat(registrar.live()).contains(reading);
            cache.release(reading);
            assertThat(registrar.live()).contains(writing);
            cache.release(writing);
        }
        assertThat(registrar.live()).isEmpty();
    }

    @Test
    void overlappingRangesWhileHeld() {
        FakeRegistrar registrar = new FakeRegistrar(ROOM);
        try (RegistrationCache cache = cache(registrar)) {
            List<Registration> held = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                held.add(acquire(cache, registrar, BASE + i * PAGE, 3 * PAGE, READ));
                assertThat(registrar.live()).containsAll(held);
            }
            held.forEach(cache::release);
        }
        assertThat(registrar.live()).isEmpty();
    }

    @Test
    void invalidatedIdleMemoryIsDeregisteredAtOnce() {
        FakeRegistrar registrar = new FakeRegistrar(ROOM);
        try (RegistrationCache cache = cache(registrar)) {
            cache.release(acquire(cache, registrar, BASE, 4 * PAGE, READ));
            cache.release(acquire(cache, registrar, BASE + 8 * PAGE, PAGE, READ));
            cache.invalidate(BASE + 2 * PAGE + 1, 1);
            assertThat(registrar.live())
                    .noneMatch(r -> FakeRegistrar.overlaps(r, BASE + 2 * PAGE + 1, 1));
            long before = registrar.registered();
            cache.release(acquire(cache, registrar, BASE, 4 * PAGE, READ));
            assertThat(registrar.registered()).as("new memory, old address").isEqualTo(before + 1);
        }
    }

    @Test
    void invalidatedHeldMemoryGoesWithItsLastUser() {
        FakeRegistrar registrar = new FakeRegistrar(ROOM);
        try (RegistrationCache cache = cache(registrar)) {
            Registration first = acquire(cache, registrar, BASE, 2 * PAGE, READ);
            Registration second = acquire(cache, registrar, BASE, 2 * PAGE, READ);
            cache.invalidate(BASE, 2 * PAGE);
            assertThat(registrar.live()).contains(first, second);
            Registration fresh = acquire(cache, registrar, BASE, 2 * PAGE, READ);
            assertThat(fresh).as("a registration of the new memory").isNotSameAs(first);
            cache.release(first);
            cache.release(second);
            assertThat(registrar.live()).doesNotContain(first, second).contains(fresh);
            cache.release(fresh);
        }
        assertThat(registrar.live()).isEmpty();
    }

    @Test
    void invalidatingUnknownMemoryDoesNothing() {
        FakeRegistrar registrar = new FakeRegistrar(ROOM);
        try (RegistrationCache cache = cache(registrar)) {
            cache.invalidate(BASE, PAGE);
            cache.release(acquire(cache, registrar, BASE + 10 * PAGE, PAGE, READ));
            cache.invalidate(BASE, 10 * PAGE);
            cache.invalidate(BASE + 11 * PAGE, 10 * PAGE);
            assertThat(registrar.live()).hasSize(1);
        }
    }

    @Test
    void idleRegistrationsMakeRoom() {
        FakeRegistrar registrar = new FakeRegistrar(3);
        try (RegistrationCache cache = cache(registrar)) {
            Registration held = acquire(cache, registrar, BASE, PAGE, READ);
            for (int i = 1; i < 50; i++) {
                cache.release(acquire(cache, registrar, BASE + 10L * i * PAGE, PAGE, READ));
                assertThat(registrar.live()).contains(held);
            }
            cache.release(held);
        }
        assertThat(registrar.live()).isEmpty();
    }

    @Test
    void outOfResourcesIsNullAndPasses() {
        FakeRegistrar registrar = new FakeRegistrar(2);
        try (RegistrationCache cache = cache(registrar)) {
            Registration first = acquire(cache, registrar, BASE, PAGE, READ);
            Registration second = acquire(cache, registrar, BASE + 10 * PAGE, PAGE, READ);
            assertThat(cache.acquire(BASE + 20 * PAGE, PAGE, READ, null)).isNull();
            assertThat(registrar.live()).contains(first, second);
            cache.release(first);
            cache.release(acquire(cache, registrar, BASE + 20 * PAGE, PAGE, READ));
            cache.release(second);
            registrar.setCapacity(0);
            assertThat(cache.acquire(BASE + 30 * PAGE, PAGE, READ, null)).isNull();
        }
        assertThat(registrar.live()).isEmpty();
    }

    /** A failed try for a larger range must not take the smaller, held one away. */
    @Test
    void failureLeavesWhatIsHeld() {
        FakeRegistrar registrar = new FakeRegistrar(1);
        try (RegistrationCache cache = cache(registrar)) {
            Registration held = acquire(cache, registrar, BASE, PAGE, READ);
            assertThat(cache.acquire(BASE, 10 * PAGE, READ | WRITE, null)).isNull();
            assertThat(registrar.live()).containsExactly(held);
            cache.release(held);
            cache.release(acquire(cache, registrar, BASE, 10 * PAGE, READ | WRITE));
        }
        assertThat(registrar.live()).isEmpty();
    }

    /** Nobody may free memory that is still registered: the cache keeps its owner. */
    @Test
    void ownerLivesAsLongAsItsRegistration() {
        FakeRegistrar registrar = new FakeRegistrar(ROOM);
        try (RegistrationCache cache = cache(registrar)) {
            WeakReference<Object> owner = new WeakReference<>(acquireAndForget(cache));
            for (int i = 0; i < 5; i++) {
                System.gc();
            }
            assertThat(owner.get() != null || registrar.live().isEmpty())
                    .as("owner is kept, or its memory deregistered")
                    .isTrue();
        }
    }

    private static Object acquireAndForget(RegistrationCache cache) {
        Object owner = new byte[100];
        cache.release(cache.acquire(BASE, PAGE, READ, owner));
        return owner;
    }

    @Test
    void closeDeregistersEverything() {
        FakeRegistrar registrar = new FakeRegistrar(ROOM);
        RegistrationCache cache = cache(registrar);
        acquire(cache, registrar, BASE, PAGE, READ);
        cache.release(acquire(cache, registrar, BASE + 10 * PAGE, PAGE, READ));
        Registration gone = acquire(cache, registrar, BASE + 20 * PAGE, PAGE, READ);
        cache.invalidate(gone.address(), gone.length());
        cache.close();
        assertThat(registrar.live()).isEmpty();
    }

    @Test
    void randomUseKeepsAllRules() {
        Random random = seed.random();
        FakeRegistrar registrar = new FakeRegistrar(12);
        try (RegistrationCache cache = cache(registrar)) {
            List<Registration> held = new ArrayList<>();
            for (int i = 0; i < 20_000; i++) {
                long address = BASE + random.nextInt(60) * PAGE + random.nextInt(3);
                long length = 1 + random.nextLong(6 * PAGE);
                int access = 1 + random.nextInt(7);
                switch (random.nextInt(5)) {
                    case 0, 1 -> {
                        Registration got = cache.acquire(address, length, access, null);
                        if (got != null) {
                            assertThat(FakeRegistrar.covers(got, address, length, access)).isTrue();
                            held.add(got);
                        }
                    }
                    case 2, 3 -> {
                        if (!held.isEmpty()) {
                            cache.release(held.remove(random.nextInt(held.size())));
                        }
                    }
                    default -> {
                        cache.invalidate(address, length);
                        assertThat(registrar.live())
                                .as("live, idle and invalidated")
                                .noneMatch(r ->
                                        !held.contains(r)
                                                && FakeRegistrar.overlaps(r, address, length));
                    }
                }
                assertThat(registrar.live().containsAll(held)).as("held are live").isTrue();
            }
        }
        assertThat(registrar.live()).isEmpty();
    }
}
