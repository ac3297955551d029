package mpi;

import org.strata.mca.coll.ReduceOp;
import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayout;

/** Checks the buffers, counts and operations of collective calls, and makes the stack's of them. */
final class CollectiveBuffers {
    private CollectiveBuffers() {}

    /**
     * Returns a buffer to read from.
     *
     * @param count elements of one block, which is what the Buf counts
     * @param blocks blocks in the buffer
     */
    static Buf from(
            Communicator comm, String call, Object buf, long count, int blocks, Datatype type)
            throws MPIException {
        Checks.elements(comm, call, count, type);
        DataLayout layout = Checks.readable(comm, call, buf, count * blocks, type);
        return Buffers.wrap(new Buf(), buf, 0, count, layout);
    }

    /** Returns a buffer to write to, as {@code from} does. */
    static Buf into(
            Communicator comm, String call, Object buf, long count, int blocks, Datatype type)
            throws MPIException {
        Checks.elements(comm, call, count, type);
        DataLayout layout = Checks.writable(comm, call, buf, count * blocks, type);
        return Buffers.wrap(new Buf(), buf, 0, count, layout);
    }

    /** Returns a buffer to read from, whose blocks have a count and a displacement each. */
    static Buf from(
            Communicator comm, String call, Object buf, int[] counts, int[] displs, Datatype type)
            throws MPIException {
        checkBlocks(comm, call, buf, counts, displs, type);
        return Buffers.wrap(new Buf(), buf, 0, 0, type.layout());
    }

    /** Returns a buffer to write to, whose blocks have a count and a displacement each. */
    static Buf into(
            Communicator comm, String call, Object buf, int[] counts, int[] displs, Datatype type)
            throws MPIException {
        checkBlocks(comm, call, buf, counts, displs, type);
        Checks.writable(comm, call, buf, 0, type);
        return Buffers.wrap(new Buf(), buf, 0, 0, type.layout());
    }

    private static void checkBlocks(
            Communicator comm, String call, Object buf, int[] counts, int[] displs, Datatype type)
            throws MPIException {
        int size = comm.context().size();
        requireOnePerRank(comm, call, "counts", counts, MPI.ERR_COUNT);
        requireOnePerRank(comm, call, "displacements", displs, MPI.ERR_ARG);
        for (int rank = 0; rank < size; rank++) {
            Checks.elements(comm, call, counts[rank], type);
            if (!Buffers.holds(buf, type.layout(), displs[rank], counts[rank])) {
                String block = counts[rank] + " × " + type + " at displacement " + displs[rank];
                String detail =
                        Buffers.describe(buf) + ", too few for " + block + " of rank " + rank;
                long origin = Buffers.place(displs[rank], type.layout());
                long first = origin + type.layout().touchedStart(counts[rank]);
                throw Errors.raise(
                        comm, MPI.ERR_BUFFER, call, detail + Buffers.adviceOn(buf, first));
            }
        }
    }

    private static void requireOnePerRank(
            Communicator comm, String call, String what, int[] values, int errorClass)
            throws MPIException {
        int size = comm.context().size();
        if (values == null || values.length < size) {
            String given = values == null ? "no" : values.length + "";
            String detail = given + " " + what + " for " + size + " ranks";
            throw Errors.raise(comm, errorClass, call, detail);
        }
    }

    /**
     * Checks a block of elements whose first one's origin is at a byte of a buffer.
     *
     * @param written whether the library writes to the block
     */
    static void checkBlock(
            Communicator comm,
            String call,
            Object buf,
            long displacement,
            int count,
            Datatype type,
            boolean written)
            throws MPIException {
        Checks.elements(comm, call, count, type);
        if (!Buffers.holdsAt(buf, type.layout(), displacement, count)) {
            String block = count + " × " + type + " at byte " + displacement;
            String detail = Buffers.describe(buf) + ", too few for " + block;
            long first = displacement + type.layout().touchedStart(count);
            throw Errors.raise(comm, MPI.ERR_BUFFER, call, detail + Buffers.adviceOn(buf, first));
        }
        if (written) {
            Checks.writable(comm, call, buf, 0, type);
        }
    }

    /** Returns the sum of the counts of all ranks. */
    static long sum(Communicator comm, String call, int[] counts) throws MPIException {
        requireOnePerRank(comm, call, "counts", counts, MPI.ERR_COUNT);
        long sum = 0;
        for (int rank = 0; rank < comm.context().size(); rank++) {
            if (counts[rank] < 0) {
                String detail = "count " + counts[rank] + " of rank " + rank + " is negative";
                throw Errors.raise(comm, MPI.ERR_COUNT, call, detail);
            }
            sum += counts[rank];
        }
        return sum;
    }

    /** Returns the reduction of a datatype's elements by an operation. */
    static ReduceOp operation(Communicator comm, String call, Op op, Datatype type)
            throws MPIException {
        if (op == null || op.isNull()) {
            throw Errors.raise(comm, MPI.ERR_OP, call, "the operation is null");
        }
        ReduceOp operation = op.on(type);
        if (operation == null) {
            String detail = op + " is not defined on " + type;
            throw Errors.raise(comm, MPI.ERR_OP, call, detail);
        }
        if (operation instanceof UserReduction user && !user.fits()) {
            String detail = "one " + type + " reaches over more bytes than a buffer can have";
            throw Errors.raise(comm, MPI.ERR_TYPE, call, detail);
        }
        return operation;
    }
}
