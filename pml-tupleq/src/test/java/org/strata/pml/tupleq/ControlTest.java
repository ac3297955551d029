package org.strata.pml.tupleq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Arrays;

/** Control messages as bytes: numbers and epochs keep their 64 bits. */
final class ControlTest {
    private static final int SOURCE = 3;
    private static final int COMM = 17;
    private static final int TAG = -5;
    private static final long[] NONE = {};

    private static Control.Message passed(Control.Kind kind, long epoch, long number, long... of) {
        return Control.decode(SOURCE, Control.encode(kind, COMM, TAG, epoch, number, of));
    }

    @ParameterizedTest
    @EnumSource
    void everyKindArrives(Control.Kind kind) {
        Control.Message message = passed(kind, 1, 2);
        assertThat(message.kind()).isEqualTo(kind);
        assertThat(message.source()).isEqualTo(SOURCE);
        assertThat(message.comm()).isEqualTo(COMM);
        assertThat(message.tag()).isEqualTo(TAG);
        assertThat(message.counts()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, (1L << 31) - 1, 1L << 31, 1L << 32, (1L << 32) + 1, 1L << 62})
    void numbersAreNotCut(long number) {
        Control.Message message = passed(Control.Kind.PLAIN, number, number + 1, 7, number + 2);
        assertThat(message.epoch()).isEqualTo(number);
        assertThat(message.number()).isEqualTo(number + 1);
        assertThat(message.counts()).containsExactly(7, number + 2);
    }

    @Test
    void othersBytesAreRefused() {
        byte[] good = Control.encode(Control.Kind.PLAIN, COMM, TAG, 1, 2, new long[] {1, 2});
        for (int length = 0; length < good.length; length++) {
            byte[] cut = Arrays.copyOf(good, length);
            if (length != Control.encode(Control.Kind.PLAIN, COMM, TAG, 1, 2, NONE).length) {
                assertThatThrownBy(() -> Control.decode(SOURCE, cut))
                        .as("%d bytes", length)
                        .isInstanceOf(IllegalArgumentException.class);
            }
        }
        for (int kind : new int[] {-1, Control.Kind.values().length, 255}) {
            byte[] unknown = good.clone();
            unknown[0] = (byte) (kind >> 24);
            unknown[3] = (byte) kind;
            assertThatThrownBy(() -> Control.decode(SOURCE, unknown))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }
}
