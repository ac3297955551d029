package org.strata.opal.op;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

import org.junit.jupiter.api.Test;
import org.strata.opal.memory.Memory;

import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Every operation on every element, from every kind of place, against the definition. */
class ReduceKernelsTest {
    /** Where an operand lies. */
    enum Place {
        NATIVE,
        NATIVE_UNALIGNED,
        OWN_ARRAY,
        OWN_ARRAY_SHIFTED,
        BYTES,
        BYTES_SHIFTED,
        LONGS
    }

    @Test
    void existsExactlyWhereTheStandardDefinesIt() {
        for (OpKind op : OpKind.values()) {
            for (NumberKind kind : NumberKind.values()) {
                assertThat(ReduceKernels.find(op, kind) != null)
                        .as("%s on %s", op, kind)
                        .isEqualTo(NaiveReduce.legal(op, kind));
            }
        }
    }

    @Property(tries = 12, shrinking = ShrinkingMode.OFF)
    void computesTheDefinition(
            @ForAll @IntRange(max = 17) int few,
            @ForAll @IntRange(min = 18, max = 3000) int many,
            @ForAll @LongRange long seed) {
        Random random = new Random(seed);
        for (OpKind op : OpKind.values()) {
            for (NumberKind kind : NumberKind.values()) {
                if (NaiveReduce.legal(op, kind)) {
                    for (Place in : Place.values()) {
                        Place inout = Place.values()[random.nextInt(Place.values().length)];
                        check(op, kind, in, in, few, random);
                        check(op, kind, in, inout, few, random);
                        check(op, kind, in, inout, many, random);
                    }
                }
            }
        }
    }

    private static void check(
            OpKind op, NumberKind kind, Place in, Place inout, int count, Random random) {
        byte[] a = elements(kind, count, random);
        byte[] b = elements(kind, count, random);
        byte[] expected = b.clone();
        for (int i = 0; i < count; i++) {
            NaiveReduce.combine(op, kind, a, expected, i);
        }
        try (Arena arena = Arena.ofConfined()) {
            Operand left = new Operand(arena, in, kind, a);
            Operand right = new Operand(arena, inout, kind, b);
            ReduceKernel kernel = ReduceKernels.find(op, kind);
            kernel.apply(left.base, left.offset, right.base, right.offset, count);
            String what = op + " " + kind + " " + in + " " + inout + " x" + count;
            assertThat(left.bytes(a.length)).as(what).isEqualTo(a);
            assertThat(canonical(kind, right.bytes(b.length)))
                    .as(what)
                    .isEqualTo(canonical(kind, expected));
            right.checkGuards(b.length);
        }
    }

    @Test
    void threadsThatMeetInAKernelHaveScratchMemoryOfTheirOwn() throws Exception {
        ReduceKernel kernel = ReduceKernels.find(OpKind.SUM, NumberKind.INT64);
        int count = 1500;
        try (Arena arena = Arena.ofShared();
                ExecutorService threads = Executors.newFixedThreadPool(3)) {
            List<Callable<Boolean>> sums = new ArrayList<>();
            for (int thread = 1; thread <= 3; thread++) {
                long step = thread;
                sums.add(() -> sumsUp(kernel, arena, count, step));
            }
            for (Future<Boolean> right : threads.invokeAll(sums)) {
                assertThat(right.get()).isTrue();
            }
        }
    }

    private static boolean sumsUp(ReduceKernel kernel, Arena arena, int count, long step) {
        long in = Memory.allocate(arena, count * 8L, 64);
        long inout = Memory.allocate(arena, count * 8L, 64);
        int times = 2000;
        for (int i = 0; i < count; i++) {
            Memory.putLong(in + i * 8L, step * i);
        }
        for (int i = 0; i < times; i++) {
            kernel.apply(null, in, null, inout, count);
        }
        boolean right = true;
        for (int i = 0; i < count; i++) {
            right &= Memory.getLong(inout + i * 8L) == times * step * i;
        }
        return right;
    }

    /** Small values, so that ties, zeros and units are frequent; some of all bit patterns. */
    private static byte[] elements(NumberKind kind, int count, Random random) {
        byte[] bytes = new byte[count * kind.extent()];
        random.nextBytes(bytes);
        ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder());
        for (int i = 0; i < count; i++) {
            int small = random.nextInt(5) - 2;
            int at = i * kind.extent();
            if (kind == NumberKind.BOOLEAN8) {
                buffer.put(at, (byte) (small & 1));
            } else if (random.nextInt(4) != 0) {
                putValue(kind, buffer, at, small, random);
            }
        }
        return bytes;
    }

    private static void putValue(
            NumberKind kind, ByteBuffer buffer, int at, int small, Random random) {
        switch (kind) {
            case UINT8 -> buffer.put(at, (byte) small);
            case UINT16, INT16, SHORT_INT -> buffer.putShort(at, (short) small);
            case INT32, INT2 -> buffer.putInt(at, small);
            case INT64, LONG_INT -> buffer.putLong(at, small);
            case FLOAT32, FLOAT_INT, FLOAT_COMPLEX -> buffer.putFloat(at, (float) odd(random));
            default -> buffer.putDouble(at, odd(random));
        }
    }

    private static double odd(Random random) {
        double[] some = {
            0.0,
            -0.0,
            1.0,
            -1.5,
            0.1,
            Double.NaN,
            Double.POSITIVE_INFINITY,
            Double.NEGATIVE_INFINITY
        };
        return some[random.nextInt(some.length)];
    }

    /** Which NaN comes out is not defined; a boolean[] holds no 2. */
    private static byte[] canonical(NumberKind kind, byte[] bytes) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder());
        for (int at = 0; kind == NumberKind.BOOLEAN8 && at < bytes.length; at++) {
            buffer.put(at, (byte) (buffer.get(at) == 0 ? 0 : 1));
        }
        for (int at = 0; at + 4 <= bytes.length; at += 4) {
            boolean floats = kind == NumberKind.FLOAT32 || kind == NumberKind.FLOAT_COMPLEX;
            if (floats && Float.isNaN(buffer.getFloat(at))) {
                buffer.putFloat(at, Float.NaN);
            }
            boolean doubles = kind == NumberKind.FLOAT64 || kind == NumberKind.DOUBLE_COMPLEX;
            if (doubles && at % 8 == 0 && Double.isNaN(buffer.getDouble(at))) {
                buffer.putDouble(at, Double.NaN);
            }
        }
        return bytes;
    }

    /** An operand in its place, with guard bytes on both sides. */
    private static final class Operand {
        private static final int GUARD = 32;

        final Object base;
        final long offset;

        Operand(Arena arena, Place place, NumberKind kind, byte[] bytes) {
            int room = bytes.length + 2 * GUARD;
            int longs = room / 8 + 1;
            base =
                    switch (place) {
                        case NATIVE, NATIVE_UNALIGNED -> null;
                        case OWN_ARRAY, OWN_ARRAY_SHIFTED -> own(kind, room);
                        case BYTES, BYTES_SHIFTED -> new byte[room];
                        case LONGS -> new long[longs];
                    };
            long start = base == null ? Memory.allocate(arena, room, 64) : 0;
            offset =
                    start
                            + switch (place) {
                                case NATIVE, OWN_ARRAY, BYTES, LONGS -> GUARD;
                                case OWN_ARRAY_SHIFTED -> GUARD - 8;
                                case NATIVE_UNALIGNED, BYTES_SHIFTED -> GUARD - 3;
                            };
            Memory.copy(bytes, 0, base, offset, bytes.length);
        }

        private static Object own(NumberKind kind, int room) {
            return switch (kind) {
                case BOOLEAN8 -> new boolean[room];
                case UINT16 -> new char[room / 2];
                case INT16 -> new short[room / 2];
                case INT32 -> new int[room / 4];
                case INT64 -> new long[room / 8 + 1];
                case FLOAT32, FLOAT_COMPLEX -> new float[room / 4];
                case FLOAT64, DOUBLE_COMPLEX -> new double[room / 8 + 1];
                default -> new byte[room];
            };
        }

        byte[] bytes(int length) {
            byte[] bytes = new byte[length];
            Memory.copy(base, offset, bytes, 0, length);
            return bytes;
        }

        void checkGuards(int length) {
            byte[] guard = new byte[16];
            Memory.copy(base, offset - 16, guard, 0, 16);
            assertThat(guard).containsOnly(0);
            Memory.copy(base, offset + length, guard, 0, 16);
            assertThat(guard).containsOnly(0);
        }
    }
}
