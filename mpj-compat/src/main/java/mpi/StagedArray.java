package mpi;

import java.util.Arrays;

/**
 * A buffer of a collective call. The bindings get the array or a view of it; a copy where there is
 * no view (boolean arrays with an offset), and where an array is both sent and received into, which
 * MPJ Express allows.
 */
final class StagedArray {
    /** A buffer that does not count in this process. */
    static final StagedArray NONE = new StagedArray(null, null, 0);

    /** What the bindings get. */
    final Object buffer;

    private final boolean[] target;
    private final int offset;

    private StagedArray(Object buffer, boolean[] target, int offset) {
        this.buffer = buffer;
        this.target = target;
        this.offset = offset;
    }

    /** Returns items to be sent, which may be those of the array that is received into. */
    static StagedArray source(Object buf, int offset, long count, Datatype type, Object recvbuf) {
        UserElements.check(buf, offset, count, type);
        return source(buf, offset, type, recvbuf);
    }

    /**
     * Returns blocks of items to be sent.
     *
     * @param processes number of blocks; entries of the arrays behind theirs do not count
     */
    static StagedArray source(
            int processes,
            Object buf,
            int offset,
            int[] counts,
            int[] places,
            Datatype type,
            Object recvbuf) {
        checkBlocks(processes, buf, offset, counts, places, type);
        return source(buf, offset, type, recvbuf);
    }

    private static StagedArray source(Object buf, int offset, Datatype type, Object recvbuf) {
        if (buf == null) {
            return NONE;
        }
        Object from = buf == recvbuf ? copy(buf) : buf;
        Object at =
                from instanceof boolean[] a
                        ? Arrays.copyOfRange(a, offset, a.length)
                        : type.kind.at(from, offset);
        return new StagedArray(at, null, 0);
    }

    /** Returns items to be received; {@link #finish} must follow. */
    static StagedArray target(Object buf, int offset, long count, Datatype type) {
        UserElements.check(buf, offset, count, type);
        return target(buf, offset, type, count == 0 ? 0 : type.end(count));
    }

    /**
     * Returns blocks of items to be received; {@link #finish} must follow.
     *
     * @param processes number of blocks; entries of the arrays behind theirs do not count
     */
    static StagedArray target(
            int processes, Object buf, int offset, int[] counts, int[] places, Datatype type) {
        long end = checkBlocks(processes, buf, offset, counts, places, type);
        return target(buf, offset, type, end);
    }

    private static StagedArray target(Object buf, int offset, Datatype type, long end) {
        if (buf == null) {
            return NONE;
        }
        if (buf instanceof boolean[] a && offset > 0) {
            int to = offset + (int) Math.max(0, end);
            return new StagedArray(Arrays.copyOfRange(a, offset, to), a, offset);
        }
        return new StagedArray(type.kind.at(buf, offset), null, 0);
    }

    /** Copies what was received to the user's array. */
    void finish() {
        if (target != null) {
            boolean[] received = (boolean[]) buffer;
            System.arraycopy(received, 0, target, offset, received.length);
        }
    }

    private static Object copy(Object buf) {
        return switch (buf) {
            case byte[] a -> a.clone();
            case char[] a -> a.clone();
            case short[] a -> a.clone();
            case boolean[] a -> a.clone();
            case int[] a -> a.clone();
            case long[] a -> a.clone();
            case float[] a -> a.clone();
            case double[] a -> a.clone();
            default -> buf;
        };
    }

    /** Checks blocks of items; returns the place behind the last element, from the offset. */
    static long checkBlocks(
            int processes, Object buf, int offset, int[] counts, int[] places, Datatype type) {
        if (counts == null || counts.length < processes) {
            throw MPIException.bad("MPI_ERR_ARG", "fewer counts than processes");
        }
        if (places == null || places.length < processes) {
            throw MPIException.bad("MPI_ERR_ARG", "fewer displacements than processes");
        }
        UserElements.check(buf, offset, 0, type);
        long last = 0;
        for (int i = 0; i < processes; i++) {
            if (counts[i] < 0) {
                UserElements.check(buf, offset, counts[i], type);
            }
            if (counts[i] > 0) {
                long start = offset + (long) places[i] * type.Extent();
                if (buf == null) {
                    throw MPIException.bad("MPI_ERR_BUFFER", "the buffer is null");
                }
                long first = start + type.first(counts[i]);
                long end = start + type.end(counts[i]);
                UserElements.checkRange(buf, offset, first, end, counts[i], type);
                last = Math.max(last, end - offset);
            }
        }
        return last;
    }
}
