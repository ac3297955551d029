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
import org.strata.opal.datatype.DataLayout;
import org.strata.opal.datatype.DataLayouts;
import org.strata.opal.memory.Memory;

import java.lang.foreign.Arena;
import java.util.concurrent.TimeUnit;

/** Packing and unpacking 64 KiB of several shapes, from native memory and from an array. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Fork(value = 1, jvmArgsAppend = "--enable-native-access=ALL-UNNAMED")
public class PackingBenchmark {
    private static final int BYTES = 64 << 10;
    private static final DataLayout DOUBLE = DataLayouts.basic(8, 8);

    /** Shapes of data: gapless, a column of a matrix, records with a hole, scattered blocks. */
    public enum Shape {
        /** One run. */
        CONTIGUOUS,
        /** One double of every ten. */
        COLUMN,
        /** A double and an int, padded to 16 bytes. */
        RECORD,
        /** Three blocks of different lengths, again and again. */
        INDEXED;

        DataLayout layout() {
            return switch (this) {
                case CONTIGUOUS -> DOUBLE;
                case COLUMN -> DataLayouts.resized(DOUBLE, 0, 80);
                case RECORD ->
                        DataLayouts.struct(
                                new long[] {1, 1},
                                new long[] {0, 8},
                                new DataLayout[] {DOUBLE, DataLayouts.basic(4, 4)});
                case INDEXED ->
                        DataLayouts.hindexed(new long[] {1, 4, 2}, new long[] {0, 16, 64}, DOUBLE);
            };
        }
    }

    /** Where the data are. */
    public enum Place {
        /** Native memory. */
        NATIVE,
        /** An array of doubles. */
        ARRAY
    }

    /** The shape. */
    @Param public Shape shape;

    /** The place. */
    @Param public Place place;

    private final Arena arena = Arena.ofConfined();
    private DataLayout layout;
    private Object base;
    private long offset;
    private long packed;
    private long bytes;

    /** Makes the buffers. */
    @Setup(Level.Trial)
    public void open() {
        layout = shape.layout();
        long count = BYTES / layout.size();
        bytes = count * layout.size();
        long room = layout.touchedEnd(count) + 8;
        base = place == Place.NATIVE ? null : new double[(int) (room / 8)];
        offset = place == Place.NATIVE ? Memory.allocate(arena, room, 64) : 0;
        packed = Memory.allocate(arena, bytes, 64);
    }

    /** Frees them. */
    @TearDown(Level.Trial)
    public void close() {
        arena.close();
    }

    /** From the shape to packed memory. */
    @Benchmark
    public void pack() {
        layout.pack(base, offset, 0, packed, bytes);
    }

    /** From packed memory to the shape. */
    @Benchmark
    public void unpack() {
        layout.unpack(packed, base, offset, 0, bytes);
    }
}
