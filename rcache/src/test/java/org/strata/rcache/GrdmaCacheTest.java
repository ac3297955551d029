package org.strata.rcache;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.mca.base.Output;
import org.strata.mca.rcache.ApplicationMemory;
import org.strata.mca.rcache.Registration;
import org.strata.mca.rcache.RegistrationCache;
import org.strata.opal.counters.Counters;
import org.strata.opal.counters.RareEvents;
import org.strata.opal.sys.Pages;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

class GrdmaCacheTest {
    private static final int READ = Registration.REMOTE_READ;
    private static final int WRITE = Registration.REMOTE_WRITE;
    private static final long PAGE = Pages.size();

    /** A registrar with a page limit that knows what is registered. */
    private static final class Registrar implements RegistrationCache.Registrar {
        private final List<Registration> live = new ArrayList<>();
        private final long pages;
        private int refused;

        Registrar(long pages) {
            this.pages = pages;
        }

        @Override
        public Registration register(long address, long length, int access) {
            if (used() + length / PAGE > pages) {
                refused++;
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
        return Caches.permanent(registrar, idleBytes, idleCount);
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

    /** A clock that a test moves. */
    private long time;

    private GrdmaCache told(Registrar registrar) {
        return Caches.told(registrar, () -> time);
    }

    @Test
    void overlappingRangesBecomeOneRegistration() {
        Registrar registrar = new Registrar(100);
        GrdmaCache cache = cache(registrar, 1 << 20, 10);
        cache.release(cache.acquire(0, 4 * PAGE, READ, null));
        Registration both = cache.acquire(2 * PAGE, 6 * PAGE, READ, null);
        assertThat(both.address()).isZero();
        assertThat(both.length()).isEqualTo(8 * PAGE);
        assertThat(registrar.live).containsExactly(both);
        assertThat(cache.acquire(0, 8 * PAGE, READ, null)).isSameAs(both);
    }

    /**
     * Two arenas whose memory shares a page: the merged registration is good while both are open,
     * whichever was registered first.
     */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aMergedRangeEndsWithEitherMemory(boolean firstCloses) {
        Registrar registrar = new Registrar(100);
        GrdmaCache cache = told(registrar);
        Arena first = Arena.ofConfined();
        Arena second = Arena.ofConfined();
        ByteBuffer one = first.allocate(1).asByteBuffer();
        ByteBuffer other = second.allocate(1).asByteBuffer();
        cache.release(cache.acquire(0, 1000, READ, one));
        Registration both = cache.acquire(1000, 2 * PAGE, READ, other);
        assertThat(both.length()).isEqualTo(3 * PAGE);
        cache.release(both);
        assertThat(cache.acquire(0, 1000, READ, one)).isSameAs(both);
        cache.release(both);

        (firstCloses ? first : second).close();
        Registration left =
                firstCloses
                        ? cache.acquire(1000, PAGE, READ, other)
                        : cache.acquire(0, 1000, READ, one);
        assertThat(left).isNotSameAs(both);
        assertThat(registrar.live).containsExactly(left);
        (firstCloses ? second : first).close();
        cache.release(left);
        assertThat(registrar.live).isEmpty();
    }

    /**
     * The JDK frees memory of {@code invokeCleaner} without a trace: its pages may be those of
     * another buffer of an arena that the registration knows by other pages.
     */
    @Test
    void aMemoryIsRecognizedInItsOwnPagesOnly() {
        Registrar registrar = new Registrar(100);
        GrdmaCache cache = told(registrar);
        try (Arena first = Arena.ofConfined();
                Arena second = Arena.ofConfined()) {
            ByteBuffer one = first.allocate(1).asByteBuffer();
            ByteBuffer other = second.allocate(1).asByteBuffer();
            cache.release(cache.acquire(0, PAGE + 10, READ, one));
            Registration both = cache.acquire(PAGE + 1000, PAGE, READ, other);
            assertThat(both.length()).isEqualTo(3 * PAGE);
            cache.release(both);
            Registration below = cache.acquire(0, 10, READ, other);
            assertThat(below).isNotSameAs(both);
            cache.release(below);
            cache.close();
        }
    }

    /** The limit of merging follows the longest acquisition, also of those merged before. */
    @Test
    void shortNeighboursDoNotReplaceALongRegistration() {
        GrdmaCache cache = cache(new Registrar(100), 1 << 20, 10);
        cache.release(cache.acquire(0, 8 * PAGE, READ, null));
        cache.release(cache.acquire(7 * PAGE, 2 * PAGE, READ, null));
        Registration all = cache.acquire(8 * PAGE, 2 * PAGE, READ, null);
        assertThat(all.address()).isZero();
        assertThat(all.length()).isEqualTo(10 * PAGE);
    }

    @Test
    void whatOneOfItsUsersMayWantAgainIsKept() {
        Registrar registrar = new Registrar(100);
        GrdmaCache cache = cache(registrar, 1 << 20, 10);
        Registration made = cache.acquire(0, PAGE, READ | Registration.TRANSIENT, null);
        assertThat(cache.acquire(0, PAGE, READ, null)).isSameAs(made);
        cache.release(made);
        cache.release(made);
        assertThat(registrar.live).containsExactly(made);
    }

    /** A pipeline's pieces share pages with their neighbours; that must not make them longer. */
    @Test
    void whatIsForOneOperationIsNotMerged() {
        Registrar registrar = new Registrar(100);
        GrdmaCache cache = cache(registrar, 1 << 20, 10);
        Registration kept = cache.acquire(0, 2 * PAGE, READ, null);
        int once = READ | Registration.TRANSIENT;
        Registration first = cache.acquire(PAGE + 5, 4 * PAGE, once, null);
        Registration second = cache.acquire(5 * PAGE + 5, 4 * PAGE, once, null);
        assertThat(first.address()).isEqualTo(PAGE);
        assertThat(first.length()).isEqualTo(5 * PAGE);
        assertThat(second.address()).isEqualTo(5 * PAGE);
        assertThat(second.length()).isEqualTo(5 * PAGE);
        cache.release(first);
        assertThat(registrar.live).containsExactly(kept, second);
        // What is to be kept does not grow by what is not.
        Registration third = cache.acquire(9 * PAGE, 2 * PAGE, READ, null);
        assertThat(third.address()).isEqualTo(9 * PAGE);
        assertThat(third.length()).isEqualTo(2 * PAGE);
        cache.release(second);
        assertThat(registrar.live).containsExactly(kept, third);
    }

    /** Copying is cheaper than a registration until the range has been used for 1 MiB. */
    @Test
    void memoryIsRegisteredOnceItsUsesPay() {
        Registrar registrar = new Registrar(10_000);
        GrdmaCache cache = cache(registrar, 1 << 30, 10);
        int ifWorth = READ | Registration.IF_WORTH;
        for (int i = 0; i < 63; i++) {
            assertThat(cache.acquire(5, 4 * PAGE - 5, ifWorth, null)).as("use %d", i).isNull();
        }
        Registration made = cache.acquire(5, 4 * PAGE - 5, ifWorth, null);
        assertThat(made).isNotNull();
        cache.release(made);
        assertThat(registrar.live).as("it is kept").containsExactly(made);
        assertThat(cache.acquire(PAGE, PAGE, ifWorth, null)).as("a part of it").isSameAs(made);
        assertThat(cache.acquire(PAGE, 4 * PAGE, ifWorth, null)).as("not all of it").isNull();
    }

    @Test
    void longMemoryIsWorthARegistrationFromItsSecondUse() {
        GrdmaCache cache = cache(new Registrar(10_000), 1 << 30, 10);
        int ifWorth = READ | Registration.IF_WORTH;
        assertThat(cache.acquire(PAGE, 1000 * PAGE, ifWorth, null)).isNull();
        assertThat(cache.acquire(PAGE, 1000 * PAGE, ifWorth, null)).isNotNull();
    }

    /** None of them loses its count to another one again and again. */
    @Test
    void buffersUsedInTurnAreAllRegisteredInTheEnd() {
        Registrar registrar = new Registrar(10_000);
        GrdmaCache cache = cache(registrar, 1 << 30, 1000);
        for (int i = 0; i < 70; i++) {
            for (long buffer = 1; buffer <= 100; buffer++) {
                int ifWorth = READ | Registration.IF_WORTH;
                long address = buffer * buffer * 5 * PAGE;
                Registration made = cache.acquire(address, 4 * PAGE, ifWorth, null);
                if (made != null) {
                    cache.release(made);
                }
            }
        }
        assertThat(registrar.live).hasSize(100);
    }

    /** A registration that ends with its one operation never pays. */
    @Test
    void memoryOfAnUnknownOwnerIsNeverWorthARegistration() {
        ApplicationMemory nobody = new ApplicationMemory();
        Registrar registrar = new Registrar(10_000);
        GrdmaConfig config = new GrdmaConfig(1 << 20, 10, 1000, 0, 1 << 20, false, false);
        GrdmaCache cache = new GrdmaCache(config, registrar, nobody, () -> 0, null);
        for (int i = 0; i < 10; i++) {
            int ifWorth = READ | Registration.IF_WORTH;
            assertThat(cache.acquire(PAGE, 1000 * PAGE, ifWorth, null)).isNull();
        }
        assertThat(registrar.live).isEmpty();
    }

    /** A caller that would rather copy than register memory for one operation. */
    @Test
    void memoryOfAnUnknownOwnerIsNotRegisteredForWhomeverItMustBeKept() {
        ApplicationMemory memory = new ApplicationMemory();
        Registrar registrar = new Registrar(10_000);
        GrdmaConfig config = new GrdmaConfig(1 << 20, 10, 1000, 0, 1 << 20, false, false);
        GrdmaCache cache = new GrdmaCache(config, registrar, memory, () -> 0, null);
        int ifKept = READ | Registration.IF_KEPT;
        assertThat(cache.acquire(PAGE, 8, ifKept, null)).isNull();
        Registration other = cache.acquire(PAGE, 8, READ, null);
        assertThat(cache.acquire(PAGE, 8, ifKept, null)).as("somebody else's").isNull();
        cache.release(other);
        memory.setFinder(Caches.EVERYTHING);
        Registration kept = cache.acquire(PAGE, 8, ifKept, null);
        assertThat(kept).isNotNull();
        assertThat(kept.access()).as("no hint is an access").isEqualTo(READ);
        cache.release(kept);
        assertThat(registrar.live).containsExactly(kept);
    }

    @Test
    void aSlidingWindowDoesNotRegisterAll() {
        Registrar registrar = new Registrar(1000);
        GrdmaCache cache = cache(registrar, 1 << 30, 100);
        for (int i = 0; i < 100; i++) {
            cache.release(cache.acquire(i * PAGE, 4 * PAGE, READ, null));
            assertThat(registrar.live).allMatch(r -> r.length() <= 16 * PAGE);
        }
    }

    @Test
    void whatCannotBeMergedIsRegisteredAlone() {
        Registrar registrar = new Registrar(9);
        GrdmaCache cache = cache(registrar, 1 << 20, 10);
        Registration held = cache.acquire(0, 4 * PAGE, READ, null);
        Registration second = cache.acquire(3 * PAGE, 5 * PAGE, READ, null);
        assertThat(second.address()).isEqualTo(3 * PAGE);
        assertThat(registrar.live).containsExactly(held, second);
    }

    @Test
    void memoryOfUnknownOwnersIsNeitherKeptNorShared() {
        Registrar registrar = new Registrar(100);
        GrdmaCache cache = told(registrar);
        Registration first = cache.acquire(0, PAGE, READ, null);
        Registration second = cache.acquire(0, PAGE, READ, null);
        assertThat(second).isNotSameAs(first);
        cache.release(first);
        assertThat(registrar.live).containsExactly(second);
        cache.release(second);
        assertThat(registrar.live).isEmpty();
    }

    @Test
    void unusedRegistrationsEndWithTheirTime() {
        Registrar registrar = new Registrar(100);
        GrdmaCache cache = told(registrar);
        ByteBuffer buffer = ByteBuffer.allocateDirect(10_000);
        long address = MemorySegment.ofBuffer(buffer).address();
        Registration kept = cache.acquire(address, 10_000, READ, buffer);
        time += 5_000_000_000L;
        cache.sweep();
        assertThat(registrar.live).as("in use").containsExactly(kept);
        cache.release(kept);
        time += 999_000_000L;
        cache.sweep();
        assertThat(cache.acquire(address, 10_000, READ, buffer)).isSameAs(kept);
        cache.release(kept);
        time += 1_000_000_000L;
        cache.sweep();
        assertThat(registrar.live).isEmpty();
        cache.release(cache.acquire(address, 10_000, READ, ApplicationMemory.PERMANENT));
        time += 1_000_000_000_000L;
        cache.sweep();
        assertThat(registrar.live).as("permanent memory").hasSize(1);
        Reference.reachabilityFence(buffer);
    }

    @Test
    void memoryThatIsGivenUpIsForgotten() {
        Registrar registrar = new Registrar(100);
        ApplicationMemory memory = new ApplicationMemory();
        memory.setFinder(Caches.EVERYTHING);
        GrdmaConfig config = new GrdmaConfig(1 << 20, 10, 1000, 0, 1 << 20, false, false);
        GrdmaCache cache = new GrdmaCache(config, registrar, memory, () -> time, null);
        cache.release(cache.acquire(0, 3 * PAGE, READ, null));
        memory.invalidate(PAGE, 1);
        assertThat(registrar.live).isEmpty();
    }

    /** The library's own memory: 64 pages of one file. */
    private static final class OwnMemory implements ApplicationMemory.Finder {
        @Override
        public ApplicationMemory.Range own(long address) {
            boolean inside = address >= 64 * PAGE && address < 128 * PAGE;
            return inside ? new ApplicationMemory.Range(64 * PAGE, 64 * PAGE) : null;
        }
    }

    private GrdmaCache poolCache(Registrar registrar, ApplicationMemory memory) {
        memory.setFinder(new OwnMemory());
        GrdmaConfig config = new GrdmaConfig(1 << 20, 10, 1000, 0, 1 << 20, true, false);
        return new GrdmaCache(config, registrar, memory, () -> time, null);
    }

    @Test
    void theLibrarysOwnFileIsRegisteredOnceAndForAll() {
        Registrar registrar = new Registrar(100);
        ApplicationMemory memory = new ApplicationMemory();
        GrdmaCache cache = poolCache(registrar, memory);
        Registration whole = cache.acquire(70 * PAGE, 8, READ | Registration.IF_WORTH, null);
        assertThat(whole.address()).isEqualTo(64 * PAGE);
        assertThat(whole.length()).isEqualTo(64 * PAGE);
        cache.release(whole);
        memory.invalidate(70 * PAGE, 8);
        time = 10_000_000_000L;
        cache.sweep();
        int transientWrite = WRITE | Registration.TRANSIENT;
        assertThat(cache.acquire(100 * PAGE, 9 * PAGE, transientWrite, null)).isSameAs(whole);
        cache.release(whole);
        assertThat(registrar.live).containsExactly(whole);
        Registration other = cache.acquire(128 * PAGE, 8, READ, ApplicationMemory.PERMANENT);
        assertThat(other.length()).as("not of the file").isEqualTo(PAGE);
    }

    @Test
    void whereTheFileCannotBeRegisteredItsBuffersAre() {
        Registrar registrar = new Registrar(10);
        GrdmaCache cache = poolCache(registrar, new ApplicationMemory());
        for (int i = 0; i < 3; i++) {
            Registration part = cache.acquire(70 * PAGE, 8, READ, null);
            assertThat(part.length()).isEqualTo(PAGE);
            cache.release(part);
        }
        assertThat(registrar.live).hasSize(1);
        cache.release(cache.acquire(80 * PAGE, 8, READ, null));
        assertThat(registrar.refused).as("the file is tried once").isEqualTo(1);
    }

    /** Behind the file anything may be mapped, and be unmapped again. */
    @Test
    void aRangeThatLeavesTheLibrarysFileIsNotKept() {
        Registrar registrar = new Registrar(100);
        ApplicationMemory memory = new ApplicationMemory();
        memory.setFinder(new OwnMemory());
        GrdmaCache cache = Caches.of(registrar, memory);
        cache.release(cache.acquire(127 * PAGE, PAGE, READ, null));
        assertThat(registrar.live).as("its last page").hasSize(1);
        cache.release(cache.acquire(120 * PAGE, 8 * PAGE + 1, READ, null));
        assertThat(registrar.live).allMatch(kept -> kept.length() == PAGE);
        cache.close();
    }

    @Test
    void whatItDoesIsCounted() {
        Registrar registrar = new Registrar(2);
        Counters counters = new Counters();
        ApplicationMemory memory = new ApplicationMemory();
        memory.setFinder(Caches.EVERYTHING);
        GrdmaConfig config = new GrdmaConfig(1 << 20, 10, 1000, 0, 1 << 20, false, false);
        GrdmaComponent component =
                new GrdmaComponent(config, memory, () -> time, null, counters, new RareEvents());
        RegistrationCache cache = component.create(registrar);
        cache.release(cache.acquire(0, 2 * PAGE, READ, null));
        cache.release(cache.acquire(0, PAGE, READ, null));
        cache.release(cache.acquire(8 * PAGE, PAGE, READ, null));
        assertThat(cache.acquire(0, 5 * PAGE, READ, null)).isNull();
        Map<String, Long> read = counters.read();
        assertThat(read)
                .containsEntry("rcache_grdma_hits", 1L)
                .containsEntry("rcache_grdma_misses", 3L)
                .containsEntry("rcache_grdma_failures", 1L)
                .containsEntry("rcache_grdma_registered_bytes", 0L)
                .containsEntry("rcache_grdma_peak_bytes", 2 * PAGE);
        assertThat(read.get("rcache_grdma_evictions")).isEqualTo(2);
    }

    @Test
    void whoListensIsToldOfEachRegistrationAndRefusal() {
        List<String> told = new ArrayList<>();
        RareEvents events = new RareEvents();
        events.listen(
                new RareEvents.Listener() {
                    @Override
                    public void connected(int peer, String links, String refused, long nanos) {}

                    @Override
                    public void registered(long address, long bytes, boolean done, long nanos) {
                        told.add(address / PAGE + " " + bytes / PAGE + " " + done);
                    }
                });
        ApplicationMemory memory = new ApplicationMemory();
        memory.setFinder(Caches.EVERYTHING);
        GrdmaConfig config = new GrdmaConfig(1 << 20, 10, 1000, 0, 1 << 20, false, false);
        GrdmaComponent component =
                new GrdmaComponent(config, memory, () -> time, null, new Counters(), events);
        RegistrationCache cache = component.create(new Registrar(2));
        cache.release(cache.acquire(PAGE, 2 * PAGE, READ, null));
        cache.release(cache.acquire(PAGE, PAGE, READ, null));
        assertThat(told).as("a hit is no registration").containsExactly("1 2 true");
        assertThat(cache.acquire(8 * PAGE, 3 * PAGE, READ, null)).isNull();
        assertThat(told)
                .as("it is tried again when the idle one has made room")
                .containsExactly("1 2 true", "8 3 false", "8 3 false");
    }

    /** Keeps what is printed. */
    private record Lines(List<String> printed) implements Output {
        @Override
        public void warn(String line) {
            printed.add(line);
        }

        @Override
        public void verbose(String framework, int level, String line) {}

        @Override
        public boolean isVerbose(String framework, int level) {
            return false;
        }
    }

    private static List<String> printedAtClose(boolean printStats) {
        List<String> printed = new ArrayList<>();
        GrdmaConfig config = new GrdmaConfig(1 << 20, 10, 1000, 0, 1 << 20, false, printStats);
        GrdmaCache cache =
                new GrdmaCache(
                        config,
                        new Registrar(9),
                        new ApplicationMemory(),
                        () -> 0,
                        new Lines(printed));
        cache.release(cache.acquire(0, PAGE, READ, ApplicationMemory.PERMANENT));
        cache.release(cache.acquire(0, PAGE, READ, ApplicationMemory.PERMANENT));
        cache.close();
        return printed;
    }

    @Test
    void statisticsArePrintedWhenWanted() {
        assertThat(printedAtClose(true))
                .singleElement(InstanceOfAssertFactories.STRING)
                .contains("hits 1, misses 1", "at most " + PAGE + " bytes");
        assertThat(printedAtClose(false)).isEmpty();
    }

    @Test
    void aHitAllocatesNothing() {
        Registrar registrar = new Registrar(100);
        GrdmaCache cache = cache(registrar, 1 << 20, 10);
        for (int i = 0; i < 20_000; i++) {
            cache.release(cache.acquire(i % 7 * 100L, 10, READ, null));
        }
        var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < 10_000; i++) {
            cache.release(cache.acquire(i % 7 * 100L, 10, READ, null));
        }
        long bytes = threads.getCurrentThreadAllocatedBytes() - before;
        assertThat(bytes / 10_000).as("bytes per hit").isZero();
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
