package mpi;

import org.strata.mca.coll.ReduceOp;
import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayout;

import java.lang.reflect.Array;

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
        return wrap(comm, call, buf, count, blocks, type, false);
    }

    private static Buf wrap(
            Communicator comm,
            String call,
            Object buf,
            long count,
            int blocks,
            Datatype type,
            boolean written)
            throws MPIException {
        if (buf == IN_PLACE) {
            return null;
        }
        Checks.elements(comm, call, count, type);
        DataLayout layout = Checks.readable(comm, call, buf, count * blocks, type);
        if (Observed.ON) {
            Observed.operand(count * blocks * layout.size(), written);
        }
        return Buffers.wrap(new Buf(), buf, 0, count, layout);
    }

    /** Returns a buffer to write to, as {@code from} does. */
    static Buf into(
            Communicator comm, String call, Object buf, long count, int blocks, Datatype type)
            throws MPIException {
        Buf into = wrap(comm, call, buf, count, blocks, type, true);
        Checks.writable(comm, call, buf);
        return into;
    }

    /** Returns blocks of so many elements each, which lie one after another. */
    static ElementBlock blocks(Object buf, int count, int blocks, Datatype type) {
        int all = (int) Math.min((long) count * blocks, Integer.MAX_VALUE);
        return new ElementBlock(buf, 0, all, type);
    }

    /** Checks that what a process sends and what it receives do not overlap. */
    static void disjoint(
            MpiRuntime runtime, Communicator comm, String call, ElementBlock a, ElementBlock b)
            throws MPIException {
        if (a.buf() != IN_PLACE && b.buf() != IN_PLACE) {
            String advice = "; the form of the call with one buffer works in place";
            Checks.disjoint(runtime, comm, call, a, b, advice);
        }
    }

    /** Checks that a process's own elements do not overlap the blocks of all processes. */
    static void disjoint(
            MpiRuntime runtime, Communicator comm, String call, Elements own, Blocks all)
            throws MPIException {
        ElementBlock one = blocks(own.buf(), own.count(), 1, own.type());
        for (int rank = 0; rank < comm.context().size(); rank++) {
            disjoint(runtime, comm, call, one, block(all, rank));
        }
    }

    /** Checks that what a process sends to a rank and receives from it do not overlap. */
    static void disjoint(
            MpiRuntime runtime, Communicator comm, String call, Blocks send, Blocks receive)
            throws MPIException {
        for (int rank = 0; rank < comm.context().size(); rank++) {
            disjoint(runtime, comm, call, block(send, rank), block(receive, rank));
        }
    }

    private static ElementBlock block(Blocks blocks, int rank) {
        Datatype type = blocks.type();
        long displacement = Buffers.place(blocks.displs()[rank], type.layout());
        return new ElementBlock(blocks.buf(), displacement, blocks.counts()[rank], type);
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
        return wrap(comm, call, blocks, false);
    }

    private static Buf wrap(Communicator comm, String call, Blocks blocks, boolean written)
            throws MPIException {
        int size = comm.context().size();
        requireCounts(size, "ranks", comm, call, blocks.counts());
        requireOnePer(size, "ranks", comm, call, "displacements", blocks.displs());
        for (int rank = 0; rank < size; rank++) {
            checkBlock(comm, call, blocks, rank, written);
        }
        return Buffers.wrap(new Buf(), blocks.buf(), 0, 0, blocks.type().layout());
    }

    /** Returns a buffer to write to, whose blocks have a count and a displacement each. */
    static Buf into(Communicator comm, String call, Blocks blocks) throws MPIException {
        Buf into = wrap(comm, call, blocks, true);
        Checks.writable(comm, call, blocks.buf());
        return into;
    }

    private static void checkBlock(
            Communicator comm, String call, Blocks blocks, int rank, boolean written)
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
        if (Observed.ON) {
            Observed.operand(count * type.layout().size(), written);
        }
    }

    /** Checks that there is a count for each of the ranks, or of the neighbours. */
    static void requireCounts(int size, String whom, Communicator comm, String call, int[] counts)
            throws MPIException {
        if (counts == null || counts.length < size) {
            String given = counts == null ? "no" : counts.length + "";
            String detail = given + " counts for " + size + " " + whom;
            throw Errors.raise(comm, MPI.ERR_COUNT, call, detail);
        }
    }

    /**
     * Checks that there is a displacement or a datatype for each of the ranks, or the neighbours.
     *
     * @param values an array, or null
     */
    static void requireOnePer(
            int size, String whom, Communicator comm, String call, String what, Object values)
            throws MPIException {
        int given = values == null ? 0 : Array.getLength(values);
        if (given < size) {
            String number = values == null ? "no" : given + "";
            String detail = number + " " + what + " for " + size + " " + whom;
            throw Errors.raise(comm, MPI.ERR_ARG, call, detail);
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
        if (Observed.ON) {
            Observed.operand(block.count() * layout.size(), written);
        }
    }

    /** Returns the sum of the counts of all ranks of the own group. */
    static long sum(Communicator comm, String call, int[] counts) throws MPIException {
        int size = comm.context().group().size();
        requireCounts(size, "ranks", comm, call, counts);
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
