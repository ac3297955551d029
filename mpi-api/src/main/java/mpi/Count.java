package mpi;

/** A number of elements that may exceed an int (MPI_Count, MPI 3.1 §2.5.8). */
@SuppressWarnings({"rawtypes", "ComparableType"}) // Raw in the API that programs compile against.
public final class Count implements Comparable {
    private long count;

    /**
     * Makes a count.
     *
     * @param count its value
     */
    public Count(long count) {
        this.count = count;
    }

    /** Returns the value. */
    public long getCount() {
        return count;
    }

    /** Sets the value. */
    public void setCount(long count) {
        this.count = count;
    }

    /** Returns whether the other object is a Count of the same value. */
    @Override
    public boolean equals(Object obj) {
        return obj instanceof Count other && other.count == count;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(count);
    }

    /**
     * Compares the values.
     *
     * @param obj a Count
     * @return negative, zero or positive, as this value is less, equal or greater
     */
    @Override
    public int compareTo(Object obj) {
        return Long.compare(count, ((Count) obj).count);
    }

    @Override
    public String toString() {
        return Long.toString(count);
    }
}
