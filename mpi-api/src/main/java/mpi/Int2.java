package mpi;

/**
 * Views of two ints, the elements of {@link MPI#INT2} for {@link MPI#MINLOC} and {@link MPI#MAXLOC}
 * (MPI 3.1 §5.9.4). Use {@link MPI#int2}.
 */
public final class Int2 extends Struct {
    private final int value;
    private final int index;

    /** Makes the record; the index lies at byte {@code indexOffset}. */
    Int2(int indexOffset) {
        value = addInt();
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
        public int getValue() {
            return getInt(value);
        }

        /** Returns the index. */
        public int getIndex() {
            return getInt(index);
        }

        /** Sets the value. */
        public void putValue(int v) {
            putInt(value, v);
        }

        /** Sets the index. */
        public void putIndex(int v) {
            putInt(index, v);
        }
    }
}
