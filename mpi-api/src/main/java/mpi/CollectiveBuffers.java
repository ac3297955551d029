package mpi;

import org.strata.mca.coll.ReduceOp;
import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayout;

/**
 * Checks the buffers, counts and operations of collective calls, and converts them to those of the
 * stack.
 */
final class CollectiveBuffers {
    /** Stands for the buffer of a process's own elements where they lie in the other one. */
    static final Object IN_PLACE = new Object();

    private CollectiveBuffers() {}

    /**
     * Returns a buffer to read from; null for {@link #IN_PLACE}.
     *
     * @param count elements of one block, which is what the Buf counts
     * @param blocks blocks in the buffer
     */
    static Buf from(
            Communicator comm, String call, Object buf, long count, int blocks, Datatype type)
            throws MPIException {
        if (buf == IN_PLACE) {
            return null;
        }
        Checks.elements(comm, call, count, type);
        DataLayout layout = Checks.readable(comm, call, buf, count * blocks, type);
        return Buffers.wrap(new Buf(), buf, 0, count, layout);
    }

    /** Returns a buffer to write to, as {@code from} does. */
    static Buf into(
            Communicator comm, String call, Object buf, long count, int blocks, Datatype type)
            throws MPIException {
        Buf into = from(comm, call, buf, count, blocks, type);
        Checks.writable(comm, call, buf);
        return into;
    }

    /** Returns a buffer to read from, of one block. */
    static Buf from(Communicator comm, String call, Elements elements) throws MPIException {
        return from(comm, call, elements.buf(), elements.count(), 1, elements.type());
    }

    /** Returns a buffer to write to, of one block. */
    static Buf into(Communicator comm, String call, Elements elements) throws MPIException {
        return into(comm, call, elements.buf(), elements.count(), 1, elements.type());
    }

    /** Returns a buffer to read from, whose blocks have a count and a displacement each. */
    static Buf from(Communicator comm, String call, Blocks blocks) throws MPIException {
        int size = comm.context().size();
        requireOnePer(size, comm, call, "counts", blocks.counts(), MPI.ERR_COUNT);
        requireOnePer(size, comm, call, "displacements", blocks.displs(), MPI.ERR_ARG);
        for (int rank = 0; rank < size; rank++) {
            checkBlock(comm, call, blocks, rank);
        }
        return Buffers.wrap(new Buf(), blocks.buf(), 0, 0, blocks.type().layout());
    }

    /** Returns a buffer to write to, whose blocks have a count and a displacement each. */
    static Buf into(Communicator comm, String call, Blocks blocks) throws MPIException {
        Buf into = from(comm, call, blocks);
        Checks.writable(comm, call, blocks.buf());
        return into;
    }

    private static void checkBlock(Communicator comm, String call, Blocks blocks, int rank)
            throws MPIException {
        int count = blocks.counts()[rank];
        int displacement = blocks.displs()[rank];
        Datatype type = blocks.type();
        Checks.elements(comm, call, count, type);
        if (!Buffers.holds(blocks.buf(), type.layout(), displacement, count)) {
            String block = count + " × " + type + " at displacement " + displacement;
            String detail = Buffers.describe(blocks.buf()) + ", too few for " + block;
            long origin = Buffers.place(displacement, type.layout());
            String advice =
                    Buffers.adviceOn(blocks.buf(), origin + type.layout().touchedStart(count));
            String whose = " of rank " + rank;
            throw Errors.raise(comm, MPI.ERR_BUFFER, call, detail + whose + advice);
        }
    }

    private static void requireOnePer(
            int size, Communicator comm, String call, String what, int[] values, int errorClass)
            throws MPIException {
        if (values == null || values.length < size) {
            String given = values == null ? "no" : values.length + "";
            String detail = given + " " + what + " for " + size + " ranks";
            throw Errors.raise(comm, errorClass, call, detail);
        }
    }

    /**
     * Checks a block of elements.
     *
     * @param written whether the library writes to the block
     */
    static void checkBlock(Communicator comm, String call, ElementBlock block, boolean written)
            throws MPIException {
        Checks.elements(comm, call, block.count(), block.type());
        DataLayout layout = block.type().layout();
        long displacement = block.displacement();
        if (!Buffers.holdsAt(block.buf(), layout, displacement, block.count())) {
            String what = block.count() + " × " + block.type() + " at byte " + displacement;
            String detail = Buffers.describe(block.buf()) + ", too few for " + what;
            long first = displacement + layout.touchedStart(block.count());
            String advice = Buffers.adviceOn(block.buf(), first);
            throw Errors.raise(comm, MPI.ERR_BUFFER, call, detail + advice);
        }
        if (written) {
            Checks.writable(comm, call, block.buf());
        }
    }

    /** Returns the sum of the counts of all ranks of the own group. */
    static long sum(Communicator comm, String call, int[] counts) throws MPIException {
        int size = comm.context().group().size();
        requireOnePer(size, comm, call, "counts", counts, MPI.ERR_COUNT);
        long sum = 0;
        for (int rank = 0; rank < size; rank++) {
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
