package mpi;

import org.strata.mca.pml.CommContext;
import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayout;

import java.nio.Buffer;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;

/**
 * Checks of the arguments that many calls share. Tier 1: each check is small enough to be inlined,
 * and the failing branch, which makes the message, is a method of its own.
 */
final class Checks {
    private Checks() {}

    /** Checks that MPI is running and that a communicator is not null; returns the runtime. */
    static MpiRuntime runtime(Communicator comm, String call) throws MPIException {
        MpiRuntime runtime = MpiRuntime.current();
        if (comm.isNull()) {
            throw Errors.raise(null, MPI.ERR_COMM, call, "the communicator is null or was freed");
        }
        return runtime;
    }

    /** Checks the same; returns the communicator's context in the stack. */
    static CommContext context(Communicator comm, String call) throws MPIException {
        runtime(comm, call);
        return comm.context();
    }

    /** Checks the same, and that {@code root} is a rank of the communicator. */
    static MpiRuntime root(Communicator comm, String call, int root) throws MPIException {
        MpiRuntime runtime = runtime(comm, call);
        int size = comm.context().size();
        if ((root < 0 || root >= size) && !namesNoRank(comm, root)) {
            String detail = "root " + root + " is not a rank of a communicator of " + size;
            throw Errors.raise(comm, MPI.ERR_ROOT, call, detail);
        }
        return runtime;
    }

    /** Returns whether a root is one of those of the root's group of an inter-communicator. */
    private static boolean namesNoRank(Communicator comm, int root) {
        return comm.isInter() && (root == MPI.ROOT || root == MPI.PROC_NULL);
    }

    /** Checks that a call on an inter-communicator has a send buffer. */
    static void notInPlace(Communicator comm, String call, Object sendbuf) throws MPIException {
        if (sendbuf == CollectiveBuffers.IN_PLACE && comm.isInter()) {
            String detail = "nothing is in place on an inter-communicator";
            throw Errors.raise(comm, MPI.ERR_ARG, call, detail);
        }
    }

    static void elements(Communicator comm, String call, long count, Datatype type)
            throws MPIException {
        if (count < 0 || type == null || !type.usable()) {
            throw badElements(comm, call, count, type);
        }
    }

    private static MPIException badElements(
            Communicator comm, String call, long count, Datatype type) {
        if (count < 0) {
            return Errors.raise(comm, MPI.ERR_COUNT, call, "count " + count + " is negative");
        }
        String state = type == null || type.isNull() ? "null or was freed" : "not committed";
        return Errors.raise(comm, MPI.ERR_TYPE, call, "the datatype is " + state);
    }

    /** Checks the arguments of a send, unless mpi_param_check is off. */
    static void send(
            MpiRuntime runtime,
            Communicator comm,
            String call,
            int count,
            Datatype type,
            int dest,
            int tag)
            throws MPIException {
        if (runtime.checks) {
            elements(comm, call, count, type);
            if (dest < 0 || dest >= comm.context().size()) {
                if (dest != MPI.PROC_NULL) {
                    throw badRank(comm, call, "destination", dest);
                }
            }
            if (tag < 0 || tag > runtime.maxTag) {
                throw badTag(runtime, comm, call, tag);
            }
        }
    }

    /** Checks the arguments of a receive, unless mpi_param_check is off. */
    static void receive(
            MpiRuntime runtime,
            Communicator comm,
            String call,
            int count,
            Datatype type,
            int source,
            int tag)
            throws MPIException {
        if (runtime.checks) {
            elements(comm, call, count, type);
            envelope(runtime, comm, call, source, tag);
        }
    }

    /** Checks the source and tag that a receive or probe selects messages by. */
    static void envelope(MpiRuntime runtime, Communicator comm, String call, int source, int tag)
            throws MPIException {
        if (source < 0 || source >= comm.context().size()) {
            if (source != MPI.ANY_SOURCE && source != MPI.PROC_NULL) {
                throw badRank(comm, call, "source", source);
            }
        }
        if ((tag < 0 && tag != MPI.ANY_TAG) || tag > runtime.maxTag) {
            throw badTag(runtime, comm, call, tag);
        }
    }

    private static MPIException badRank(Communicator comm, String call, String role, int rank) {
        String detail = role + " " + rank + " is not a rank of a communicator of ";
        return Errors.raise(comm, MPI.ERR_RANK, call, detail + comm.context().size());
    }

    private static MPIException badTag(
            MpiRuntime runtime, Communicator comm, String call, int tag) {
        String detail = "tag " + tag + " is not in 0.." + runtime.maxTag;
        return Errors.raise(comm, MPI.ERR_TAG, call, detail);
    }

    /**
     * Checks that a buffer holds the elements; returns their layout. mpi_param_check does not
     * switch this off: the layers below read and write the memory unchecked.
     */
    static DataLayout readable(
            Communicator comm, String call, Object buf, long count, Datatype type)
            throws MPIException {
        DataLayout layout = type.layout();
        if (!Buffers.holds(buf, layout, count)) {
            throw badBuffer(comm, call, buf, count, type);
        }
        return layout;
    }

    /** Checks the same, and that the library may write to the buffer. */
    static DataLayout writable(
            Communicator comm, String call, Object buf, long count, Datatype type)
            throws MPIException {
        DataLayout layout = readable(comm, call, buf, count, type);
        writable(comm, call, buf);
        return layout;
    }

    /**
     * Checks that an object is a buffer at all, where even one that no element is read from must
     * be: {@link #readable} accepts anything for no bytes.
     */
    static void buffer(Communicator comm, String call, Object buf) throws MPIException {
        if (!Buffers.isBuffer(buf)) {
            throw Errors.raise(comm, MPI.ERR_BUFFER, call, Buffers.describe(buf));
        }
    }

    /** Checks that the library may write to a buffer. */
    static void writable(Communicator comm, String call, Object buf) throws MPIException {
        if (!Buffers.writable(buf)) {
            throw Errors.raise(comm, MPI.ERR_BUFFER, call, "the receive buffer is read-only");
        }
    }

    /**
     * Checks that two buffers of a call, which hold their elements, do not overlap, unless
     * mpi_param_check is off.
     *
     * @param advice what to do instead, or ""
     */
    static void disjoint(
            MpiRuntime runtime,
            Communicator comm,
            String call,
            ElementBlock one,
            ElementBlock other,
            String advice)
            throws MPIException {
        if (runtime.checks && Buffers.overlap(one, other)) {
            String detail = "two buffers of the call overlap: " + Buffers.describe(one.buf());
            throw Errors.raise(comm, MPI.ERR_BUFFER, call, detail + advice);
        }
    }

    /** As above, for buffers whose addresses have been looked up. */
    static void disjoint(MpiRuntime runtime, Communicator comm, String call, Buf one, Buf other)
            throws MPIException {
        if (runtime.checks && Buffers.overlap(one, other)) {
            String detail = "two buffers of the call overlap: " + Buffers.describe(one.owner());
            throw Errors.raise(comm, MPI.ERR_BUFFER, call, detail);
        }
    }

    /** Checks that an argument which is no handle and no buffer is not null. */
    static void notNull(Communicator comm, String call, String what, Object value)
            throws MPIException {
        if (value == null) {
            throw Errors.raise(comm, MPI.ERR_ARG, call, "the " + what + " are null");
        }
    }

    private static MPIException badBuffer(
            Communicator comm, String call, Object buf, long count, Datatype type) {
        DataLayout layout = type.layout();
        String elements = count + " × " + type;
        long first = layout.touchedStart(count);
        String span = " bytes " + first + " to " + layout.touchedEnd(count);
        String detail = Buffers.describe(buf) + ", but " + elements + " take" + span;
        return Errors.raise(comm, MPI.ERR_BUFFER, call, detail + Buffers.adviceOn(buf, first));
    }

    /** Throws what Open MPI throws for an NIO buffer on the heap in a non-blocking call. */
    static void direct(Object buf) {
        if (isOnHeap(buf)) {
            throw notDirect("buffer", buf);
        }
    }

    /** Does the same for the two buffers of a call, with Open MPI's names for them. */
    static void direct(Object sendbuf, Object recvbuf) {
        if (isOnHeap(sendbuf)) {
            throw notDirect("send buffer", sendbuf);
        }
        if (isOnHeap(recvbuf)) {
            throw notDirect("recv. buffer", recvbuf);
        }
    }

    /** Returns the type of a buffer as programs name it: the classes of the JDK's are hidden. */
    private static String kind(Object buf) {
        return switch (buf) {
            case CharBuffer chars -> "CharBuffer";
            case ShortBuffer shorts -> "ShortBuffer";
            case IntBuffer ints -> "IntBuffer";
            case LongBuffer longs -> "LongBuffer";
            case FloatBuffer floats -> "FloatBuffer";
            case DoubleBuffer doubles -> "DoubleBuffer";
            default -> "ByteBuffer";
        };
    }

    private static boolean isOnHeap(Object buf) {
        return buf instanceof Buffer nio && !nio.isDirect();
    }

    /** Begins as Open MPI's message. */
    private static IllegalArgumentException notDirect(String name, Object buf) {
        String detail = "The " + name + " must be direct: MPI.new" + kind(buf) + "(n) makes one.";
        return UserFrames.only(new IllegalArgumentException(detail));
    }
}
