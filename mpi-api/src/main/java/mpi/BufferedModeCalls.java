package mpi;

import org.strata.opal.Rc;

/** The buffer of buffered sends (MPI 3.1 §3.6). */
final class BufferedModeCalls {
    private BufferedModeCalls() {}

    static void attach(byte[] buffer) throws MPIException {
        String call = "MPI_Buffer_attach";
        MpiRuntime runtime = MpiRuntime.current();
        if (buffer == null || runtime.attached != null) {
            String why = buffer == null ? "the buffer is null" : "a buffer is attached already";
            throw Errors.raise(null, MPI.ERR_BUFFER, call, why);
        }
        int rc;
        try (var _ = runtime.enter()) {
            rc = runtime.pml.attachBuffer(buffer.length);
            runtime.attached = rc == Rc.OK ? buffer : null;
        } catch (Error | RuntimeException e) {
            throw runtime.cutOff(e);
        }
        if (rc != Rc.OK) {
            throw Errors.fail(Communicator.WORLD, rc, call, MPI.ANY_SOURCE, null);
        }
    }

    /** Waits until all buffered messages have been sent; returns the attached buffer. */
    static byte[] detach() throws MPIException {
        String call = "MPI_Buffer_detach";
        MpiRuntime runtime = MpiRuntime.current();
        if (runtime.attached == null) {
            throw Errors.raise(null, MPI.ERR_BUFFER, call, "no buffer is attached");
        }
        byte[] buffer = runtime.attached;
        int rc;
        try (var _ = runtime.enter()) {
            rc = runtime.pml.detachBuffer();
            runtime.attached = null;
        } catch (Error | RuntimeException e) {
            throw runtime.cutOff(e);
        }
        if (rc != Rc.OK) {
            throw Errors.fail(Communicator.WORLD, rc, call, MPI.ANY_SOURCE, null);
        }
        return buffer;
    }

    /** Returns the reason why a buffered send found no room. */
    static String shortage(MpiRuntime runtime) {
        return runtime.attached == null
                ? "no buffer is attached"
                : "no room in the attached " + runtime.attached.length + " bytes";
    }
}
