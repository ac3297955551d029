package mpi;

import java.util.HashMap;
import java.util.Map;

/**
 * The keys of attributes (MPI 3.1 §6.7): ints, each for one kind of object.
 *
 * <p>A freed key exists until the last attribute under it is deleted (MPI 3.1 §6.7.2,
 * MPI_Comm_free_keyval): until then it can be used as before, but not freed again. The keys count
 * their attributes. Guarded by this class's lock, which is taken inside that of {@link Attributes},
 * never around it.
 */
final class Keyval {
    /** The kinds of object that have attributes. */
    enum Kind {
        /** Communicators. */
        COMM,
        /** Datatypes. */
        DATATYPE,
        /** Windows. */
        WINDOW
    }

    private static final Map<Integer, Keyval> EXTANT = new HashMap<>();
    private static int next = MPI.WIN_DISP_UNIT + 1;

    private final Kind kind;
    private boolean freed;

    /** Attributes under this key, of all objects. */
    private int attributes;

    private Keyval(Kind kind) {
        this.kind = kind;
    }

    /** Makes a key. */
    static int create(Kind kind) throws MPIException {
        MPI.check();
        synchronized (Keyval.class) {
            EXTANT.put(next, new Keyval(kind));
            return next++;
        }
    }

    /** Frees a key; it is removed when no object has an attribute under it any more. */
    static void free(Kind kind, int keyval, String call) throws MPIException {
        MPI.check();
        if (!markFreed(kind, keyval)) {
            throw unknown(null, keyval, call);
        }
    }

    private static synchronized boolean markFreed(Kind kind, int keyval) {
        Keyval key = EXTANT.get(keyval);
        if (key == null || key.kind != kind || key.freed) {
            return false;
        }
        key.freed = true;
        removeIfUnused(keyval, key);
        return true;
    }

    private static void removeIfUnused(int keyval, Keyval key) {
        if (key.freed && key.attributes == 0) {
            EXTANT.remove(keyval);
        }
    }

    /**
     * Requires that a key is one of the program's, for this kind of object.
     *
     * @param comm whose error handler is called; null for an object that has none
     */
    static void require(Communicator comm, Kind kind, int keyval, String call) throws MPIException {
        MPI.check();
        if (!exists(kind, keyval)) {
            throw unknown(comm, keyval, call);
        }
    }

    private static synchronized boolean exists(Kind kind, int keyval) {
        Keyval key = EXTANT.get(keyval);
        return key != null && key.kind == kind;
    }

    private static MPIException unknown(Communicator comm, int keyval, String call) {
        String detail = "key " + keyval + " is not one that the program made for this";
        return Errors.raise(comm, MPI.ERR_KEYVAL, call, detail);
    }

    /** Counts a new attribute under a key. */
    static synchronized void attach(int keyval) {
        Keyval key = EXTANT.get(keyval);
        if (key != null) {
            key.attributes++;
        }
    }

    /** Uncounts a deleted attribute. */
    static synchronized void detach(int keyval) {
        Keyval key = EXTANT.get(keyval);
        if (key != null) {
            key.attributes--;
            removeIfUnused(keyval, key);
        }
    }
}
