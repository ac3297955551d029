package mpi;

/**
 * Views of a short and an int, the elements of {@link MPI#SHORT_INT} for {@link MPI#MINLOC} and
 * {@link MPI#MAXLOC} (MPI 3.1 §5.9.4). Use {@link MPI#shortInt}.
 */
public final class ShortInt extends Struct {
    private final int value;
    private final int index;

    /** Makes the record; the index lies at byte {@code indexOffset}. */
    ShortInt(int indexOffset) {
        value = addShort();
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
        public short getValue() {
            return getShort(value);
        }

        /** Returns the index. */
        public int getIndex() {
            return getInt(index);
        }

        /** Sets the value. */
        public void putValue(short v) {
            putShort(value, v);
        }

        /** Sets the index. */
        public void putIndex(int v) {
            putInt(index, v);
        }
    }
}
