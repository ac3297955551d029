package mpi;

/**
 * Views of a long and an int, the elements of {@link MPI#LONG_INT} for {@link MPI#MINLOC} and
 * {@link MPI#MAXLOC} (MPI 3.1 §5.9.4). Use {@link MPI#longInt}.
 */
public final class LongInt extends Struct {
    private final int value;
    private final int index;

    /** Makes the record; the index lies at byte {@code indexOffset}. */
    LongInt(int indexOffset) {
        value = addLong();
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
        public long getValue() {
            return getLong(value);
        }

        /** Returns the index. */
        public int getIndex() {
            return getInt(index);
        }

        /** Sets the value. */
        public void putValue(long v) {
            putLong(value, v);
        }

        /** Sets the index. */
        public void putIndex(int v) {
            putInt(index, v);
        }
    }
}
