package mpi;

import org.strata.opal.datatype.DataLayout;

/** Packing and unpacking by the program (MPI 3.1 §4.2). */
final class PackCalls {
    private PackCalls() {}

    /** Packs elements; returns the byte in {@code outbuf} after the last one written. */
    static int pack(
            Communicator comm,
            Object inbuf,
            int incount,
            Datatype type,
            byte[] outbuf,
            int position)
            throws MPIException {
        String call = "MPI_Pack";
        Checks.runtime(comm, call);
        Checks.elements(comm, call, incount, type);
        Checks.buffer(comm, call, inbuf);
        DataLayout layout = Checks.readable(comm, call, inbuf, incount, type);
        int end = packedEnd(comm, call, outbuf, position, incount * layout.size());
        Packing.pack(inbuf, incount, layout, outbuf, position);
        return end;
    }

    /** Unpacks elements; returns the byte in {@code inbuf} after the last one read. */
    static int unpack(
            Communicator comm,
            byte[] inbuf,
            int position,
            Object outbuf,
            int outcount,
            Datatype type)
            throws MPIException {
        String call = "MPI_Unpack";
        Checks.runtime(comm, call);
        Checks.elements(comm, call, outcount, type);
        Checks.buffer(comm, call, outbuf);
        DataLayout layout = Checks.writable(comm, call, outbuf, outcount, type);
        int end = packedEnd(comm, call, inbuf, position, outcount * layout.size());
        Packing.unpack(inbuf, position, outbuf, outcount, layout);
        return end;
    }

    private static int packedEnd(
            Communicator comm, String call, byte[] packed, int position, long bytes)
            throws MPIException {
        if (packed == null || position < 0) {
            String what = packed == null ? "the packed array is null" : "position " + position;
            throw Errors.raise(comm, MPI.ERR_ARG, call, what);
        }
        long end = position + bytes;
        if (end > packed.length) {
            String need = bytes + " bytes at position " + position + " need ";
            String detail = need + end + " bytes, the packed array has " + packed.length;
            throw Errors.raise(comm, MPI.ERR_TRUNCATE, call, detail);
        }
        return (int) end;
    }

    /** Returns the bytes of packed elements. */
    static int size(Communicator comm, int incount, Datatype type) throws MPIException {
        String call = "MPI_Pack_size";
        Checks.runtime(comm, call);
        Checks.elements(comm, call, incount, type);
        long bytes = incount * type.layout().size();
        if (bytes > Integer.MAX_VALUE) {
            throw Errors.raise(comm, MPI.ERR_COUNT, call, bytes + " bytes are too many");
        }
        return (int) bytes;
    }
}
