package mpi;

import org.strata.mca.io.IoFailure;
import org.strata.mca.io.IoFile;
import org.strata.mca.io.OpenMode;

import java.util.Map;

/** Opening, closing and the properties of files (MPI 3.1 §13.2, §13.5 to §13.7). */
final class FileCalls {
    private FileCalls() {}

    // ---- Open, close, delete.

    static OpenFile open(Communicator parent, String path, int mode, Info info)
            throws MPIException {
        String call = "MPI_File_open";
        try (var _ = Observed.call(call)) {
            return open(parent, call, path, mode, info);
        }
    }

    private static OpenFile open(Communicator parent, String call, String path, int mode, Info info)
            throws MPIException {
        MpiRuntime runtime = MpiRuntime.current();
        checkComm(parent, call);
        checkName(path, call);
        Map<String, String> hints = Info.pairs(info, call);
        OpenMode how = new OpenMode(mode);
        String objection = how.objection();
        if (objection != null) {
            throw fail(MPI.ERR_AMODE, call, objection);
        }
        return runtime.whole(() -> open(runtime, parent, path, how, hints));
    }

    private static OpenFile open(
            MpiRuntime runtime,
            Communicator parent,
            String path,
            OpenMode how,
            Map<String, String> hints)
            throws MPIException {
        String call = "MPI_File_open";
        Communicator own = Communicator.ofFile(path);
        CreationCalls.create(parent, call, parent.procs(), own);
        own.setErrorHandler(MPI.ERRORS_RETURN);
        try {
            IoFile io = runtime.io().open(own.context(), path, how, hints);
            return new OpenFile(own, io);
        } catch (IoFailure e) {
            MPIException failure = failed(runtime, own, call, e);
            try (var _ = runtime.enter()) {
                own.close(runtime);
            }
            throw failure;
        }
    }

    private static void checkComm(Communicator parent, String call) throws MPIException {
        boolean none = parent == null || parent.isNull();
        if (none || LocalCalls.isInter(parent)) {
            String kind = none ? "null or was freed" : "an inter-communicator";
            throw fail(MPI.ERR_COMM, call, "the communicator is " + kind);
        }
    }

    private static MPIException fail(int errorClass, String call, String detail) {
        return Errors.raise(OpenFile.NO_FILE, errorClass, call, detail);
    }

    private static void checkName(String path, String call) throws MPIException {
        if (path == null) {
            throw fail(MPI.ERR_ARG, call, "the file name is null");
        }
    }

    static void close(OpenFile file) throws MPIException {
        String call = "MPI_File_close";
        IoFile io = opened(file, call);
        if (file.split != null) {
            String begun = file.split.kind().begin + " was called without its other half";
            throw Errors.raise(file.comm, MPI.ERR_OTHER, call, begun);
        }
        MpiRuntime runtime = MpiRuntime.current();
        runtime.whole(() -> {
            close(runtime, file, call, io);
            return null;
        });
    }

    private static void close(MpiRuntime runtime, OpenFile file, String call, IoFile io)
            throws MPIException {
        file.io = null;
        MPIException failure = null;
        try (var _ = Observed.call(call)) {
            io.close();
        } catch (IoFailure e) {
            failure = failed(runtime, file.comm, call, e);
        }
        try (var _ = runtime.enter()) {
            file.comm.close(runtime);
        }
        if (failure != null) {
            throw failure;
        }
    }

    static void delete(String path) throws MPIException {
        String call = "MPI_File_delete";
        MpiRuntime runtime = MpiRuntime.current();
        checkName(path, call);
        try {
            runtime.io().delete(path);
        } catch (IoFailure e) {
            throw failed(runtime, OpenFile.NO_FILE, call, e);
        } catch (Error | RuntimeException e) {
            throw runtime.cutOff(e);
        }
    }

    // ---- Shared by all calls on files.

    /** Returns the file in the stack; checks that MPI is running and that the file is open. */
    static IoFile opened(OpenFile file, String call) throws MPIException {
        MpiRuntime.current();
        IoFile io = file.io;
        if (io == null) {
            throw Errors.raise(file.comm, MPI.ERR_FILE, call, "the file was closed");
        }
        return io;
    }

    /** Makes the error of a call on a file. */
    static MPIException failed(MpiRuntime runtime, Communicator file, String call, IoFailure e) {
        return e.getMessage() == null || Errors.isOfPeer(e.rc())
                ? CollectiveResult.failed(runtime, file, call, e.rc())
                : Errors.raise(file, Errors.classOf(e.rc()), call, e.getMessage());
    }

    /** What a call asks of an open file. */
    @FunctionalInterface
    interface Operation<T> {
        T of(IoFile io) throws IoFailure;
    }

    /** Runs a call on an open file. */
    static <T> T run(OpenFile file, String call, Operation<T> operation) throws MPIException {
        IoFile io = opened(file, call);
        MpiRuntime runtime = MpiRuntime.current();
        try (var _ = Observed.call(call)) {
            return operation.of(io);
        } catch (IoFailure e) {
            throw failed(runtime, file.comm, call, e);
        } catch (Error | RuntimeException e) {
            throw runtime.cutOff(e);
        }
    }

    /** What a call does to an open file. */
    @FunctionalInterface
    interface Change {
        void to(IoFile io) throws IoFailure;
    }

    /** Runs a call on an open file. */
    static void change(OpenFile file, String call, Change change) throws MPIException {
        run(
                file,
                call,
                io -> {
                    change.to(io);
                    return null;
                });
    }

    // ---- Size, group, mode, hints.

    private static void checkSize(OpenFile file, String call, long size) throws MPIException {
        IoFile io = opened(file, call);
        if (size < 0) {
            throw Errors.raise(file.comm, MPI.ERR_ARG, call, "size " + size + " is negative");
        }
        if (!io.mode().writes()) {
            throw Errors.raise(file.comm, MPI.ERR_READ_ONLY, call, "the file is open for reading");
        }
        if (io.mode().sequential()) {
            String why = "the file was opened with MODE_SEQUENTIAL";
            throw Errors.raise(file.comm, MPI.ERR_UNSUPPORTED_OPERATION, call, why);
        }
    }

    static void setSize(OpenFile file, long size) throws MPIException {
        String call = "MPI_File_set_size";
        checkSize(file, call, size);
        change(file, call, io -> io.resize(size));
    }

    static void preallocate(OpenFile file, long size) throws MPIException {
        String call = "MPI_File_preallocate";
        checkSize(file, call, size);
        change(file, call, io -> io.preallocate(size));
    }

    static long size(OpenFile file) throws MPIException {
        return run(file, "MPI_File_get_size", IoFile::size);
    }

    static Group group(OpenFile file) throws MPIException {
        opened(file, "MPI_File_get_group");
        return LocalCalls.group(file.comm, "MPI_File_get_group");
    }

    static int mode(OpenFile file) throws MPIException {
        return run(file, "MPI_File_get_amode", io -> io.mode().bits());
    }

    static void setInfo(OpenFile file, Info info) throws MPIException {
        String call = "MPI_File_set_info";
        Map<String, String> hints = Info.pairs(info, call);
        change(file, call, io -> io.setHints(hints));
    }

    static Info info(OpenFile file) throws MPIException {
        return Info.of(run(file, "MPI_File_get_info", IoFile::hints));
    }

    // ---- Representation, consistency, errors.

    static int typeExtent(OpenFile file, Datatype type) throws MPIException {
        String call = "MPI_File_get_type_extent";
        opened(file, call);
        if (type == null || type.isNull()) {
            throw Errors.raise(file.comm, MPI.ERR_TYPE, call, "the datatype is null or was freed");
        }
        return type.getExtent();
    }

    static void setAtomicity(OpenFile file, boolean on) throws MPIException {
        change(file, "MPI_File_set_atomicity", io -> io.setAtomic(on));
    }

    static boolean atomicity(OpenFile file) throws MPIException {
        return run(file, "MPI_File_get_atomicity", IoFile::atomic);
    }

    static void sync(OpenFile file) throws MPIException {
        change(file, "MPI_File_sync", IoFile::sync);
    }

    static void setErrhandler(OpenFile file, Errhandler handler) throws MPIException {
        String call = "MPI_File_set_errhandler";
        opened(file, call);
        if (handler == null) {
            throw Errors.raise(file.comm, MPI.ERR_ARG, call, "the error handler is null");
        }
        file.comm.setErrorHandler(handler);
    }

    static Errhandler errhandler(OpenFile file) throws MPIException {
        opened(file, "MPI_File_get_errhandler");
        return file.comm.errorHandler();
    }
}
