package mpi;

import mpi.OpenFile.Half;
import mpi.OpenFile.SplitAccess;

import org.strata.mca.io.IoAccess;
import org.strata.mca.io.IoFile;
import org.strata.mca.pml.PmlRequest;
import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayout;

import java.lang.ref.Reference;

/** Access to the data of files (MPI 3.1 §13.4). */
final class FileAccessCalls {
    /** Largest position in a file, in bytes: sums of it and of buffers' sizes stay positive. */
    private static final long MOST = 1L << 62;

    private FileAccessCalls() {}

    /** Accesses a file, and waits until the data are transferred. */
    static Status run(
            OpenFile file,
            String call,
            IoAccess access,
            long offset,
            Object buf,
            int count,
            Datatype type)
            throws MPIException {
        try (var _ = Observed.call(call)) {
            return begin(file, call, access, offset, buf, count, type).waitStatus(call);
        }
    }

    /** Begins an access whose buffer must not be on the heap. */
    static Request start(
            OpenFile file,
            String call,
            IoAccess access,
            long offset,
            Object buf,
            int count,
            Datatype type)
            throws MPIException {
        Checks.direct(buf);
        try (var _ = Observed.call(call)) {
            return begin(file, call, access, offset, buf, count, type);
        }
    }

    private static Request begin(
            OpenFile file,
            String call,
            IoAccess access,
            long offset,
            Object buf,
            int count,
            Datatype type)
            throws MPIException {
        IoFile io = FileCalls.opened(file, call);
        check(file, call, access, offset, count, type);
        DataLayout layout =
                access.writes()
                        ? Checks.readable(file.comm, call, buf, count, type)
                        : Checks.writable(file.comm, call, buf, count, type);
        Buf data = Buffers.wrap(new Buf(), buf, 0, count, layout);
        try {
            PmlRequest started = io.start(access, offset, data);
            Reference.reachabilityFence(buf);
            return new Request(file.comm, started, MPI.UNDEFINED);
        } catch (Error | RuntimeException e) {
            throw MpiRuntime.current().cutOff(e);
        }
    }

    // ---- Checks.

    private static void check(
            OpenFile file, String call, IoAccess access, long offset, int count, Datatype type)
            throws MPIException {
        if (!MpiRuntime.current().checks) {
            return;
        }
        Checks.elements(file.comm, call, count, type);
        checkMode(file, call, access);
        if (offset < 0 || tooFar(file, offset)) {
            String detail = "offset " + offset + " is negative or too large";
            throw Errors.raise(file.comm, MPI.ERR_ARG, call, detail);
        }
        long unit = file.io.view().etype().size();
        long bytes = count * type.layout().size();
        if (bytes % unit != 0) {
            String detail = bytes + " bytes are no multiple of the view's etype, which has " + unit;
            throw Errors.raise(file.comm, MPI.ERR_TYPE, call, detail);
        }
    }

    private static void checkMode(OpenFile file, String call, IoAccess access) throws MPIException {
        if (access.writes() && !file.io.mode().writes()) {
            String why = "the file is open for reading";
            throw Errors.raise(file.comm, MPI.ERR_READ_ONLY, call, why);
        }
        if (!access.writes() && !file.io.mode().reads()) {
            throw Errors.raise(file.comm, MPI.ERR_ACCESS, call, "the file is open for writing");
        }
        if (file.io.mode().sequential() && access.pointer() != IoAccess.Pointer.SHARED) {
            throw notSequential(file, call);
        }
    }

    /** Makes the error of a call that MODE_SEQUENTIAL excludes. */
    static MPIException notSequential(OpenFile file, String call) {
        String why = "the file was opened with MODE_SEQUENTIAL";
        return Errors.raise(file.comm, MPI.ERR_UNSUPPORTED_OPERATION, call, why);
    }

    /** Returns whether an offset of the view stands for a byte that no file has. */
    static boolean tooFar(OpenFile file, long offset) {
        DataLayout filetype = file.io.view().filetype();
        long unit = file.io.view().etype().size();
        long spread = filetype.size() == 0 ? 1 : Math.ceilDiv(filetype.extent(), filetype.size());
        return offset > MOST / unit / Math.max(1, spread);
    }

    // ---- Two halves.

    /** First half of a collective access. */
    static void begin(
            OpenFile file,
            Half half,
            IoAccess access,
            long offset,
            Object buf,
            int count,
            Datatype type)
            throws MPIException {
        FileCalls.opened(file, half.begin);
        if (file.split != null) {
            String detail = file.split.kind().begin + " was called without its other half";
            throw Errors.raise(file.comm, MPI.ERR_OTHER, half.begin, detail);
        }
        try (var _ = Observed.call(half.begin)) {
            Request request = begin(file, half.begin, access, offset, buf, count, type);
            file.split = new SplitAccess(half, buf, request);
        }
    }

    /** Second half of a collective access. */
    static Status end(OpenFile file, Half half, Object buf) throws MPIException {
        FileCalls.opened(file, half.end);
        SplitAccess begun = file.split;
        if (begun == null || begun.kind() != half) {
            String detail = half.begin + " was not called before";
            throw Errors.raise(file.comm, MPI.ERR_OTHER, half.end, detail);
        }
        if (begun.buf() != buf) {
            String detail = "the buffer is not the one of " + half.begin;
            throw Errors.raise(file.comm, MPI.ERR_BUFFER, half.end, detail);
        }
        file.split = null;
        return begun.request().waitStatus(half.end);
    }
}
