package mpi;

import mpi.OpenFile.Half;

import org.strata.mca.io.IoAccess;

import java.nio.Buffer;

/**
 * A file that the members of a communicator have opened together (MPI 3.1 chapter 13).
 *
 * <p><b>Offsets</b> count elements of the view's etype, from the view's displacement on; at first
 * bytes of the file ({@link #setView}). Displacements and sizes count bytes.
 *
 * <p><b>Buffers</b> are as in {@link Comm}: primitive arrays, NIO buffers from their element 0, or
 * null for no elements. Non-blocking calls take direct NIO buffers, and arrays as an extension of
 * Open MPI's API; their buffers belong to the library until the request is complete. The data must
 * be a whole number of etypes.
 *
 * <p><b>Names.</b> {@code …At} takes an offset and leaves the file pointers alone; without it the
 * call uses the member's own file pointer; {@code …Shared} and {@code …Ordered} use the one that
 * all members share, the latter in the order of the ranks. {@code …All} and {@code …Ordered} are
 * collective: all members call them, in the same order. A pair of {@code …Begin} and {@code …End}
 * is one such call in two halves; a file has one of them at a time, and its buffer belongs to the
 * library in between.
 *
 * <p><b>Results.</b> The status of a read counts what was read; at the end of the file this is less
 * than the buffer holds. A file pointer moves by what the call asked for (MPI 3.1 §13.4.1).
 *
 * <p><b>Errors</b> of every call are reported as the file's error handler says, {@link
 * MPI#ERRORS_RETURN} at first: ERR_FILE (the file is closed), ERR_ARG, ERR_COUNT, ERR_TYPE,
 * ERR_BUFFER, ERR_AMODE, ERR_ACCESS, ERR_READ_ONLY, ERR_UNSUPPORTED_OPERATION,
 * ERR_UNSUPPORTED_DATAREP, ERR_NOT_SAME, and what the operating system reports: ERR_NO_SUCH_FILE,
 * ERR_FILE_EXISTS, ERR_BAD_FILE, ERR_NO_SPACE, ERR_QUOTA, ERR_FILE_IN_USE, ERR_IO.
 */
public final class File implements AutoCloseable {
    private static final IoAccess.Pointer AT = IoAccess.Pointer.EXPLICIT;
    private static final IoAccess.Pointer OWN = IoAccess.Pointer.INDIVIDUAL;
    private static final IoAccess.Pointer SHARED = IoAccess.Pointer.SHARED;
    private static final IoAccess READ_AT = new IoAccess(false, AT, false);
    private static final IoAccess WRITE_AT = new IoAccess(true, AT, false);
    private static final IoAccess READ_AT_ALL = new IoAccess(false, AT, true);
    private static final IoAccess WRITE_AT_ALL = new IoAccess(true, AT, true);
    private static final IoAccess READ = new IoAccess(false, OWN, false);
    private static final IoAccess WRITE = new IoAccess(true, OWN, false);
    private static final IoAccess READ_ALL = new IoAccess(false, OWN, true);
    private static final IoAccess WRITE_ALL = new IoAccess(true, OWN, true);
    private static final IoAccess READ_SHARED = new IoAccess(false, SHARED, false);
    private static final IoAccess WRITE_SHARED = new IoAccess(true, SHARED, false);
    private static final IoAccess READ_ORDERED = new IoAccess(false, SHARED, true);
    private static final IoAccess WRITE_ORDERED = new IoAccess(true, SHARED, true);

    private final OpenFile file;

    /** Opens a file without hints; as {@link #File(Comm, String, int, Info)}. */
    public File(Comm comm, String filename, int amode) throws MPIException {
        this(comm, filename, amode, MPI.INFO_NULL);
    }

    /**
     * Opens a file (MPI_File_open, MPI 3.1 §13.2.1); collective.
     *
     * @param comm its members open the file
     * @param filename its name, which the operating system resolves
     * @param amode sum of {@code MPI.MODE_…}, the same at all members
     * @param info hints, those of rank 0 count: cb_nodes, cb_buffer_size, collective_buffering
     *     (true, false, automatic), ind_rd_buffer_size
     */
    public File(Comm comm, String filename, int amode, Info info) throws MPIException {
        file = FileCalls.open(comm == null ? null : comm.comm, filename, amode, info);
    }

    /** Closes the file (MPI_File_close, MPI 3.1 §13.2.2); collective. */
    @Override
    public void close() throws MPIException {
        FileCalls.close(file);
    }

    /** Deletes a file (MPI_File_delete, MPI 3.1 §13.2.3). */
    public static void delete(String filename) throws MPIException {
        FileCalls.delete(filename);
    }

    /** As {@link #delete(String)}; no hint has a meaning. */
    public static void delete(String filename, Info info) throws MPIException {
        Info.pairs(info, "MPI_File_delete");
        FileCalls.delete(filename);
    }

    /** Sets the length in bytes (MPI_File_set_size, MPI 3.1 §13.2.4); collective. */
    public void setSize(long size) throws MPIException {
        FileCalls.setSize(file, size);
    }

    /**
     * Allocates the first bytes on the device, and extends the file if it is shorter
     * (MPI_File_preallocate, MPI 3.1 §13.2.5); collective.
     */
    public void preallocate(long size) throws MPIException {
        FileCalls.preallocate(file, size);
    }

    /** Returns the length in bytes (MPI_File_get_size, MPI 3.1 §13.2.6). */
    public long getSize() throws MPIException {
        return FileCalls.size(file);
    }

    /** Returns the processes that have opened the file (MPI_File_get_group, MPI 3.1 §13.2.7). */
    public Group getGroup() throws MPIException {
        return FileCalls.group(file);
    }

    /** Returns how the file was opened: sum of {@code MPI.MODE_…}. */
    public int getAMode() throws MPIException {
        return FileCalls.mode(file);
    }

    /** Sets hints (MPI_File_set_info, MPI 3.1 §13.2.8); collective. */
    public void setInfo(Info info) throws MPIException {
        FileCalls.setInfo(file, info);
    }

    /** Returns the hints in use (MPI_File_get_info, MPI 3.1 §13.2.8). */
    public Info getInfo() throws MPIException {
        return FileCalls.info(file);
    }

    /** Sets the view without hints; as {@link #setView(long, Datatype, Datatype, String, Info)}. */
    public void setView(long disp, Datatype etype, Datatype filetype, String datarep)
            throws MPIException {
        setView(disp, etype, filetype, datarep, MPI.INFO_NULL);
    }

    /**
     * Sets which bytes of the file this member sees, and all file pointers to the first of them
     * (MPI_File_set_view, MPI 3.1 §13.3); collective.
     *
     * @param disp bytes before the view; in sequential mode {@link MPI#DISPLACEMENT_CURRENT}, too
     * @param etype unit of offsets, of the same size at all members
     * @param filetype the visible bytes, repeated; made of etypes, with displacements from 0 on
     *     that do not decrease
     * @param datarep "native", "internal" (the same) or "external32" (numbers are big-endian)
     * @param info hints
     */
    public void setView(long disp, Datatype etype, Datatype filetype, String datarep, Info info)
            throws MPIException {
        FileViewCalls.set(file, disp, etype, filetype, datarep, info);
    }

    /** Returns the view (MPI_File_get_view, MPI 3.1 §13.3). */
    public FileView getView() {
        return file.view;
    }

    // ---- At an offset (MPI 3.1 §13.4.2).

    /** Reads at an offset (MPI_File_read_at). */
    public Status readAt(long offset, Object buf, int count, Datatype type) throws MPIException {
        return FileAccessCalls.run(file, "MPI_File_read_at", READ_AT, offset, buf, count, type);
    }

    /** Reads at an offset, with all members (MPI_File_read_at_all). */
    public Status readAtAll(long offset, Object buf, int count, Datatype type) throws MPIException {
        return FileAccessCalls.run(
                file, "MPI_File_read_at_all", READ_AT_ALL, offset, buf, count, type);
    }

    /** Writes at an offset (MPI_File_write_at). */
    public Status writeAt(long offset, Object buf, int count, Datatype type) throws MPIException {
        return FileAccessCalls.run(file, "MPI_File_write_at", WRITE_AT, offset, buf, count, type);
    }

    /** Writes at an offset, with all members (MPI_File_write_at_all). */
    public Status writeAtAll(long offset, Object buf, int count, Datatype type)
            throws MPIException {
        return FileAccessCalls.run(
                file, "MPI_File_write_at_all", WRITE_AT_ALL, offset, buf, count, type);
    }

    /** Begins to read at an offset (MPI_File_iread_at). */
    public Request iReadAt(long offset, Buffer buf, int count, Datatype type) throws MPIException {
        return FileAccessCalls.start(file, "MPI_File_iread_at", READ_AT, offset, buf, count, type);
    }

    /** As {@link #iReadAt(long, Buffer, int, Datatype)}, also for arrays. */
    public Request iReadAt(long offset, Object buf, int count, Datatype type) throws MPIException {
        return FileAccessCalls.start(file, "MPI_File_iread_at", READ_AT, offset, buf, count, type);
    }

    /** Begins to read at an offset, with all members (MPI_File_iread_at_all). */
    public Request iReadAtAll(long offset, Buffer buf, int count, Datatype type)
            throws MPIException {
        return FileAccessCalls.start(
                file, "MPI_File_iread_at_all", READ_AT_ALL, offset, buf, count, type);
    }

    /** As {@link #iReadAtAll(long, Buffer, int, Datatype)}, also for arrays. */
    public Request iReadAtAll(long offset, Object buf, int count, Datatype type)
            throws MPIException {
        return FileAccessCalls.start(
                file, "MPI_File_iread_at_all", READ_AT_ALL, offset, buf, count, type);
    }

    /** Begins to write at an offset (MPI_File_iwrite_at). */
    public Request iWriteAt(long offset, Buffer buf, int count, Datatype type) throws MPIException {
        return FileAccessCalls.start(
                file, "MPI_File_iwrite_at", WRITE_AT, offset, buf, count, type);
    }

    /** As {@link #iWriteAt(long, Buffer, int, Datatype)}, also for arrays. */
    public Request iWriteAt(long offset, Object buf, int count, Datatype type) throws MPIException {
        return FileAccessCalls.start(
                file, "MPI_File_iwrite_at", WRITE_AT, offset, buf, count, type);
    }

    /** Begins to write at an offset, with all members (MPI_File_iwrite_at_all). */
    public Request iWriteAtAll(long offset, Buffer buf, int count, Datatype type)
            throws MPIException {
        return FileAccessCalls.start(
                file, "MPI_File_iwrite_at_all", WRITE_AT_ALL, offset, buf, count, type);
    }

    /** As {@link #iWriteAtAll(long, Buffer, int, Datatype)}, also for arrays. */
    public Request iWriteAtAll(long offset, Object buf, int count, Datatype type)
            throws MPIException {
        return FileAccessCalls.start(
                file, "MPI_File_iwrite_at_all", WRITE_AT_ALL, offset, buf, count, type);
    }

    // ---- At the member's own file pointer (MPI 3.1 §13.4.3).

    /** Reads (MPI_File_read). */
    public Status read(Object buf, int count, Datatype type) throws MPIException {
        return FileAccessCalls.run(file, "MPI_File_read", READ, 0, buf, count, type);
    }

    /** Reads, with all members (MPI_File_read_all). */
    public Status readAll(Object buf, int count, Datatype type) throws MPIException {
        return FileAccessCalls.run(file, "MPI_File_read_all", READ_ALL, 0, buf, count, type);
    }

    /** Writes (MPI_File_write). */
    public Status write(Object buf, int count, Datatype type) throws MPIException {
        return FileAccessCalls.run(file, "MPI_File_write", WRITE, 0, buf, count, type);
    }

    /** Writes, with all members (MPI_File_write_all). */
    public Status writeAll(Object buf, int count, Datatype type) throws MPIException {
        return FileAccessCalls.run(file, "MPI_File_write_all", WRITE_ALL, 0, buf, count, type);
    }

    /** Begins to read (MPI_File_iread). */
    public Request iRead(Buffer buf, int count, Datatype type) throws MPIException {
        return FileAccessCalls.start(file, "MPI_File_iread", READ, 0, buf, count, type);
    }

    /** As {@link #iRead(Buffer, int, Datatype)}, also for arrays. */
    public Request iRead(Object buf, int count, Datatype type) throws MPIException {
        return FileAccessCalls.start(file, "MPI_File_iread", READ, 0, buf, count, type);
    }

    /** Begins to read, with all members (MPI_File_iread_all). */
    public Request iReadAll(Buffer buf, int count, Datatype type) throws MPIException {
        return FileAccessCalls.start(file, "MPI_File_iread_all", READ_ALL, 0, buf, count, type);
    }

    /** As {@link #iReadAll(Buffer, int, Datatype)}, also for arrays. */
    public Request iReadAll(Object buf, int count, Datatype type) throws MPIException {
        return FileAccessCalls.start(file, "MPI_File_iread_all", READ_ALL, 0, buf, count, type);
    }

    /** Begins to write (MPI_File_iwrite). */
    public Request iWrite(Buffer buf, int count, Datatype type) throws MPIException {
        return FileAccessCalls.start(file, "MPI_File_iwrite", WRITE, 0, buf, count, type);
    }

    /** As {@link #iWrite(Buffer, int, Datatype)}, also for arrays. */
    public Request iWrite(Object buf, int count, Datatype type) throws MPIException {
        return FileAccessCalls.start(file, "MPI_File_iwrite", WRITE, 0, buf, count, type);
    }

    /** Begins to write, with all members (MPI_File_iwrite_all). */
    public Request iWriteAll(Buffer buf, int count, Datatype type) throws MPIException {
        return FileAccessCalls.start(file, "MPI_File_iwrite_all", WRITE_ALL, 0, buf, count, type);
    }

    /** As {@link #iWriteAll(Buffer, int, Datatype)}, also for arrays. */
    public Request iWriteAll(Object buf, int count, Datatype type) throws MPIException {
        return FileAccessCalls.start(file, "MPI_File_iwrite_all", WRITE_ALL, 0, buf, count, type);
    }

    /**
     * Sets the file pointer (MPI_File_seek).
     *
     * @param whence {@link MPI#SEEK_SET}, {@link MPI#SEEK_CUR} or {@link MPI#SEEK_END}
     */
    public void seek(long offset, int whence) throws MPIException {
        FileViewCalls.seek(file, offset, whence);
    }

    /** Returns the file pointer (MPI_File_get_position). */
    public long getPosition() throws MPIException {
        return FileViewCalls.position(file);
    }

    /** Returns the byte of the file at an offset (MPI_File_get_byte_offset). */
    public long getByteOffset(long offset) throws MPIException {
        return FileViewCalls.byteOffset(file, offset);
    }

    // ---- At the shared file pointer (MPI 3.1 §13.4.4).

    /** Reads (MPI_File_read_shared). */
    public Status readShared(Object buf, int count, Datatype type) throws MPIException {
        return FileAccessCalls.run(file, "MPI_File_read_shared", READ_SHARED, 0, buf, count, type);
    }

    /** Writes (MPI_File_write_shared). */
    public Status writeShared(Object buf, int count, Datatype type) throws MPIException {
        return FileAccessCalls.run(
                file, "MPI_File_write_shared", WRITE_SHARED, 0, buf, count, type);
    }

    /** Begins to read (MPI_File_iread_shared). */
    public Request iReadShared(Buffer buf, int count, Datatype type) throws MPIException {
        return FileAccessCalls.start(
                file, "MPI_File_iread_shared", READ_SHARED, 0, buf, count, type);
    }

    /** As {@link #iReadShared(Buffer, int, Datatype)}, also for arrays. */
    public Request iReadShared(Object buf, int count, Datatype type) throws MPIException {
        return FileAccessCalls.start(
                file, "MPI_File_iread_shared", READ_SHARED, 0, buf, count, type);
    }

    /** Begins to write (MPI_File_iwrite_shared). */
    public Request iWriteShared(Buffer buf, int count, Datatype type) throws MPIException {
        return FileAccessCalls.start(
                file, "MPI_File_iwrite_shared", WRITE_SHARED, 0, buf, count, type);
    }

    /** As {@link #iWriteShared(Buffer, int, Datatype)}, also for arrays. */
    public Request iWriteShared(Object buf, int count, Datatype type) throws MPIException {
        return FileAccessCalls.start(
                file, "MPI_File_iwrite_shared", WRITE_SHARED, 0, buf, count, type);
    }

    /** Reads in the order of the ranks (MPI_File_read_ordered). */
    public Status readOrdered(Object buf, int count, Datatype type) throws MPIException {
        return FileAccessCalls.run(
                file, "MPI_File_read_ordered", READ_ORDERED, 0, buf, count, type);
    }

    /** Writes in the order of the ranks (MPI_File_write_ordered). */
    public Status writeOrdered(Object buf, int count, Datatype type) throws MPIException {
        return FileAccessCalls.run(
                file, "MPI_File_write_ordered", WRITE_ORDERED, 0, buf, count, type);
    }

    /** Sets the shared file pointer, as {@link #seek} (MPI_File_seek_shared); collective. */
    public void seekShared(long offset, int whence) throws MPIException {
        FileViewCalls.seekShared(file, offset, whence);
    }

    /** Returns the shared file pointer (MPI_File_get_position_shared). */
    public long getPositionShared() throws MPIException {
        return FileViewCalls.sharedPosition(file);
    }

    // ---- In two halves (MPI 3.1 §13.4.5).

    /** First half of {@link #readAtAll}. */
    public void readAtAllBegin(long offset, Object buf, int count, Datatype type)
            throws MPIException {
        FileAccessCalls.begin(file, Half.READ_AT, READ_AT_ALL, offset, buf, count, type);
    }

    /** Second half of {@link #readAtAll}. */
    public Status readAtAllEnd(Object buf) throws MPIException {
        return FileAccessCalls.end(file, Half.READ_AT, buf);
    }

    /** First half of {@link #writeAtAll}. */
    public void writeAtAllBegin(long offset, Object buf, int count, Datatype type)
            throws MPIException {
        FileAccessCalls.begin(file, Half.WRITE_AT, WRITE_AT_ALL, offset, buf, count, type);
    }

    /** Second half of {@link #writeAtAll}. */
    public Status writeAtAllEnd(Object buf) throws MPIException {
        return FileAccessCalls.end(file, Half.WRITE_AT, buf);
    }

    /** First half of {@link #readAll}. */
    public void readAllBegin(Object buf, int count, Datatype type) throws MPIException {
        FileAccessCalls.begin(file, Half.READ, READ_ALL, 0, buf, count, type);
    }

    /** Second half of {@link #readAll}. */
    public Status readAllEnd(Object buf) throws MPIException {
        return FileAccessCalls.end(file, Half.READ, buf);
    }

    /** First half of {@link #writeAll}. */
    public void writeAllBegin(Object buf, int count, Datatype type) throws MPIException {
        FileAccessCalls.begin(file, Half.WRITE, WRITE_ALL, 0, buf, count, type);
    }

    /** Second half of {@link #writeAll}. */
    public Status writeAllEnd(Object buf) throws MPIException {
        return FileAccessCalls.end(file, Half.WRITE, buf);
    }

    /** First half of {@link #readOrdered}. */
    public void readOrderedBegin(Object buf, int count, Datatype type) throws MPIException {
        FileAccessCalls.begin(file, Half.READ_ORDERED, READ_ORDERED, 0, buf, count, type);
    }

    /** Second half of {@link #readOrdered}. */
    public Status readOrderedEnd(Object buf) throws MPIException {
        return FileAccessCalls.end(file, Half.READ_ORDERED, buf);
    }

    /** First half of {@link #writeOrdered}. */
    public void writeOrderedBegin(Object buf, int count, Datatype type) throws MPIException {
        FileAccessCalls.begin(file, Half.WRITE_ORDERED, WRITE_ORDERED, 0, buf, count, type);
    }

    /** Second half of {@link #writeOrdered}. */
    public Status writeOrderedEnd(Object buf) throws MPIException {
        return FileAccessCalls.end(file, Half.WRITE_ORDERED, buf);
    }

    // ---- Representation, consistency, errors (MPI 3.1 §13.5 to §13.7).

    /**
     * Returns the extent of a datatype in the file (MPI_File_get_type_extent).
     *
     * @return units of the base type
     */
    public int getTypeExtent(Datatype type) throws MPIException {
        return FileCalls.typeExtent(file, type);
    }

    /**
     * Sets whether accesses of members to the same bytes happen as if one after the other
     * (MPI_File_set_atomicity); collective.
     */
    public void setAtomicity(boolean atomicity) throws MPIException {
        FileCalls.setAtomicity(file, atomicity);
    }

    /** Returns what {@link #setAtomicity} has set; false at first. */
    public boolean getAtomicity() throws MPIException {
        return FileCalls.atomicity(file);
    }

    /** Writes what this member has written to the device (MPI_File_sync); collective. */
    public void sync() throws MPIException {
        FileCalls.sync(file);
    }

    /** Sets what happens when a call on this file fails (MPI_File_set_errhandler). */
    public void setErrhandler(Errhandler errhandler) throws MPIException {
        FileCalls.setErrhandler(file, errhandler);
    }

    /** Returns what happens when a call on this file fails (MPI_File_get_errhandler). */
    public Errhandler getErrhandler() throws MPIException {
        return FileCalls.errhandler(file);
    }

    /**
     * Does what a failed call would (MPI_File_call_errhandler); returns if the handler is {@link
     * MPI#ERRORS_RETURN}.
     *
     * @param errorCode one of {@code MPI.ERR_…}
     */
    public void callErrhandler(int errorCode) throws MPIException {
        LocalCalls.callErrhandler(file.comm, "MPI_File_call_errhandler", errorCode);
    }
}
