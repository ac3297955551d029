package org.strata.spark;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.Serializable;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * The numeric columns of a partition of a DataFrame, one array each. The only row of its partition
 * ({@link MpiStage#ofColumns}).
 */
public final class Columns implements Serializable {
    private static final long serialVersionUID = 1L;

    private final int rows;
    private final LinkedHashMap<String, Object> arrays;

    /**
     * @param arrays primitive arrays of one length, by the columns' names
     */
    Columns(int rows, Map<String, Object> arrays) {
        this.rows = rows;
        this.arrays = new LinkedHashMap<>(arrays);
    }

    /** Returns the number of rows. */
    public int rows() {
        return rows;
    }

    /** Returns the names of the columns, in the DataFrame's order. */
    public List<String> names() {
        return List.copyOf(arrays.keySet());
    }

    /** Returns a column of doubles; not a copy. */
    public double[] doubles(String name) {
        return column(name, double[].class);
    }

    /** Returns a column of floats; not a copy. */
    public float[] floats(String name) {
        return column(name, float[].class);
    }

    /** Returns a column of longs, which Spark calls bigint; not a copy. */
    public long[] longs(String name) {
        return column(name, long[].class);
    }

    /** Returns a column of ints; not a copy. */
    public int[] ints(String name) {
        return column(name, int[].class);
    }

    /** Returns a column of shorts; not a copy. */
    public short[] shorts(String name) {
        return column(name, short[].class);
    }

    /** Returns a column of bytes; not a copy. */
    public byte[] bytes(String name) {
        return column(name, byte[].class);
    }

    private <A> A column(String name, Class<A> type) {
        Object array = arrays.get(name);
        if (array == null) {
            throw new IllegalArgumentException(
                    "There is no column \"" + name + "\" among " + arrays.keySet() + ".");
        }
        if (!type.isInstance(array)) {
            throw new IllegalArgumentException(
                    "Column \""
                            + name
                            + "\" is of type "
                            + array.getClass().getSimpleName()
                            + ", not "
                            + type.getSimpleName()
                            + ".");
        }
        return type.cast(array);
    }

    void write(DataOutputStream out, RowCodec codec) throws IOException {
        out.writeInt(rows);
        out.writeInt(arrays.size());
        for (Map.Entry<String, Object> column : arrays.entrySet()) {
            Frame.writeText(out, column.getKey());
            codec.write(out, column.getValue());
        }
    }

    static Columns read(DataInputStream in, RowCodec codec) throws IOException {
        int rows = in.readInt();
        int count = in.readInt();
        Map<String, Object> arrays = new LinkedHashMap<>();
        for (int i = 0; i < count; i++) {
            String name = Frame.readText(in);
            arrays.put(name, codec.read(in));
        }
        return new Columns(rows, arrays);
    }

    /** Collects rows; arrays grow by half. */
    static final class Builder {
        private static final int FIRST = 1024;

        private final List<String> names;
        private final List<Object> arrays = new ArrayList<>();
        private int rows;

        /**
         * @param kinds of the columns, by their names
         */
        Builder(Map<String, Primitives> kinds) {
            names = List.copyOf(kinds.keySet());
            kinds.values().forEach(kind -> arrays.add(kind.allocate(FIRST)));
        }

        /**
         * Adds a row.
         *
         * @throws IllegalArgumentException for a null, which arrays of numbers cannot have
         */
        void add(IntFunction<Object> values) {
            if (!arrays.isEmpty() && rows == Array.getLength(arrays.get(0))) {
                int length = Math.addExact(rows, rows / 2);
                arrays.replaceAll(array -> copy(array, length));
            }
            for (int i = 0; i < arrays.size(); i++) {
                Object value = values.apply(i);
                if (value == null) {
                    throw new IllegalArgumentException(
                            "Column \""
                                    + names.get(i)
                                    + "\" has a null, which an array of numbers cannot have: drop"
                                    + " or fill such rows first (DataFrame.na()).");
                }
                Array.set(arrays.get(i), rows, value);
            }
            rows++;
        }

        Columns build() {
            Map<String, Object> columns = new LinkedHashMap<>();
            for (int i = 0; i < arrays.size(); i++) {
                columns.put(names.get(i), copy(arrays.get(i), rows));
            }
            return new Columns(rows, columns);
        }

        private static Object copy(Object array, int length) {
            Object copy = Array.newInstance(array.getClass().getComponentType(), length);
            System.arraycopy(array, 0, copy, 0, Math.min(length, Array.getLength(array)));
            return copy;
        }
    }

    @Override
    public String toString() {
        return "Columns" + Arrays.toString(arrays.keySet().toArray()) + " of " + rows + " rows";
    }
}
