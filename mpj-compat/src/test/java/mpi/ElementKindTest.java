package mpi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.lang.reflect.Array;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

class ElementKindTest {
    private static final Object[] ARRAYS = {
        new byte[] {1, -2, 3},
        new char[] {'a', '\uffff', 'c'},
        new short[] {1, Short.MIN_VALUE, 3},
        new boolean[] {true, false, true},
        new int[] {1, Integer.MIN_VALUE, 3},
        new long[] {1, Long.MIN_VALUE, 3},
        new float[] {1, -0.5f, 3},
        new double[] {1, -0.5, 3}
    };

    private static ElementKind kindOf(Object array) {
        String name = array.getClass().componentType().getName();
        return ElementKind.valueOf(name.toUpperCase(java.util.Locale.ROOT));
    }

    /** As the functions of a user's reduction get them, and leave them. */
    @Test
    void arraysAreCopiedToBytesAndBack() {
        for (Object array : ARRAYS) {
            ElementKind kind = kindOf(array);
            ByteBuffer bytes = ByteBuffer.allocateDirect(8 + 3 * kind.bytes);
            bytes.order(ByteOrder.nativeOrder()).position(8);
            kind.copyBack(array, bytes);
            assertThat(bytes.position()).isEqualTo(8);
            assertThat(kind.array(bytes)).isEqualTo(array);
            assertThat(bytes.getLong(0)).isZero();
        }
    }

    @Test
    void onlyArraysOfTheTypeAreBuffers() {
        for (Object array : ARRAYS) {
            for (Object other : ARRAYS) {
                assertThat(kindOf(array).accepts(other)).isEqualTo(array == other);
            }
            assertThat(ElementKind.EMPTY.accepts(array)).isTrue();
            assertThat(ElementKind.OBJECT.accepts(array)).isFalse();
            assertThat(ElementKind.LB.accepts(array)).isFalse();
            assertThat(ElementKind.length(array)).isEqualTo(3);
        }
        ByteBuffer bytes = ByteBuffer.allocate(5).position(2);
        assertThat(ElementKind.BYTE.accepts(bytes)).isTrue();
        assertThat(ElementKind.PACKED.accepts(bytes)).isTrue();
        assertThat(ElementKind.EMPTY.accepts(bytes)).isTrue();
        assertThat(ElementKind.INT.accepts(bytes)).isFalse();
        assertThat(ElementKind.EMPTY.accepts("text")).isFalse();
        assertThat(ElementKind.OBJECT.accepts(new String[1])).isTrue();
        assertThat(ElementKind.length(bytes)).isEqualTo(5);
    }

    /** A view begins at the offset of the array, whatever the position of a ByteBuffer is. */
    @Test
    void viewsBeginAtAnOffset() {
        for (Object array : ARRAYS) {
            assertThat(kindOf(array).at(array, 0)).isSameAs(array);
            assertThat(ElementKind.EMPTY.at(array, 1)).isNull();
            if (!(array instanceof boolean[])) {
                Buffer view = (Buffer) kindOf(array).at(array, 1);
                assertThat(view.remaining()).isEqualTo(2);
                assertThat(view.arrayOffset()).isEqualTo(1);
                assertThat(Array.get(array, 1)).isEqualTo(Array.get(view.array(), 1));
            }
        }
        ByteBuffer bytes = ByteBuffer.allocate(5).put(3, (byte) 7).position(2).limit(3);
        ByteBuffer view = (ByteBuffer) ElementKind.BYTE.at(bytes, 3);
        assertThat(view.remaining()).isEqualTo(2);
        assertThat(view.get(0)).isEqualTo((byte) 7);
        assertThat(bytes.position()).isEqualTo(2);
    }
}
