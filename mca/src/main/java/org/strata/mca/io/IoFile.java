package org.strata.mca.io;

import org.strata.mca.pml.PmlRequest;
import org.strata.opal.datatype.Buf;

import java.util.Map;

/**
 * A file that the members of a communicator have opened together.
 *
 * <p><b>Threads.</b> Every method is called outside of the progress bracket; the implementation
 * enters it for its messages only, so that threads access files at the same time.
 *
 * <p><b>Collective</b> methods are called by all members in the same order. If they fail at one
 * member because of the file, they fail at all members.
 *
 * <p><b>Arguments</b> were checked by {@code mpi-api}; offsets count elements of the view's etype.
 *
 * <p><b>Data.</b> {@link #start} returns a request, complete or not, whose {@code bytes} are what
 * was transferred: a read that meets the end of the file transfers fewer than the buffer has. If it
 * fails, {@code error} is an Rc code and {@link PmlRequest#failureText} names the file and the
 * operating system's reason; a write that fails may have written a part.
 */
public interface IoFile {
    /** Returns how the file was opened. */
    OpenMode mode();

    /** Begins a data access; {@code offset} counts for an explicit one only. */
    PmlRequest start(IoAccess access, long offset, Buf data);

    /** Sets the view, and all file pointers to its beginning (MPI_File_set_view); collective. */
    void setView(IoView view) throws IoFailure;

    /** Returns the view. */
    IoView view();

    /** Returns the individual file pointer. */
    long position();

    /** Sets the individual file pointer. */
    void seek(long offset);

    /** Returns the shared file pointer. */
    long sharedPosition() throws IoFailure;

    /** Sets the shared file pointer; collective. */
    void seekShared(long offset) throws IoFailure;

    /** Returns the first offset at or past the end of the file (MPI_SEEK_END). */
    long end() throws IoFailure;

    /** Returns the byte of the file at an offset (MPI_File_get_byte_offset). */
    long byteOffset(long offset);

    /** Returns the length of the file in bytes. */
    long size() throws IoFailure;

    /** Sets the length of the file in bytes; collective. */
    void resize(long size) throws IoFailure;

    /** Allocates the first bytes of the file on the device; collective. */
    void preallocate(long size) throws IoFailure;

    /** Writes what this member has written to the device (MPI_File_sync); collective. */
    void sync() throws IoFailure;

    /** Sets whether conflicting accesses happen as if one after the other; collective. */
    void setAtomic(boolean atomic) throws IoFailure;

    /** Returns whether accesses are atomic. */
    boolean atomic();

    /** Sets hints, of which unknown ones are ignored; collective. */
    void setHints(Map<String, String> hints) throws IoFailure;

    /** Returns the hints in use. */
    Map<String, String> hints();

    /** Closes the file after all accesses that have begun (MPI_File_close); collective. */
    void close() throws IoFailure;
}
