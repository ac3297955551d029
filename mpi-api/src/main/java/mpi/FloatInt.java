package mpi;

/**
 * Views of a float and an int, the elements of {@link MPI#FLOAT_INT} for {@link MPI#MINLOC} and
 * {@link MPI#MAXLOC} (MPI 3.1 §5.9.4). Use {@link MPI#floatInt}.
 */
public final class FloatInt extends Struct {
    private final int value;
    private final int index;

    /** Makes the record; the index lies at byte {@code indexOffset}. */
    FloatInt(int indexOffset) {
        value = addFloat();
        index = setOffset(indexOffset).addInt();
    }

    @Override
    protected Data newData() {
        return new Data();
    }

    /** View of one pair in a buffer. */
    public final class Data extends Struct.Data {
        private Data() {}

        /** Returns the value. */
        public float getValue() {
            return getFloat(value);
        }

        /** Returns the index. */
        public int getIndex() {
            return getInt(index);
        }

        /** Sets the value. */
        public void putValue(float v) {
            putFloat(value, v);
        }

        /** Sets the index. */
        public void putIndex(int v) {
            putInt(index, v);
        }
    }
}
