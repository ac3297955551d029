package mpi;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** The keys of attributes (MPI 3.1 §6.7): ints that tell which kind of object they are for. */
final class Keyval {
    /** What a key is for. */
    enum Kind {
        /** Communicators. */
        COMM,
        /** Datatypes. */
        DATATYPE
    }

    private static final AtomicInteger NEXT = new AtomicInteger(MPI.WIN_DISP_UNIT + 1);
    private static final Map<Integer, Kind> USED = new ConcurrentHashMap<>();

    private Keyval() {}

    /** Makes a key. */
    static int create(Kind kind) throws MPIException {
        MPI.check();
        int keyval = NEXT.getAndIncrement();
        USED.put(keyval, kind);
        return keyval;
    }

    /** Frees a key; attributes under it stay until their objects go. */
    static void free(Kind kind, int keyval, String call) throws MPIException {
        require(kind, keyval, call);
        USED.remove(keyval);
    }

    /** Requires that a key is one of the program's, for this kind of object. */
    static void require(Kind kind, int keyval, String call) throws MPIException {
        MPI.check();
        if (USED.get(keyval) != kind) {
            String detail = "key " + keyval + " is not one that the program made for this";
            throw Errors.raise(null, MPI.ERR_KEYVAL, call, detail);
        }
    }
}
