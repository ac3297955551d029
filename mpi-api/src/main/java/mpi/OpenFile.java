package mpi;

import org.strata.mca.io.IoFile;

/** The state of a {@link File}: open until {@link #io} is null. */
final class OpenFile {
    /** Stands for a file that is not open where an error has no other object. */
    static final Communicator NO_FILE = Communicator.ofFile("that is not open");

    /** The file's own communicator; also the object of its errors. */
    final Communicator comm;

    /** The file in the stack; null once it is closed. */
    IoFile io;

    FileView view = new FileView(0, MPI.BYTE, MPI.BYTE, "native");

    /** The first half under way of a collective access in two halves, or null. */
    SplitAccess split;

    OpenFile(Communicator comm, IoFile io) {
        this.comm = comm;
        this.io = io;
    }

    /** Collective accesses in two halves, by the names of their calls. */
    enum Half {
        READ_AT("MPI_File_read_at_all"),
        WRITE_AT("MPI_File_write_at_all"),
        READ("MPI_File_read_all"),
        WRITE("MPI_File_write_all"),
        READ_ORDERED("MPI_File_read_ordered"),
        WRITE_ORDERED("MPI_File_write_ordered");

        final String begin;
        final String end;

        Half(String call) {
            begin = call + "_begin";
            end = call + "_end";
        }
    }

    /**
     * A first half under way.
     *
     * @param kind which call began it
     * @param buf its buffer
     * @param request completes it
     */
    record SplitAccess(Half kind, Object buf, Request request) {}
}
