package org.strata.rcache;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

import org.junit.jupiter.api.Test;
import org.strata.mca.rcache.Registration;
import org.strata.mca.rcache.RegistrationCache;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

class GrdmaCacheTest {
    private static final int READ = Registration.REMOTE_READ;
    private static final int WRITE = Registration.REMOTE_WRITE;
    private static final long PAGE = 4096;

    /** A registrar with a page limit that knows what is registered. */
    private static final class Registrar implements RegistrationCache.Registrar {
        private final List<Registration> live = new ArrayList<>();
        private final long pages;

        Registrar(long pages) {
            this.pages = pages;
        }

        @Override
        public Registration register(long address, long length, int access) {
            if (used() + length / PAGE > pages) {
                return null;
            }
            Registration made = new Registration(address, length, access) {};
            live.add(made);
            return made;
        }

        private long used() {
            return live.stream().mapToLong(Registration::length).sum() / PAGE;
        }

        @Override
        public void deregister(Registration registration) {
            assertThat(live.remove(registration)).as("deregistered once").isTrue();
        }
    }

    private static GrdmaCache cache(Registrar registrar, long idleBytes, int idleCount) {
        return new GrdmaCache(new GrdmaConfig(idleBytes, idleCount, false), registrar, null);
    }

    @Test
    void aReleasedRegistrationIsUsedAgain() {
        Registrar registrar = new Registrar(100);
        GrdmaCache cache = cache(registrar, 1 << 20, 10);
        Registration first = cache.acquire(PAGE + 5, 100, READ, null);
        cache.release(first);
        assertThat(cache.acquire(PAGE + 50, 10, READ, null)).isSameAs(first);
        assertThat(first.address()).isEqualTo(PAGE);
        assertThat(first.length()).isEqualTo(PAGE);
        assertThat(registrar.live).containsExactly(first);
    }

    @Test
    void moreRightsReplaceFewer() {
        Registrar registrar = new Registrar(100);
        GrdmaCache cache = cache(registrar, 1 << 20, 10);
        Registration read = cache.acquire(0, 10, READ, null);
        Registration both = cache.acquire(0, 10, WRITE, null);
        assertThat(both.access()).isEqualTo(READ | WRITE);
        assertThat(registrar.live).containsExactly(read, both);
        cache.release(read);
        assertThat(registrar.live).containsExactly(both);
    }

    @Test
    void idleOnesAreBoundedAndMakeRoom() {
        Registrar registrar = new Registrar(4);
        GrdmaCache cache = cache(registrar, 3 * PAGE, 2);
        for (int i = 0; i < 6; i++) {
            cache.release(cache.acquire(i * PAGE, 1, READ, null));
        }
        assertThat(registrar.live).hasSize(2);
        Registration large = cache.acquire(100 * PAGE, 4 * PAGE, READ, null);
        assertThat(registrar.live).containsExactly(large);
        assertThat(cache.acquire(0, 1, READ, null)).isNull();
    }

    @Test
    void invalidMemoryIsNeverFoundAgain() {
        Registrar registrar = new Registrar(100);
        GrdmaCache cache = cache(registrar, 1 << 20, 10);
        Registration busy = cache.acquire(0, PAGE, READ, null);
        cache.release(cache.acquire(8 * PAGE, PAGE, READ, null));
        cache.invalidate(0, 16 * PAGE);
        assertThat(registrar.live).containsExactly(busy);
        assertThat(cache.acquire(0, 1, READ, null)).isNotSameAs(busy);
        cache.release(busy);
        cache.close();
        assertThat(registrar.live).isEmpty();
    }

    @Property(tries = 200)
    void whatIsHeldIsRegisteredAndCovers(@ForAll long seed) {
        Random random = new Random(seed);
        Registrar registrar = new Registrar(40);
        GrdmaCache cache = cache(registrar, 10 * PAGE, 4);
        List<Registration> held = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            long address = random.nextInt(32) * 1000L;
            long length = 1L + random.nextInt(20_000);
            int access = random.nextBoolean() ? READ : WRITE;
            switch (random.nextInt(5)) {
                case 0, 1 -> {
                    Registration got = cache.acquire(address, length, access, null);
                    if (got != null) {
                        assertThat(got.address()).isLessThanOrEqualTo(address);
                        assertThat(got.address() + got.length())
                                .isGreaterThanOrEqualTo(address + length);
                        assertThat(got.access() & access).isEqualTo(access);
                        held.add(got);
                    }
                }
                case 2, 3 -> {
                    if (!held.isEmpty()) {
                        cache.release(held.remove(random.nextInt(held.size())));
                    }
                }
                default -> cache.invalidate(address, length);
            }
            assertThat(registrar.live).containsAll(held);
        }
        held.forEach(cache::release);
        cache.close();
        assertThat(registrar.live).isEmpty();
    }
}
