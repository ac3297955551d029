package mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.io.ObjectInputFilter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

class PrimitiveArraysTest {
    private static final int[] PLACES = {0, 1, 2};

    /** A JVM's filter is set once, however often tests run in it. */
    private static final class Filter {
        static final List<ObjectInputFilter.FilterInfo> ASKED = new ArrayList<>();

        static {
            ObjectInputFilter.Config.setSerialFilter(item -> {
                ASKED.add(item);
                return item.arrayLength() == 777
                        ? ObjectInputFilter.Status.REJECTED
                        : ObjectInputFilter.Status.UNDECIDED;
            });
        }
    }

    private static byte[] write(Object... items) {
        return PrimitiveArrays.write(3, items, 0, Arrays.copyOf(PLACES, items.length));
    }

    private static void read(byte[] bytes, Object[] items) {
        int length = bytes.length - 3;
        ObjectStream.read(bytes, 3, length, items.length, items, 0, PLACES);
    }

    @Test
    void everyType() {
        Object[][] all = {
            {new byte[] {1, -1}, new char[] {'a', '\uffff'}, new short[] {1, -2}},
            {new int[] {Integer.MIN_VALUE, 7}, new long[] {Long.MAX_VALUE, -5}, new byte[0]},
            {new float[] {1.5f, Float.NaN}, new double[] {Math.PI, -0.0}, new int[] {3}}
        };
        for (Object[] items : all) {
            byte[] bytes = write(items);
            assertThat(PrimitiveArrays.areIn(bytes, 3, bytes.length - 3)).isTrue();
            Object[] arrived = new Object[3];
            read(bytes, arrived);
            assertThat(arrived).isEqualTo(items);
        }
    }

    /** The items of a call begin at its offset, and a datatype may leave some out. */
    @Test
    void itemsBehindAnOffset() {
        Object[] items = {"before", new int[] {1}, "between", new long[] {2}};
        int[] places = {0, 2};
        byte[] bytes = PrimitiveArrays.write(3, items, 1, places);
        Object[] arrived = {"before", null, "between", null, "behind"};
        ObjectStream.read(bytes, 3, bytes.length - 3, 2, arrived, 1, places);
        assertThat(arrived)
                .containsExactly("before", new int[] {1}, "between", new long[] {2}, "behind");
        assertThat(PrimitiveArrays.write(3, items, 0, places)).as("texts").isNull();
    }

    @Test
    void rowsOfAMatrix() {
        double[][] rows = {{1, 2}, {3}};
        double[][] arrived = new double[2][];
        read(write((Object[]) rows), arrived);
        assertThat(arrived).isDeepEqualTo(rows);
        assertThatThrownBy(() -> read(write((Object[]) rows), new int[2][]))
                .isInstanceOf(MPIException.class)
                .hasMessageContaining("no element of an array of [I");
    }

    /** What is no primitive array, or is there twice, is serialised: it arrives as one object. */
    @Test
    void allElseIsSerialised() {
        int[] twice = {1};
        assertThat(write(twice, twice)).isNull();
        assertThat(write(twice, "text")).isNull();
        assertThat(write(twice, null)).isNull();
        assertThat(write(new boolean[1])).isNull();
        assertThat(write((Object) new int[1][1])).isNull();
        assertThat(write()).isNull();
    }

    @Test
    void lengthsThatTheMessageDoesNotHave() {
        byte[] bytes = write(new int[] {1, 2});
        byte[] shorter = Arrays.copyOf(bytes, bytes.length - 1);
        assertThatThrownBy(() -> read(shorter, new Object[1]))
                .isInstanceOf(MPIException.class)
                .hasMessageContaining("array 0 is not whole");
        assertThatThrownBy(() -> read(bytes, new Object[2]))
                .isInstanceOf(MPIException.class)
                .hasMessageContaining("array 1 is not whole");
    }

    @Test
    void twoBytesSayWhatAMessageIs() {
        byte[] bytes = write(new int[1]);
        assertThat(PrimitiveArrays.areIn(bytes, 3, 2)).isTrue();
        assertThat(PrimitiveArrays.areIn(bytes, 3, 1)).isFalse();
        assertThat(PrimitiveArrays.areIn(bytes, 2, 4)).isFalse();
    }

    /** As {@code -Djdk.serialFilter} does. */
    @Test
    void theFilterOfTheJvmDecides() {
        List<ObjectInputFilter.FilterInfo> asked = Filter.ASKED;
        asked.clear();
        Object[] arrived = new Object[2];
        read(write(new int[2], new double[4]), arrived);
        assertThat(arrived[1]).isEqualTo(new double[4]);
        assertThat(asked.get(1).serialClass()).isEqualTo(double[].class);
        assertThat(asked.get(1).arrayLength()).isEqualTo(4);
        assertThat(asked.get(1).depth()).isEqualTo(1);
        assertThat(asked.get(1).references()).isEqualTo(2);
        // The magic number, an int[2], and the letter and the length of the second array.
        assertThat(asked.get(1).streamBytes()).isEqualTo(2 + (5 + 8) + 5);
        assertThatThrownBy(() -> read(write(new byte[777]), new Object[1]))
                .isInstanceOf(MPIException.class)
                .hasMessageContaining("REJECTED");
    }
}
