package mpi;

import org.strata.mpj.ProgramStarter;

import java.io.IOException;
import java.net.URL;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.List;

/** Start and end of MPI, its constants and predefined objects. */
public class MPI {
    // ---- Special arguments and results
    // MPJ Express' numbers: programs compare with them. The bindings' are others (Numbers).
    public static final int ANY_SOURCE = constant(-2);
    public static final int ANY_TAG = constant(-2);
    public static final int PROC_NULL = constant(-3);
    public static final int UNDEFINED = constant(-1);
    public static final int BSEND_OVERHEAD = constant(128);
    public static final int SEND_OVERHEAD = constant(128);
    public static final int RECV_OVERHEAD = constant(128);

    /** Processors that the JVM of this process may use. */
    public static final int NUM_OF_PROCESSORS = Runtime.getRuntime().availableProcessors();

    // ---- Thread levels: numbers of MPJ Express
    public static final int THREAD_SINGLE = constant(1);
    public static final int THREAD_FUNNELED = constant(2);
    public static final int THREAD_SERIALIZED = constant(3);
    public static final int THREAD_MULTIPLE = constant(4);

    // ---- Comparison results: MPJ Express' numbers, which javac has copied into its programs
    public static final int IDENT = 0;
    public static final int SIMILAR = 1;
    public static final int UNEQUAL = 2;
    public static final int CONGRUENT = 3;

    // ---- Topologies, keys of attributes
    public static final int GRAPH = constant(1);
    public static final int CART = constant(2);
    public static final int TAG_UB = constant(0);
    public static final int HOST = constant(1);
    public static final int IO = constant(2);

    // ---- Datatypes
    public static final Datatype NULL = new Datatype(ElementKind.NULL);
    public static final Datatype BYTE = new Datatype(ElementKind.BYTE);
    public static final Datatype CHAR = new Datatype(ElementKind.CHAR);
    public static final Datatype SHORT = new Datatype(ElementKind.SHORT);
    public static final Datatype BOOLEAN = new Datatype(ElementKind.BOOLEAN);
    public static final Datatype INT = new Datatype(ElementKind.INT);
    public static final Datatype LONG = new Datatype(ElementKind.LONG);
    public static final Datatype FLOAT = new Datatype(ElementKind.FLOAT);
    public static final Datatype DOUBLE = new Datatype(ElementKind.DOUBLE);
    public static final Datatype PACKED = new Datatype(ElementKind.PACKED);
    public static final Datatype LB = new Datatype(ElementKind.LB);
    public static final Datatype UB = new Datatype(ElementKind.UB);
    public static final Datatype OBJECT = new Datatype(ElementKind.OBJECT);
    public static final Datatype SHORT2 = Datatype.pair(ElementKind.SHORT);
    public static final Datatype INT2 = Datatype.pair(ElementKind.INT);
    public static final Datatype LONG2 = Datatype.pair(ElementKind.LONG);
    public static final Datatype FLOAT2 = Datatype.pair(ElementKind.FLOAT);
    public static final Datatype DOUBLE2 = Datatype.pair(ElementKind.DOUBLE);

    // ---- Operations
    public static final Op MAX = new Op(org.strata.mpi.MPI.MAX, new ByteFunction(true));
    public static final Op MIN = new Op(org.strata.mpi.MPI.MIN, new ByteFunction(false));
    public static final Op SUM = new Op(org.strata.mpi.MPI.SUM, null);
    public static final Op PROD = new Op(org.strata.mpi.MPI.PROD, null);
    public static final Op LAND = new Op(org.strata.mpi.MPI.LAND, null);
    public static final Op BAND = new Op(org.strata.mpi.MPI.BAND, null);
    public static final Op LOR = new Op(org.strata.mpi.MPI.LOR, null);
    public static final Op BOR = new Op(org.strata.mpi.MPI.BOR, null);
    public static final Op LXOR = new Op(org.strata.mpi.MPI.LXOR, null);
    public static final Op BXOR = new Op(org.strata.mpi.MPI.BXOR, null);
    public static final Op MAXLOC = new Op(new PairFunction(true), "MPI_MAXLOC");
    public static final Op MINLOC = new Op(new PairFunction(false), "MPI_MINLOC");

    // ---- Error handlers
    public static final Errhandler ERRORS_ARE_FATAL =
            new Errhandler(org.strata.mpi.MPI.ERRORS_ARE_FATAL);
    public static final Errhandler ERRORS_RETURN = new Errhandler(org.strata.mpi.MPI.ERRORS_RETURN);

    // ---- Predefined objects
    public static final Intracomm COMM_WORLD = new Intracomm(org.strata.mpi.MPI.COMM_WORLD);
    public static final Comm COMM_SELF = new Intracomm(org.strata.mpi.MPI.COMM_SELF);
    public static final Comm COMM_NULL = null;
    public static final Group GROUP_EMPTY = new Group(org.strata.mpi.MPI.GROUP_EMPTY);
    public static final Group GROUP_NULL = null;
    public static final Request REQUEST_NULL =
            new Request(org.strata.mpi.MPI.REQUEST_NULL, (Datatype) null);
    public static final Status EMPTY_STATUS = new Status();

    /** IDENT, CONGRUENT, SIMILAR and UNEQUAL, by the bindings' numbers. */
    private static final int[] COMPARISONS = {IDENT, CONGRUENT, SIMILAR, UNEQUAL};

    private static final String OWN_CLASS = "mpi/MPI.class";

    private static ObjectMessages objects;

    /** Whether the program has called Finalize, and not Init again. Pairs with MPI.Init. */
    private static volatile boolean ended;

    private static boolean attached;

    /** Ends the bindings when the JVM ends; null before the first Finalize. */
    private static Thread atExit;

    private MPI() {}

    /** Keeps javac from copying a constant's value into programs. */
    private static int constant(int value) {
        return value;
    }

    static int comparison(int core) {
        return COMPARISONS[core];
    }

    static boolean isRunning() {
        return !ended
                && Core.get(() ->
                        org.strata.mpi.MPI.isInitialized() && !org.strata.mpi.MPI.isFinalized());
    }

    /** Returns whether the program has called Finalize, and not Init again. */
    static boolean hasEnded() {
        return ended;
    }

    static ObjectMessages objects() {
        if (objects == null) {
            Core.run(org.strata.mpi.MPI::wtime);
        }
        return objects;
    }

    // ---- Start and end

    /**
     * Starts MPI, with thread level {@link #THREAD_MULTIPLE} as MPJ Express does. After {@link
     * #Finalize} all processes may call it again.
     *
     * @param argv the arguments of {@code main}
     * @return the program's own arguments: without the three that {@code mpjrun} puts before them
     */
    public static String[] Init(String[] argv) throws MPIException {
        return initThread(THREAD_MULTIPLE, THREAD_MULTIPLE, argv);
    }

    /**
     * As {@link #Init}, with a thread level.
     *
     * @param required the thread level that the program needs
     * @param provided ignored
     */
    public static String[] initThread(int required, int provided, String[] argv)
            throws MPIException {
        synchronized (MPI.class) {
            String[] own = ProgramStarter.ownArguments(argv);
            boolean again = ended;
            if (again) {
                startAgain(required);
            }
            Core.run(() -> {
                if (!again) {
                    org.strata.mpi.MPI.InitThread(own, required - THREAD_SINGLE);
                }
                org.strata.mpi.MPI.COMM_WORLD.setErrhandler(ERRORS_RETURN.core);
                org.strata.mpi.MPI.COMM_SELF.setErrhandler(ERRORS_RETURN.core);
            });
            objects = new ObjectMessages();
            if (!again && COMM_WORLD.Rank() == 0) {
                warnOfOtherJars();
            }
            return own;
        }
    }

    private static void startAgain(int required) {
        ended = false;
        int provided = Core.get(org.strata.mpi.MPI::queryThread) + THREAD_SINGLE;
        if (required > provided) {
            ended = true;
            String levels = "thread level " + required + ", after a start with " + provided;
            throw MPIException.bad("MPI_ERR_ARG", levels);
        }
    }

    /** Two jars with package mpi, one of them unused: the program may mean the other one. */
    private static void warnOfOtherJars() {
        try {
            List<URL> jars = Collections.list(MPI.class.getClassLoader().getResources(OWN_CLASS));
            if (jars.size() > 1) {
                System.err.println(
                        "MPJ: several jars on the class path have a package mpi: "
                                + jars
                                + ". The first one is used, with the API of MPJ.");
            }
        } catch (IOException e) {
            throw new MPIException(e);
        }
    }

    /** Returns whether the calling thread is the one that started MPI. */
    public static boolean isMainThread() throws MPIException {
        return Core.get(org.strata.mpi.MPI::isThreadMain);
    }

    /** Returns the thread level in force. */
    public static int queryThread() throws MPIException {
        return Core.get(org.strata.mpi.MPI::queryThread) + THREAD_SINGLE;
    }

    /**
     * Ends MPI, when all processes have called it; all communication must be complete. The process
     * leaves the job when its JVM ends: until then all processes may call {@link #Init} again.
     */
    public static void Finalize() throws MPIException {
        synchronized (MPI.class) {
            objects().close();
            COMM_WORLD.Barrier();
            if (attached) {
                Buffer_detach();
            }
            objects = null;
            if (atExit == null) {
                atExit = new Thread(MPI::leave, "mpj-finalize");
                Runtime.getRuntime().addShutdownHook(atExit);
            }
            ended = true;
        }
    }

    /** Ends the bindings, unless the JVM ends in the middle of the program. */
    private static void leave() {
        if (ended) {
            try {
                org.strata.mpi.MPI.Finalize();
            } catch (org.strata.mpi.MPIException e) {
                System.err.println("MPJ: " + e.getMessage());
            }
        }
    }

    /** Returns whether MPI runs: between Init and Finalize, as in MPJ Express. */
    public static boolean Initialized() throws MPIException {
        return isRunning();
    }

    // ---- Environment

    /** Returns the name of the node this process runs on. */
    public static String Get_processor_name() throws MPIException {
        return Core.get(org.strata.mpi.MPI::getProcessorName);
    }

    /** Returns the seconds since some time in the past. */
    public static double Wtime() throws MPIException {
        return Core.get(org.strata.mpi.MPI::wtime);
    }

    /** Returns the resolution of {@link #Wtime} in seconds. */
    public static double Wtick() throws MPIException {
        return Core.get(org.strata.mpi.MPI::wtick);
    }

    /** Sets what happens when a call on MPI.COMM_WORLD fails. */
    public static void Errorhandler_set(Errhandler errhandler) throws MPIException {
        COMM_WORLD.Errhandler_set(errhandler);
    }

    /** Returns what happens when a call on MPI.COMM_WORLD fails. */
    public static Errhandler Errorhandler_get() throws MPIException {
        return COMM_WORLD.Errhandler_get();
    }

    // ---- Buffered mode

    /**
     * Attaches a buffer for buffered sends. Each message needs its packed size and {@link
     * #BSEND_OVERHEAD} bytes.
     */
    public static void Buffer_attach(byte[] buffer) throws MPIException {
        Core.run(() -> org.strata.mpi.MPI.attachBuffer(buffer));
        attached = true;
    }

    /**
     * As {@link #Buffer_attach(byte[])}, for MPJ Express' programs: its capacity counts. It takes
     * the place of a buffer that is attached, as in MPJ Express, when the messages in that one have
     * been sent.
     */
    public static void Buffer_attach(ByteBuffer userBuffer) throws MPIException {
        if (attached) {
            Buffer_detach();
        }
        Buffer_attach(userBuffer == null ? null : new byte[userBuffer.capacity()]);
    }

    /**
     * Waits until all buffered messages have been sent, and detaches the buffer. Returns nothing,
     * as in MPJ Express; mpiJava's returned the array.
     */
    public static void Buffer_detach() throws MPIException {
        Core.get(org.strata.mpi.MPI::detachBuffer);
        attached = false;
    }
}
