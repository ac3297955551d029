package mpi;

import java.nio.ByteBuffer;

/**
 * Items of a user's array, checked, as a call of the bindings gets them.
 *
 * @param buffer the array, or a view of it from the offset on
 * @param count number of items
 * @param type datatype of an item
 */
record UserElements(Object buffer, int count, org.strata.mpi.Datatype type) {
    /** Returns items of a base type other than OBJECT, for a call that blocks. */
    static UserElements of(Object buf, int offset, int count, Datatype type) {
        check(buf, offset, count, type);
        if (offset == 0 || buf == null) {
            return new UserElements(buf, count, type.core());
        }
        return buf instanceof boolean[]
                ? displaced(buf, offset, count, type)
                : new UserElements(type.kind.at(buf, offset), count, type.core());
    }

    /**
     * As {@link #of}, for a call that does not block: the bindings accept arrays there, and no
     * views of arrays.
     */
    static UserElements started(Object buf, int offset, int count, Datatype type) {
        check(buf, offset, count, type);
        if (buf instanceof ByteBuffer nio) {
            return nio.hasArray()
                    ? displaced(nio.array(), nio.arrayOffset() + offset, count, type)
                    : new UserElements(type.kind.at(buf, offset), count, type.core());
        }
        return offset == 0 || buf == null
                ? new UserElements(buf, count, type.core())
                : displaced(buf, offset, count, type);
    }

    /** Returns items as one item of a datatype whose data are behind its origin. */
    private static UserElements displaced(Object buf, int offset, int count, Datatype type) {
        int[] counts = {count};
        int[] bytes = Datatype.inBytes(new int[] {offset}, type.kind);
        org.strata.mpi.Datatype at =
                Core.get(() -> {
                    org.strata.mpi.Datatype made =
                            org.strata.mpi.Datatype.createHIndexed(counts, bytes, type.core());
                    made.commit();
                    return made;
                });
        return new UserElements(buf, 1, at);
    }

    /**
     * Checks that a buffer is an array of the datatype's base type and holds all items.
     *
     * @throws MPIException if not
     */
    static void check(Object buf, int offset, long count, Datatype type) {
        if (type == null) {
            throw MPIException.bad("MPI_ERR_TYPE", "the datatype is null");
        }
        if (count < 0) {
            throw MPIException.bad("MPI_ERR_COUNT", "count " + count + " is negative");
        }
        if (offset < 0) {
            throw MPIException.bad("MPI_ERR_BUFFER", "offset " + offset + " is negative");
        }
        if (buf == null) {
            if (count > 0) {
                throw MPIException.bad("MPI_ERR_BUFFER", "the buffer is null");
            }
            return;
        }
        if (!type.kind.accepts(buf)) {
            String array = buf.getClass().getSimpleName();
            throw MPIException.bad("MPI_ERR_TYPE", array + " is no buffer for " + type);
        }
        long first = offset + (count == 0 ? 0 : type.first(count));
        long end = offset + (count == 0 ? 0 : type.end(count));
        checkRange(buf, offset, first, end, count, type);
    }

    /** Checks that elements from {@code first} to before {@code end} are in the array. */
    static void checkRange(
            Object buf, int offset, long first, long end, long count, Datatype type) {
        int length = ElementKind.length(buf);
        if (first < 0 || end > length || offset > length) {
            String array = buf.getClass().getSimpleName() + " of " + length;
            String items = count + " of " + type + " at offset " + offset;
            String range = count == 0 ? "" : " take elements " + first + " to " + (end - 1);
            throw MPIException.bad("MPI_ERR_BUFFER", items + range + "; the buffer is " + array);
        }
    }
}
