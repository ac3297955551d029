package mpi;

import org.strata.mca.pml.CommContext;
import org.strata.mca.pml.PmlRequest;
import org.strata.opal.datatype.DataLayout;

import java.nio.Buffer;

/** State of a communicator, and the checks of arguments that its calls share. */
abstract class Communicator {
    private CommContext context;

    /** The context after a free, until nothing is under way on it. */
    private CommContext closed;

    private Errhandler errorHandler = MPI.ERRORS_ARE_FATAL;
    private int operations;

    /** Makes this communicator usable; the PML knows it or will before its first use. */
    final void open(CommContext opened) {
        context = opened;
    }

    /** Makes this communicator null; what is under way on it goes on. Inside the bracket. */
    final void close(Library library) {
        CommContext closing = context;
        context = null;
        if (operations == 0) {
            library.retire(closing);
        } else {
            closed = closing;
        }
    }

    /** A non-blocking operation on this communicator is under way. Inside the bracket. */
    final void operationBegins() {
        operations++;
    }

    /** One of them has ended. Inside the bracket. */
    final void operationEnds() {
        if (--operations == 0 && closed != null) {
            MPI.running().retire(closed);
            closed = null;
        }
    }

    /** Returns the number of non-blocking operations under way. Inside the bracket. */
    final int operations() {
        return operations;
    }

    /** Returns what the stack knows this communicator as; null for a null communicator. */
    final CommContext context() {
        return context;
    }

    /** Returns whether this is a null communicator. */
    final boolean isClosed() {
        return context == null;
    }

    final Errhandler errorHandler() {
        return errorHandler;
    }

    final void setErrorHandler(Errhandler handler) {
        errorHandler = handler;
    }

    /** Returns what names this communicator in messages. */
    abstract String label();

    /** Makes the user's request of the PML's; inside the bracket. */
    final Request began(Library library, PmlRequest pml, Object buf, int peer) {
        Request request = new Request(this, pml, buf, peer);
        if (!pml.isDone()) {
            library.active.add(request);
        }
        return request;
    }

    // ---- Checks. Tier 1: the failing branches are in methods of their own.

    /** Checks that MPI runs and this communicator is not null. */
    final Library library(String call) throws MPIException {
        Library library = MPI.library();
        if (context == null) {
            throw Errors.raise(null, MPI.ERR_COMM, call, "the communicator is null or was freed");
        }
        return library;
    }

    final void checkElements(String call, int count, Datatype type) throws MPIException {
        if (count < 0 || type == null || !type.usable()) {
            throw badElements(call, count, type);
        }
    }

    private MPIException badElements(String call, int count, Datatype type) {
        if (count < 0) {
            return Errors.raise(this, MPI.ERR_COUNT, call, "count " + count + " is negative");
        }
        String state = type == null || type.isNull() ? "null or was freed" : "not committed";
        return Errors.raise(this, MPI.ERR_TYPE, call, "the datatype is " + state);
    }

    final void checkSend(Library library, String call, int count, Datatype type, int dest, int tag)
            throws MPIException {
        if (library.checks) {
            checkElements(call, count, type);
            if (dest < 0 || dest >= context.size()) {
                if (dest != MPI.PROC_NULL) {
                    throw badRank(call, "destination", dest);
                }
            }
            if (tag < 0 || tag > library.maxTag) {
                throw badTag(library, call, tag);
            }
        }
    }

    final void checkReceive(
            Library library, String call, int count, Datatype type, int source, int tag)
            throws MPIException {
        if (library.checks) {
            checkElements(call, count, type);
            checkSource(library, call, source, tag);
        }
    }

    /** Checks the arguments that select messages. */
    final void checkSource(Library library, String call, int source, int tag) throws MPIException {
        if (source < 0 || source >= context.size()) {
            if (source != MPI.ANY_SOURCE && source != MPI.PROC_NULL) {
                throw badRank(call, "source", source);
            }
        }
        if ((tag < 0 && tag != MPI.ANY_TAG) || tag > library.maxTag) {
            throw badTag(library, call, tag);
        }
    }

    private MPIException badRank(String call, String role, int rank) {
        String detail = role + " " + rank + " is not a rank of a communicator of ";
        return Errors.raise(this, MPI.ERR_RANK, call, detail + context.size());
    }

    private MPIException badTag(Library library, String call, int tag) {
        String detail = "tag " + tag + " is not in 0.." + library.maxTag;
        return Errors.raise(this, MPI.ERR_TAG, call, detail);
    }

    /**
     * Checks that a buffer holds the elements; returns their shape. Always on: memory is at stake.
     */
    final DataLayout readable(String call, Object buf, long count, Datatype type)
            throws MPIException {
        DataLayout layout = type.layout();
        if (!Buffers.holds(buf, layout, count)) {
            throw badBuffer(call, buf, count, type);
        }
        return layout;
    }

    /** As {@link #readable}, and the library may write to the buffer. */
    final DataLayout writable(String call, Object buf, long count, Datatype type)
            throws MPIException {
        DataLayout layout = readable(call, buf, count, type);
        if (!Buffers.writable(buf)) {
            throw Errors.raise(this, MPI.ERR_BUFFER, call, "the receive buffer is read-only");
        }
        return layout;
    }

    private MPIException badBuffer(String call, Object buf, long count, Datatype type) {
        DataLayout layout = type.layout();
        String elements = count + " × " + type;
        String span = " bytes " + layout.touchedStart(count) + " to " + layout.touchedEnd(count);
        String detail = Buffers.describe(buf) + ", but " + elements + " take" + span;
        return Errors.raise(this, MPI.ERR_BUFFER, call, detail);
    }

    /** Throws what Open MPI throws for a buffer on the heap in a non-blocking call. */
    static void requireDirect(Object buf) {
        if (buf instanceof Buffer nio && !nio.isDirect()) {
            throw new IllegalArgumentException("The buffer must be direct.");
        }
    }
}
