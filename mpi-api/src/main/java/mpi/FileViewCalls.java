package mpi;

import org.strata.mca.io.IoFailure;
import org.strata.mca.io.IoFile;
import org.strata.mca.io.IoView;
import org.strata.opal.datatype.DataLayout;

import java.util.Map;

/** Views and file pointers (MPI 3.1 §13.3, §13.4). */
final class FileViewCalls {
    /** Longest name of a data representation. */
    private static final int MAX_NAME = 128;

    private FileViewCalls() {}

    // ---- Views.

    static void set(
            OpenFile file, long disp, Datatype etype, Datatype filetype, String datarep, Info info)
            throws MPIException {
        String call = "MPI_File_set_view";
        IoFile io = FileCalls.opened(file, call);
        check(file, call, "etype", etype);
        check(file, call, "filetype", filetype);
        boolean external = isExternal(file, call, datarep);
        boolean current = disp == MPI.DISPLACEMENT_CURRENT && io.mode().sequential();
        if (disp < 0 && !current) {
            throw fail(file, call, "displacement " + disp + " is negative");
        }
        checkShape(file, call, etype, filetype, io.mode().writes());
        Map<String, String> hints = Info.pairs(info, call);
        FileCalls.change(
                file,
                call,
                open -> {
                    long from = current ? open.byteOffset(open.sharedPosition()) : disp;
                    open.setHints(hints);
                    open.setView(new IoView(from, etype.layout(), filetype.layout(), external));
                    file.view = new FileView(from, etype, filetype, datarep);
                });
    }

    private static MPIException fail(OpenFile file, String call, String detail) {
        return Errors.raise(file.comm, MPI.ERR_ARG, call, detail);
    }

    private static void check(OpenFile file, String call, String role, Datatype type)
            throws MPIException {
        if (type == null || !type.usable()) {
            String state = type == null || type.isNull() ? "null or was freed" : "not committed";
            throw Errors.raise(file.comm, MPI.ERR_TYPE, call, "the " + role + " is " + state);
        }
    }

    private static boolean isExternal(OpenFile file, String call, String datarep)
            throws MPIException {
        if (datarep == null || datarep.length() > MAX_NAME) {
            throw fail(file, call, "the data representation is null or has too long a name");
        }
        return switch (datarep) {
            case "native", "internal" -> false;
            case "external32" -> true;
            default -> {
                String known = " is none of native, internal and external32";
                String detail = "\"" + datarep + "\"" + known;
                throw Errors.raise(file.comm, MPI.ERR_UNSUPPORTED_DATAREP, call, detail);
            }
        };
    }

    /** Checks what MPI 3.1 §13.1.1 asks of a filetype. */
    private static void checkShape(
            OpenFile file, String call, Datatype etype, Datatype filetype, boolean written)
            throws MPIException {
        DataLayout unit = etype.layout();
        DataLayout all = filetype.layout();
        if (unit.size() == 0) {
            throw fail(file, call, "the etype has no data");
        }
        if (all.size() % unit.size() != 0) {
            String sizes = all.size() + " bytes of data, the etype " + unit.size();
            throw fail(file, call, "the filetype is no multiple of the etype: it has " + sizes);
        }
        if (all.size() > 0 && all.extent() <= 0) {
            throw fail(file, call, "the filetype's extent is " + all.extent() + " bytes");
        }
        long[] last = {0, 0};
        boolean[] wrong = {false};
        all.runs(
                0,
                0,
                all.size(),
                (place, length) -> {
                    wrong[0] |= place < last[written ? 1 : 0];
                    last[0] = place;
                    last[1] = place + length;
                });
        if (wrong[0]) {
            String overlaps = written ? " or overlap in a file that is written" : "";
            String detail = "the filetype's displacements are negative, decrease";
            throw fail(file, call, detail + overlaps);
        }
    }

    // ---- File pointers.

    static void seek(OpenFile file, long offset, int whence) throws MPIException {
        String call = "MPI_File_seek";
        ownPointer(file, call);
        long to = FileCalls.run(file, call, io -> origin(io, whence, io.position())) + offset;
        checkTarget(file, call, to, offset, whence);
        FileCalls.change(file, call, io -> io.seek(to));
    }

    static void seekShared(OpenFile file, long offset, int whence) throws MPIException {
        String call = "MPI_File_seek_shared";
        if (FileCalls.opened(file, call).mode().sequential()) {
            throw FileAccessCalls.notSequential(file, call);
        }
        long at = whence == MPI.SEEK_CUR ? sharedPosition(file) : 0;
        long to = FileCalls.run(file, call, io -> origin(io, whence, at)) + offset;
        checkTarget(file, call, to, offset, whence);
        FileCalls.change(file, call, io -> io.seekShared(to));
    }

    private static void ownPointer(OpenFile file, String call) throws MPIException {
        if (FileCalls.opened(file, call).mode().sequential()) {
            throw FileAccessCalls.notSequential(file, call);
        }
    }

    private static long origin(IoFile io, int whence, long position) throws IoFailure {
        if (whence == MPI.SEEK_CUR) {
            return position;
        }
        return whence == MPI.SEEK_END ? io.end() : 0;
    }

    private static void checkTarget(OpenFile file, String call, long to, long offset, int whence)
            throws MPIException {
        if (whence != MPI.SEEK_SET && whence != MPI.SEEK_CUR && whence != MPI.SEEK_END) {
            throw fail(file, call, "whence " + whence + " is none of SEEK_SET, SEEK_CUR, SEEK_END");
        }
        if (to < 0 || FileAccessCalls.tooFar(file, to)) {
            String detail = "offset " + offset + " leads to " + to + ", which no file has";
            throw fail(file, call, detail);
        }
    }

    static long position(OpenFile file) throws MPIException {
        ownPointer(file, "MPI_File_get_position");
        return FileCalls.run(file, "MPI_File_get_position", IoFile::position);
    }

    static long sharedPosition(OpenFile file) throws MPIException {
        return FileCalls.run(file, "MPI_File_get_position_shared", IoFile::sharedPosition);
    }

    static long byteOffset(OpenFile file, long offset) throws MPIException {
        String call = "MPI_File_get_byte_offset";
        FileCalls.opened(file, call);
        if (offset < 0 || FileAccessCalls.tooFar(file, offset)) {
            throw fail(file, call, "offset " + offset + " is negative or too large");
        }
        return FileCalls.run(file, call, io -> io.byteOffset(offset));
    }
}
