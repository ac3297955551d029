package org.strata.benchmarks.micro;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.strata.mca.rcache.ApplicationMemory;
import org.strata.mca.rcache.Registration;
import org.strata.mca.rcache.RegistrationCache;
import org.strata.opal.time.Clock;
import org.strata.rcache.GrdmaCache;
import org.strata.rcache.GrdmaConfig;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;

/** What the cache itself costs: a hit among many, and a registration that costs nothing below. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Fork(value = 1, jvmArgsAppend = "--enable-native-access=ALL-UNNAMED")
public class RegistrationCacheBenchmark {
    private static final int STRIDE = 1 << 20;

    /** Registrations in the cache. */
    @Param({"1", "4096"})
    public int cached;

    /** What the memory belongs to. */
    @Param({"DIRECT", "DIRECT_VIEW", "ARENA", "ARENA_SLICE", "LIBRARY"})
    public Owner owner;

    private RegistrationCache cache;
    private Object first;
    private Object other;
    private int turn;

    /** Owners of memory: what registers it, and what finds the registration. */
    public enum Owner {
        /** A buffer of {@code allocateDirect}. */
        DIRECT,
        /** Another view of it. */
        DIRECT_VIEW,
        /** A buffer over an arena's segment. */
        ARENA,
        /** Another segment of the arena. */
        ARENA_SLICE,
        /** Memory that is never freed. */
        LIBRARY
    }

    private void makeOwners() {
        ByteBuffer direct = ByteBuffer.allocateDirect(STRIDE);
        MemorySegment segment = Arena.ofShared().allocate(STRIDE);
        first =
                switch (owner) {
                    case DIRECT, DIRECT_VIEW -> direct;
                    case ARENA, ARENA_SLICE -> segment.asByteBuffer();
                    case LIBRARY -> ApplicationMemory.PERMANENT;
                };
        other =
                switch (owner) {
                    case DIRECT_VIEW -> direct.slice(8, 8192);
                    case ARENA_SLICE -> segment.asSlice(8, 8192);
                    default -> first;
                };
    }

    /** Fills the cache. */
    @Setup(Level.Trial)
    public void open() {
        makeOwners();
        ApplicationMemory memory = new ApplicationMemory();
        GrdmaConfig config =
                new GrdmaConfig(Long.MAX_VALUE, cached, 1000, 0, 1 << 20, false, false);
        cache = new GrdmaCache(config, new FreeRegistrar(), memory, Clock.SYSTEM, null);
        for (int i = 0; i < cached; i++) {
            use(i, first);
        }
    }

    /** Empties it. */
    @TearDown(Level.Trial)
    public void close() {
        cache.close();
    }

    private Registration use(int index, Object memory) {
        long address = (long) index * STRIDE;
        Registration got = cache.acquire(address, 8192, Registration.REMOTE_WRITE, memory);
        cache.release(got);
        return got;
    }

    /** A registration that is in the cache. */
    @Benchmark
    public Registration hit() {
        turn = turn + 1 & Integer.MAX_VALUE;
        return use(turn % cached, other);
    }

    /** A registration that is not, and drives out the oldest. */
    @Benchmark
    public Registration miss() {
        turn = turn + 1 & Integer.MAX_VALUE;
        return use(cached + turn % (cached + 1), other);
    }

    private static final class FreeRegistrar implements RegistrationCache.Registrar {
        @Override
        public Registration register(long address, long length, int access) {
            return new Registration(address, length, access) {};
        }

        @Override
        public void deregister(Registration registration) {}
    }
}
