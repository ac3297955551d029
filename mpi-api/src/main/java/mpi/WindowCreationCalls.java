package mpi;

import org.strata.mca.osc.OscRequest;
import org.strata.mca.osc.OscRequest.Flavor;
import org.strata.mca.osc.OscWindow;
import org.strata.mca.pml.CommContext;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayouts;

import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Map;

/** Making and freeing windows (MPI 3.1 §11.2). */
final class WindowCreationCalls {
    /** What the members exchange: size, unit. */
    private static final int WORDS = 2;

    private WindowCreationCalls() {}

    /** Makes a window over memory of the program. */
    static MpiWindow create(
            Communicator parent, Buffer base, int size, int dispUnit, Map<String, String> hints)
            throws MPIException {
        String call = "MPI_Win_create";
        Checks.direct(base);
        Checks.runtime(parent, call);
        checkSizes(parent, call, size, dispUnit);
        if (base == null && size > 0) {
            throw Errors.raise(parent, MPI.ERR_BASE, call, "the base is null, the size " + size);
        }
        int unit = Buffers.unit(base);
        BaseMemory memory = new BaseMemory(base, (long) size * unit, dispUnit * unit);
        return open(parent, call, Flavor.CREATE, memory, hints);
    }

    /**
     * Makes a window over memory of the library, or over {@code base} if that is long enough: a
     * program has no other way to its own memory in Open MPI's API.
     */
    static MpiWindow allocate(
            Communicator parent,
            Buffer base,
            int size,
            int dispUnit,
            boolean shared,
            Map<String, String> hints)
            throws MPIException {
        String call = shared ? "MPI_Win_allocate_shared" : "MPI_Win_allocate";
        Checks.direct(base);
        MpiRuntime runtime = Checks.runtime(parent, call);
        checkSizes(parent, call, size, dispUnit);
        int unit = Buffers.unit(base);
        long bytes = (long) size * unit;
        if (shared) {
            BaseMemory memory = new BaseMemory(null, bytes, dispUnit * unit);
            return open(parent, call, Flavor.SHARED, memory, hints);
        }
        Buffer own = base != null && base.capacity() >= size ? base : memory(runtime, bytes);
        if (own == null) {
            String most = "; a buffer has at most " + SharedBuffers.LONGEST;
            String detail = bytes + " bytes" + (bytes > SharedBuffers.LONGEST ? most : "");
            throw Errors.raise(parent, MPI.ERR_NO_MEM, call, detail);
        }
        BaseMemory memory = new BaseMemory(own, bytes, dispUnit * unit);
        return open(parent, call, Flavor.CREATE, memory, hints);
    }

    /** Makes a window without memory, which is attached later. */
    static MpiWindow dynamic(Communicator parent, Map<String, String> hints) throws MPIException {
        String call = "MPI_Win_create_dynamic";
        Checks.runtime(parent, call);
        return open(parent, call, Flavor.DYNAMIC, new BaseMemory(null, 0, 1), hints);
    }

    /**
     * A member's memory.
     *
     * @param buffer its memory; null for none, or a component's
     * @param bytes its size, as the program says
     * @param unit bytes of a displacement of 1
     */
    private record BaseMemory(Buffer buffer, long bytes, int unit) {
        /** Returns the bytes that may be accessed: the size may be larger than the memory. */
        long accessible() {
            return buffer == null ? bytes : Math.min(bytes, Buffers.bytesAfter(buffer));
        }

        long address() {
            return buffer == null ? 0 : Buffers.offset(buffer);
        }
    }

    /** Returns new memory; null if no buffer can have as much, or the JVM has none left. */
    private static ByteBuffer memory(MpiRuntime runtime, long bytes) {
        if (bytes > SharedBuffers.LONGEST) {
            return null;
        }
        ByteBuffer pooled = runtime.buffers.allocate((int) bytes);
        try {
            ByteBuffer memory = pooled == null ? ByteBuffer.allocateDirect((int) bytes) : pooled;
            return memory.order(ByteOrder.nativeOrder());
        } catch (OutOfMemoryError e) {
            return null;
        }
    }

    private static void checkSizes(Communicator parent, String call, int size, int dispUnit)
            throws MPIException {
        if (size < 0) {
            throw Errors.raise(parent, MPI.ERR_SIZE, call, "size " + size + " is negative");
        }
        if (dispUnit <= 0) {
            String detail = "displacement unit " + dispUnit + " is not positive";
            throw Errors.raise(parent, MPI.ERR_DISP, call, detail);
        }
    }

    private static MpiWindow open(
            Communicator parent,
            String call,
            Flavor flavor,
            BaseMemory memory,
            Map<String, String> hints)
            throws MPIException {
        MpiRuntime runtime = MpiRuntime.current();
        return runtime.whole(() -> agreed(runtime, parent, call, flavor, memory, hints));
    }

    private static MpiWindow agreed(
            MpiRuntime runtime,
            Communicator parent,
            String call,
            Flavor flavor,
            BaseMemory memory,
            Map<String, String> hints)
            throws MPIException {
        Communicator own = Communicator.ofWindow();
        CreationCalls.create(parent, call, parent.procs(), own);
        own.setErrorHandler(Errhandler.FATAL);
        CommContext comm = own.context();
        long[] words = new long[WORDS * comm.size()];
        long accessible = memory.accessible();
        int rc;
        OscWindow osc = null;
        try (var _ = runtime.enter()) {
            rc = exchange(runtime, comm, new long[] {accessible, memory.unit()}, words);
            if (rc == Rc.OK) {
                osc =
                        runtime.windows()
                                .open(
                                        new OscRequest(
                                                flavor,
                                                comm,
                                                runtime.ownPml(),
                                                runtime.ownColl(),
                                                memory.address(),
                                                accessible,
                                                memory.unit()));
            }
        }
        if (rc != Rc.OK) {
            // There is no window yet: the error is the communicator's, whose handler decides.
            abandon(runtime, own);
            throw CollectiveResult.failed(runtime, parent, call, rc);
        }
        if (osc == null) {
            throw unserved(runtime, parent, own, call, flavor);
        }
        MpiWindow.Extents extents = extents(words);
        return new MpiWindow(own, flavor, extents, memory.bytes(), hints, osc, memory.buffer());
    }

    private static int exchange(MpiRuntime runtime, CommContext comm, long[] mine, long[] all) {
        Buf send = new Buf(mine, 0, WORDS, DataLayouts.basic(Long.BYTES, Long.BYTES));
        Buf receive = new Buf(all, 0, WORDS, send.layout());
        return runtime.coll.allgather(send, receive, comm);
    }

    private static MpiWindow.Extents extents(long[] words) {
        long[] bytes = new long[words.length / WORDS];
        int[] units = new int[bytes.length];
        for (int member = 0; member < bytes.length; member++) {
            bytes[member] = words[WORDS * member];
            units[member] = (int) words[WORDS * member + 1];
        }
        return new MpiWindow.Extents(bytes, units);
    }

    private static void abandon(MpiRuntime runtime, Communicator own) {
        try (var _ = runtime.enter()) {
            own.close(runtime);
        }
    }

    private static MPIException unserved(
            MpiRuntime runtime, Communicator parent, Communicator own, String call, Flavor flavor) {
        abandon(runtime, own);
        if (flavor == Flavor.SHARED) {
            String detail =
                    "the processes do not share memory, or there is no room for it"
                            + " (mpool_shared_backing_directory), or osc shm is not selected";
            return Errors.raise(parent, ErrorTexts.RMA_SHARED, call, detail);
        }
        String detail = "no selected component of osc serves such a window";
        return Errors.raise(parent, MPI.ERR_UNSUPPORTED_OPERATION, call, detail);
    }

    /** Frees a window; collective. */
    static void free(MpiWindow window) throws MPIException {
        String call = "MPI_Win_free";
        MpiRuntime runtime = WindowChecks.runtime(window, call);
        int rc;
        try (var _ = runtime.enter()) {
            WindowChecks.epoch(window, call, window.epochs.free());
            rc = window.osc().flushAll();
            int arrived = runtime.coll.barrier(window.comm.context());
            rc = rc == Rc.OK ? arrived : rc;
            if (rc == Rc.OK) {
                window.close(runtime);
            }
        } catch (Error | RuntimeException e) {
            throw runtime.cutOff(e);
        }
        if (rc != Rc.OK) {
            window.finish(call, rc, MPI.ANY_SOURCE);
        }
    }
}
