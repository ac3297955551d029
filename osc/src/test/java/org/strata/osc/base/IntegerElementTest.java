package org.strata.osc.base;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.strata.mca.osc.OscTarget;
import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayout;
import org.strata.opal.datatype.DataLayouts;
import org.strata.opal.memory.Memory;
import org.strata.opal.op.NumberKind;
import org.strata.opal.op.OpKind;
import org.strata.opal.op.ReduceKernel;
import org.strata.opal.op.ReduceKernels;

import java.lang.foreign.Arena;

class IntegerElementTest {
    private static final long[] VALUES = {
        0, 1, -1, 2, 7, Integer.MAX_VALUE, Integer.MIN_VALUE, Long.MAX_VALUE, Long.MIN_VALUE
    };

    private final Arena arena = Arena.ofConfined();
    private final long current = Memory.allocate(arena, Long.BYTES, Long.BYTES);
    private final long operand = Memory.allocate(arena, Long.BYTES, Long.BYTES);

    @AfterEach
    void close() {
        arena.close();
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"NO_OP", "MINLOC", "MAXLOC"})
    void everyOperationDoesWhatItsKernelDoes(OpKind op) {
        for (NumberKind kind : new NumberKind[] {NumberKind.INT32, NumberKind.INT64}) {
            ReduceKernel kernel = ReduceKernels.find(op, kind);
            for (long a : VALUES) {
                for (long b : VALUES) {
                    compare(op, kind, kernel, a, b);
                }
            }
        }
    }

    private void compare(OpKind op, NumberKind kind, ReduceKernel kernel, long a, long b) {
        int bytes = kind.extent();
        IntegerElement.store(operand, bytes, a);
        IntegerElement.store(current, bytes, b);
        long in = IntegerElement.load(operand, bytes);
        long combined = IntegerElement.combine(op, in, IntegerElement.load(current, bytes));
        kernel.apply(null, operand, null, current, 1);
        long expected = IntegerElement.load(current, bytes);
        IntegerElement.store(current, bytes, combined);
        assertThat(IntegerElement.load(current, bytes))
                .as("%d %s %d of %s", a, op, b, kind)
                .isEqualTo(expected);
    }

    /** As many bytes as the element has, and with its sign. */
    @Test
    void elementsHaveTheirLength() {
        Memory.putLong(current, 0);
        IntegerElement.store(current, 4, -2);
        assertThat(Memory.getLong(current)).isEqualTo(0xfffffffeL);
        assertThat(IntegerElement.load(current, 4)).isEqualTo(-2);
        IntegerElement.store(current, 8, -2);
        assertThat(Memory.getLong(current)).isEqualTo(-2);
        assertThat(IntegerElement.load(current, 8)).isEqualTo(-2);
    }

    @Test
    void othersTakeTheGeneralWay() {
        DataLayout eight = DataLayouts.basic(Long.BYTES, Long.BYTES);
        Buf plain = new Buf(null, operand, 1, eight);
        Buf array = new Buf(new long[1], 0, 1, eight);
        OscTarget one = new OscTarget(0, 0, 1, eight);
        assertThat(IntegerElement.is(NumberKind.INT64, one, plain, plain)).isTrue();
        assertThat(IntegerElement.is(NumberKind.INT64, one, null, plain)).isTrue();
        assertThat(IntegerElement.is(NumberKind.INT64, one, plain, null)).isTrue();
        assertThat(IntegerElement.is(NumberKind.INT32, one, plain, plain)).as("two ints").isFalse();
        assertThat(IntegerElement.is(NumberKind.FLOAT64, one, plain, plain)).isFalse();
        assertThat(IntegerElement.is(NumberKind.INT64, one, array, plain)).isFalse();
        assertThat(IntegerElement.is(NumberKind.INT64, one, plain, array)).isFalse();
        OscTarget two = new OscTarget(0, 0, 2, eight);
        assertThat(IntegerElement.is(NumberKind.INT64, two, plain, plain)).isFalse();
    }
}
