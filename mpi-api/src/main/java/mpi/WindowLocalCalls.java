package mpi;

import org.strata.mca.pml.CommContext;

import java.lang.foreign.MemorySegment;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Map;

/** Calls on a window that do not communicate: memory, group, attributes, names, hints, errors. */
final class WindowLocalCalls {
    private WindowLocalCalls() {}

    // ---- Memory.

    /** Attaches memory to a dynamic window; returns its displacement. */
    static int attach(MpiWindow window, Buffer base, int size) throws MPIException {
        String call = "MPI_Win_attach";
        MpiRuntime runtime = dynamic(window, base, call);
        long bytes = (long) size * Buffers.unit(base);
        if (size < 0 || bytes > Buffers.bytesAfter(base)) {
            String detail = "size " + size + ": " + Buffers.describe(base);
            throw Errors.raise(window.comm, MPI.ERR_SIZE, call, detail);
        }
        long place;
        try (var _ = runtime.enter()) {
            place = window.osc().attach(Buffers.offset(base), bytes, base);
        } catch (Error | RuntimeException e) {
            throw runtime.cutOff(e);
        }
        if (place < 0 || place > Integer.MAX_VALUE - bytes) {
            String detail =
                    place < 0
                            ? "a part of the memory is attached already"
                            : "displacements are ints: no more than 2 GiB can be attached";
            throw Errors.raise(window.comm, ErrorTexts.RMA_ATTACH, call, detail);
        }
        return (int) place;
    }

    static void detach(MpiWindow window, Buffer base) throws MPIException {
        String call = "MPI_Win_detach";
        MpiRuntime runtime = dynamic(window, base, call);
        boolean found;
        try (var _ = runtime.enter()) {
            found = window.osc().detach(Buffers.offset(base));
        } catch (Error | RuntimeException e) {
            throw runtime.cutOff(e);
        }
        if (!found) {
            String detail = "no memory is attached that begins there";
            throw Errors.raise(window.comm, MPI.ERR_BASE, call, detail);
        }
    }

    private static MpiRuntime dynamic(MpiWindow window, Buffer base, String call)
            throws MPIException {
        Checks.direct(base);
        MpiRuntime runtime = WindowChecks.runtime(window, call);
        if (!window.isDynamic()) {
            String detail = "the window was not made dynamic";
            throw Errors.raise(window.comm, ErrorTexts.RMA_FLAVOR, call, detail);
        }
        if (base == null) {
            throw Errors.raise(window.comm, MPI.ERR_BASE, call, "the base is null");
        }
        return runtime;
    }

    /** Returns a member's memory as a buffer; {@code PROC_NULL}: all memory of a shared window. */
    static ByteBuffer sharedQuery(MpiWindow window, int rank) throws MPIException {
        String call = "MPI_Win_shared_query";
        MpiRuntime runtime = WindowChecks.runtime(window, call);
        if (rank != MPI.PROC_NULL) {
            WindowChecks.rank(window, call, rank);
        }
        if (rank == window.rank() && window.memory() != null) {
            ByteBuffer own = window.memory().duplicate().clear();
            return own.slice().order(ByteOrder.nativeOrder());
        }
        MemorySegment memory;
        try (var _ = runtime.enter()) {
            boolean known = rank != MPI.PROC_NULL || window.isShared();
            memory = known ? window.osc().memoryOf(rank == MPI.PROC_NULL ? -1 : rank) : null;
        } catch (Error | RuntimeException e) {
            throw runtime.cutOff(e);
        }
        if (memory == null || memory.byteSize() > SharedBuffers.LONGEST) {
            String detail =
                    memory == null
                            ? "the memory of rank " + rank + " is not mapped in this process"
                            : "a buffer has at most " + SharedBuffers.LONGEST + " bytes";
            throw Errors.raise(window.comm, ErrorTexts.RMA_FLAVOR, call, detail);
        }
        return memory.asByteBuffer().order(ByteOrder.nativeOrder());
    }

    // ---- Group, name, hints.

    static Group group(MpiWindow window) throws MPIException {
        WindowChecks.runtime(window, "MPI_Win_get_group");
        CommContext context = window.comm.context();
        int[] members = new int[context.size()];
        for (int rank = 0; rank < members.length; rank++) {
            members[rank] = context.peer(rank).rank();
        }
        return new Group(members);
    }

    static String name(MpiWindow window) throws MPIException {
        WindowChecks.runtime(window, "MPI_Win_get_name");
        return window.comm.name();
    }

    static void setName(MpiWindow window, String name) throws MPIException {
        String call = "MPI_Win_set_name";
        WindowChecks.runtime(window, call);
        window.comm.setName(Errors.objectName(window.comm, name, call));
    }

    static Map<String, String> hints(MpiWindow window) throws MPIException {
        WindowChecks.runtime(window, "MPI_Win_get_info");
        return window.hints();
    }

    static void setHints(MpiWindow window, Map<String, String> hints) throws MPIException {
        WindowChecks.runtime(window, "MPI_Win_set_info");
        window.setHints(hints);
    }

    // ---- Attributes.

    static void setAttr(MpiWindow window, int keyval, Object value) throws MPIException {
        String call = "MPI_Win_set_attr";
        WindowChecks.runtime(window, call);
        Keyval.require(window.comm, Keyval.Kind.WINDOW, keyval, call);
        window.comm.attributes().set(keyval, value);
    }

    /** Returns a predefined attribute, a copy of one of the program's, or null. */
    static Object attr(MpiWindow window, int keyval) throws MPIException {
        String call = "MPI_Win_get_attr";
        WindowChecks.runtime(window, call);
        if (keyval == MPI.WIN_BASE) {
            return window.address();
        } else if (keyval == MPI.WIN_SIZE) {
            return (int) window.declaredBytes();
        } else if (keyval == MPI.WIN_DISP_UNIT) {
            return window.unit(window.rank());
        }
        Keyval.require(window.comm, Keyval.Kind.WINDOW, keyval, call);
        return window.comm.attributes().get(keyval);
    }

    static void deleteAttr(MpiWindow window, int keyval) throws MPIException {
        String call = "MPI_Win_delete_attr";
        WindowChecks.runtime(window, call);
        Keyval.require(window.comm, Keyval.Kind.WINDOW, keyval, call);
        window.comm.attributes().delete(keyval);
    }

    // ---- Errors.

    static void setErrhandler(MpiWindow window, Errhandler errhandler) throws MPIException {
        String call = "MPI_Win_set_errhandler";
        WindowChecks.runtime(window, call);
        if (errhandler == null) {
            throw Errors.raise(window.comm, MPI.ERR_ARG, call, "the error handler is null");
        }
        window.comm.setErrorHandler(errhandler);
    }

    static Errhandler errhandler(MpiWindow window) throws MPIException {
        WindowChecks.runtime(window, "MPI_Win_get_errhandler");
        return window.comm.errorHandler();
    }

    @SuppressWarnings("ThrowableNotThrown") // With ERRORS_RETURN the error is ignored here.
    static void callErrhandler(MpiWindow window, int errorCode) throws MPIException {
        String call = "MPI_Win_call_errhandler";
        if (window.comm.errorHandler().kind != Errhandler.Kind.RETURN) {
            WindowChecks.runtime(window, call);
            Errors.raise(window.comm, errorCode, call, "raised by the program");
        }
    }
}
