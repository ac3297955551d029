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
import org.strata.btl.openib.fast.FastCounters;
import org.strata.btl.openib.fast.IncomingRing;
import org.strata.btl.openib.fast.PollOrder;
import org.strata.btl.openib.fast.PollingPolicy;
import org.strata.btl.openib.fast.PollingSet;
import org.strata.btl.openib.fast.RingHost;
import org.strata.btl.openib.fast.RingLayout;
import org.strata.btl.openib.fast.RingShape;
import org.strata.btl.openib.fast.Rings;
import org.strata.opal.memory.Memory;
import org.strata.opal.time.Clock;

import java.lang.foreign.Arena;
import java.util.concurrent.TimeUnit;

/** Polling the rings of the fast path of btl openib when nothing has come by any of them. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Fork(value = 1, jvmArgsAppend = "--enable-native-access=ALL-UNNAMED")
public class PollingBenchmark {
    private static final int BLOCK = 32 << 10;
    private static final int LIMIT = 8 << 10;
    private static final int PAGE = 4096;

    /** Rings that are open. */
    @Param({"1", "2", "4", "8", "16", "32", "64", "128"})
    int rings;

    /** Their design. */
    @Param({"VARIABLE_BOTTOM", "FIXED_TOP"})
    RingLayout layout;

    private final Arena arena = Arena.ofConfined();
    private PollingSet set;

    /** A peer from which nothing comes. */
    private static final class Silent implements RingHost {
        @Override
        public boolean isDue(long packet) {
            return true;
        }

        @Override
        public void onRingPacket(long packet, int length) {}

        @Override
        public void afterRingPackets() {}

        @Override
        public int expected() {
            return 0;
        }

        @Override
        public boolean mayOpen() {
            return true;
        }

        @Override
        public void onRingChange() {}
    }

    /** Opens the rings. */
    @Setup(Level.Trial)
    public void open() {
        FastCounters counters = new FastCounters();
        PollingPolicy policy = new PollingPolicy(1, rings, false, 0, 1, PollOrder.SEQUENTIAL, 1);
        set = new PollingSet(policy, Clock.SYSTEM, counters);
        RingShape shape = new RingShape(layout, BLOCK / LIMIT, LIMIT, BLOCK);
        for (int i = 0; i < rings; i++) {
            IncomingRing peer = new IncomingRing(new Silent(), counters);
            set.know(peer);
            peer.open(Rings.receiver(shape, Memory.allocate(arena, shape.bytes(), PAGE)), 0);
            set.add(peer);
        }
    }

    /** Frees their memory. */
    @TearDown(Level.Trial)
    public void close() {
        arena.close();
    }

    /** One look at each ring. */
    @Benchmark
    public int idle() {
        return set.poll();
    }
}
