package org.strata.benchmarks.micro;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;
import org.strata.opal.memory.Memory;
import org.strata.pml.base.match.MatchHeader;
import org.strata.pml.ob1.header.PutHeader;
import org.strata.pml.ob1.header.RendezvousHeader;

import java.lang.foreign.Arena;
import java.util.concurrent.TimeUnit;

/** Writing and reading ob1's headers in place. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Fork(value = 1, jvmArgsAppend = "--enable-native-access=ALL-UNNAMED")
public class HeaderBenchmark {
    private final Arena arena = Arena.ofConfined();
    private long at;
    private int sequence;

    /** Makes room for a header. */
    @Setup(Level.Trial)
    public void open() {
        at = Memory.allocate(arena, 128, 64);
    }

    /** Frees it. */
    @TearDown(Level.Trial)
    public void close() {
        arena.close();
    }

    /** The header of an eager message: all that matching needs. */
    @Benchmark
    public long match() {
        MatchHeader.write(at, 3, 42, ++sequence);
        return MatchHeader.identity(at) + MatchHeader.tag(at) + MatchHeader.sequence(at);
    }

    /** The header that starts a long message. */
    @Benchmark
    public long rendezvous() {
        MatchHeader.write(at, 3, 42, ++sequence);
        RendezvousHeader.write(at, 0, 1 << 20, sequence);
        return RendezvousHeader.messageLength(at) + RendezvousHeader.sender(at);
    }

    /** The receiver's request to write a piece. */
    @Benchmark
    public void put(Blackhole hole) {
        PutHeader.writeRange(at, 4096, at, ++sequence);
        hole.consume(PutHeader.offset(at));
        hole.consume(PutHeader.address(at));
        hole.consume(PutHeader.size(at));
    }
}
