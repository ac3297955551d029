package mpi;

import org.strata.opal.op.OpKind;
import org.strata.opal.sys.Training;

import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;

/**
 * Start and end of MPI, its constants and predefined objects, and buffers. Java programs call
 * {@link #Init} first and {@link #Finalize} last; the predefined objects may be named before, but
 * used only in between. Calls outside of that throw MPIException with the messages "MPI is not
 * initialized." and "MPI is finalized.".
 *
 * <p>The methods that declare no MPIException throw IllegalArgumentException: {@code newXxxBuffer}
 * for a capacity that no buffer can have, {@code slice} for null and for an offset outside of the
 * buffer. Where the JVM has no memory left, {@code newXxxBuffer} throws OutOfMemoryError, as {@link
 * ByteBuffer#allocateDirect} does.
 */
public final class MPI {
    // ---- Error handlers (MPI 3.1 §8.3)
    public static final Errhandler ERRORS_ARE_FATAL = Errhandler.FATAL;
    public static final Errhandler ERRORS_ABORT = new Errhandler(Errhandler.Kind.ABORT);
    public static final Errhandler ERRORS_RETURN = new Errhandler(Errhandler.Kind.RETURN);

    // ---- Special arguments and results
    public static final int ANY_SOURCE = constant(-1);
    public static final int ANY_TAG = constant(-1);
    public static final int PROC_NULL = constant(-2);
    public static final int ROOT = constant(-4);
    public static final int UNDEFINED = constant(-32766);
    public static final int KEYVAL_INVALID = constant(-1);
    public static final int BSEND_OVERHEAD = constant(128);

    // ---- Thread levels (MPI 3.1 §12.4.3)
    public static final int THREAD_SINGLE = constant(0);
    public static final int THREAD_FUNNELED = constant(1);
    public static final int THREAD_SERIALIZED = constant(2);
    public static final int THREAD_MULTIPLE = constant(3);

    // ---- Topologies and comparison results
    public static final int CART = constant(1);
    public static final int GRAPH = constant(2);
    public static final int DIST_GRAPH = constant(3);
    public static final int IDENT = constant(0);
    public static final int CONGRUENT = constant(1);
    public static final int SIMILAR = constant(2);
    public static final int UNEQUAL = constant(3);

    // ---- Keys of predefined attributes (MPI 3.1 §8.1.2, §11.2.6)
    public static final int TAG_UB = constant(0);
    public static final int HOST = constant(1);
    public static final int IO = constant(2);
    public static final int WTIME_IS_GLOBAL = constant(3);
    public static final int APPNUM = constant(4);
    public static final int LASTUSEDCODE = constant(5);
    public static final int UNIVERSE_SIZE = constant(6);
    public static final int WIN_BASE = constant(7);
    public static final int WIN_SIZE = constant(8);
    public static final int WIN_DISP_UNIT = constant(9);

    // ---- Version and lengths
    public static final int VERSION = constant(3);
    public static final int SUBVERSION = constant(1);
    public static final int MAX_OBJECT_NAME = constant(64);
    public static final int MAX_PORT_NAME = constant(1024);
    public static final int MAX_DATAREP_STRING = constant(128);
    public static final int MAX_INFO_KEY = constant(36);
    public static final int MAX_INFO_VAL = constant(256);

    // ---- Array distributions, files, one-sided communication
    public static final int ORDER_C = constant(0);
    public static final int ORDER_FORTRAN = constant(1);
    public static final int DISTRIBUTE_BLOCK = constant(0);
    public static final int DISTRIBUTE_CYCLIC = constant(1);
    public static final int DISTRIBUTE_NONE = constant(2);
    public static final int DISTRIBUTE_DFLT_DARG = constant(-1);
    public static final int MODE_CREATE = constant(1);
    public static final int MODE_RDONLY = constant(2);
    public static final int MODE_WRONLY = constant(4);
    public static final int MODE_RDWR = constant(8);
    public static final int MODE_DELETE_ON_CLOSE = constant(16);
    public static final int MODE_UNIQUE_OPEN = constant(32);
    public static final int MODE_EXCL = constant(64);
    public static final int MODE_APPEND = constant(128);
    public static final int MODE_SEQUENTIAL = constant(256);
    public static final int DISPLACEMENT_CURRENT = constant(-54278278);
    public static final int SEEK_SET = constant(600);
    public static final int SEEK_CUR = constant(602);
    public static final int SEEK_END = constant(604);
    public static final int MODE_NOCHECK = constant(1);
    public static final int MODE_NOPRECEDE = constant(2);
    public static final int MODE_NOPUT = constant(4);
    public static final int MODE_NOSTORE = constant(8);
    public static final int MODE_NOSUCCEED = constant(16);
    public static final int LOCK_EXCLUSIVE = constant(1);
    public static final int LOCK_SHARED = constant(2);

    // ---- Error classes (MPI 3.1 §8.4)
    public static final int SUCCESS = constant(0);
    public static final int ERR_BUFFER = constant(1);
    public static final int ERR_COUNT = constant(2);
    public static final int ERR_TYPE = constant(3);
    public static final int ERR_TAG = constant(4);
    public static final int ERR_COMM = constant(5);
    public static final int ERR_RANK = constant(6);
    public static final int ERR_REQUEST = constant(7);
    public static final int ERR_ROOT = constant(8);
    public static final int ERR_GROUP = constant(9);
    public static final int ERR_OP = constant(10);
    public static final int ERR_TOPOLOGY = constant(11);
    public static final int ERR_DIMS = constant(12);
    public static final int ERR_ARG = constant(13);
    public static final int ERR_UNKNOWN = constant(14);
    public static final int ERR_TRUNCATE = constant(15);
    public static final int ERR_OTHER = constant(16);
    public static final int ERR_INTERN = constant(17);
    public static final int ERR_IN_STATUS = constant(18);
    public static final int ERR_PENDING = constant(19);
    public static final int ERR_ACCESS = constant(20);
    public static final int ERR_AMODE = constant(21);
    public static final int ERR_ASSERT = constant(22);
    public static final int ERR_BAD_FILE = constant(23);
    public static final int ERR_BASE = constant(24);
    public static final int ERR_CONVERSION = constant(25);
    public static final int ERR_DISP = constant(26);
    public static final int ERR_DUP_DATAREP = constant(27);
    public static final int ERR_FILE_EXISTS = constant(28);
    public static final int ERR_FILE_IN_USE = constant(29);
    public static final int ERR_FILE = constant(30);
    public static final int ERR_INFO_KEY = constant(31);
    public static final int ERR_INFO_NOKEY = constant(32);
    public static final int ERR_INFO_VALUE = constant(33);
    public static final int ERR_INFO = constant(34);
    public static final int ERR_IO = constant(35);
    public static final int ERR_KEYVAL = constant(36);
    public static final int ERR_LOCKTYPE = constant(37);
    public static final int ERR_NAME = constant(38);
    public static final int ERR_NO_MEM = constant(39);
    public static final int ERR_NOT_SAME = constant(40);
    public static final int ERR_NO_SPACE = constant(41);
    public static final int ERR_NO_SUCH_FILE = constant(42);
    public static final int ERR_PORT = constant(43);
    public static final int ERR_QUOTA = constant(44);
    public static final int ERR_READ_ONLY = constant(45);
    public static final int ERR_RMA_CONFLICT = constant(46);
    public static final int ERR_RMA_SYNC = constant(47);
    public static final int ERR_SERVICE = constant(48);
    public static final int ERR_SIZE = constant(49);
    public static final int ERR_SPAWN = constant(50);
    public static final int ERR_UNSUPPORTED_DATAREP = constant(51);
    public static final int ERR_UNSUPPORTED_OPERATION = constant(52);
    public static final int ERR_WIN = constant(53);
    public static final int ERR_PROC_ABORTED = constant(74);
    public static final int ERR_LASTCODE = constant(92);
    public static final int ERR_SYSRESOURCE = constant(0);

    // ---- Datatypes (MPI 3.1 §3.2.2)
    public static final Datatype DATATYPE_NULL = new Datatype(BaseType.NULL);
    public static final Datatype BYTE = new Datatype(BaseType.BYTE);
    public static final Datatype CHAR = new Datatype(BaseType.CHAR);
    public static final Datatype SHORT = new Datatype(BaseType.SHORT);
    public static final Datatype BOOLEAN = new Datatype(BaseType.BOOLEAN);
    public static final Datatype INT = new Datatype(BaseType.INT);
    public static final Datatype LONG = new Datatype(BaseType.LONG);
    public static final Datatype FLOAT = new Datatype(BaseType.FLOAT);
    public static final Datatype DOUBLE = new Datatype(BaseType.DOUBLE);
    public static final Datatype PACKED = new Datatype(BaseType.PACKED);
    public static final Datatype FLOAT_COMPLEX = new Datatype(BaseType.FLOAT_COMPLEX);
    public static final Datatype DOUBLE_COMPLEX = new Datatype(BaseType.DOUBLE_COMPLEX);
    public static final Datatype INT2 = new Datatype(BaseType.INT2);
    public static final Datatype SHORT_INT = new Datatype(BaseType.SHORT_INT);
    public static final Datatype LONG_INT = new Datatype(BaseType.LONG_INT);
    public static final Datatype FLOAT_INT = new Datatype(BaseType.FLOAT_INT);
    public static final Datatype DOUBLE_INT = new Datatype(BaseType.DOUBLE_INT);

    // ---- Views of the pair types
    public static final Int2 int2 = new Int2(4);
    public static final ShortInt shortInt = new ShortInt(4);
    public static final LongInt longInt = new LongInt(8);
    public static final FloatInt floatInt = new FloatInt(4);
    public static final DoubleInt doubleInt = new DoubleInt(8);

    // ---- Reduction operations (MPI 3.1 §5.9.2)
    public static final Op MAX = new Op(OpKind.MAX);
    public static final Op MIN = new Op(OpKind.MIN);
    public static final Op SUM = new Op(OpKind.SUM);
    public static final Op PROD = new Op(OpKind.PROD);
    public static final Op LAND = new Op(OpKind.LAND);
    public static final Op BAND = new Op(OpKind.BAND);
    public static final Op LOR = new Op(OpKind.LOR);
    public static final Op BOR = new Op(OpKind.BOR);
    public static final Op LXOR = new Op(OpKind.LXOR);
    public static final Op BXOR = new Op(OpKind.BXOR);
    public static final Op REPLACE = new Op(OpKind.REPLACE);
    public static final Op NO_OP = new Op(OpKind.NO_OP);
    public static final Op MINLOC = new Op(OpKind.MINLOC);
    public static final Op MAXLOC = new Op(OpKind.MAXLOC);

    // ---- Predefined objects
    public static final Request REQUEST_NULL = new Request();
    public static final Intracomm COMM_WORLD = new Intracomm(Communicator.WORLD);
    public static final Intracomm COMM_SELF = new Intracomm(Communicator.SELF);
    public static final Group GROUP_EMPTY = Group.empty();
    public static final Info INFO_NULL = Info.ofNull();
    public static final Info INFO_ENV = Info.ofEnvironment();

    private MPI() {}

    /** Keeps javac from copying a constant's value into programs. */
    private static int constant(int value) {
        return value;
    }

    // ---- Start and end (MPI 3.1 §8.7, §12.4)

    /**
     * Starts MPI; any thread may call it, once. The thread level is {@link #THREAD_SINGLE}.
     *
     * @param args the program's arguments
     * @return the program's arguments
     * @throws MPIException if MPI runs or has run already, or cannot start
     */
    public static String[] Init(String[] args) throws MPIException {
        InitThread(args, THREAD_SINGLE);
        return args;
    }

    /**
     * Starts MPI for a program with threads.
     *
     * @param args the program's arguments
     * @param required the thread level that the program needs: {@code THREAD_…}
     * @return the thread level in force, which is the required one
     * @throws MPIException if MPI runs or has run already, or cannot start
     */
    public static int InitThread(String[] args, int required) throws MPIException {
        synchronized (MPI.class) {
            requireNotStarted();
            int provided = Math.clamp(required, THREAD_SINGLE, THREAD_MULTIPLE);
            MpiRuntime opened = Startup.open(provided);
            try {
                start(opened);
                SpawnCalls.joinParent(opened);
                opened.environment.reportInitialized();
                Startup.meet(opened);
                Observation.begin();
            } catch (Error | RuntimeException e) {
                throw opened.cutOff(e);
            }
            return provided;
        }
    }

    private static void requireNotStarted() throws MPIException {
        if (MpiRuntime.running() != null) {
            throw new MPIException("MPI is already initialized.");
        }
        if (MpiRuntime.isFinalized()) {
            throw new MPIException("MPI is finalized.");
        }
    }

    /** Makes an opened runtime the current one. */
    static void start(MpiRuntime opened) {
        MpiRuntime.begin(opened);
        CreationCalls.openPredefined(opened);
    }

    /** Returns the thread level in force. */
    public static int queryThread() throws MPIException {
        return MpiRuntime.current().threadLevel;
    }

    /** Returns whether the calling thread is the one that started MPI. */
    public static boolean isThreadMain() throws MPIException {
        return MpiRuntime.current().mainThread == Thread.currentThread();
    }

    /** Ends MPI, when all processes have called it; all communication must be complete. */
    public static void Finalize() throws MPIException {
        synchronized (MPI.class) {
            MpiRuntime ending = MpiRuntime.current();
            Observation.end();
            if (ending.attached != null) {
                BufferedModeCalls.detach();
            }
            try {
                ending.awaitConnected();
                ending.reportLeaks();
                if (ending.monitoring != null) {
                    ending.monitoring.write();
                }
                if (ending.wired != null) {
                    if (Training.isOn()) {
                        Rehearsal.run();
                    }
                    ToolParameters.keep(ending.wired.parameters());
                }
                ending.close();
            } catch (Error | RuntimeException e) {
                throw ending.cutOff(e);
            }
            MpiRuntime.end();
        }
    }

    /** Returns to the state before Init. For tests. */
    static void forget() {
        MpiRuntime.forget();
        ToolParameters.forget();
        Communicator.WORLD.open(null);
        Communicator.SELF.open(null);
        Communicator.PARENT.open(null);
    }

    /** Returns whether MPI has been started, also when it has ended since. */
    public static boolean isInitialized() throws MPIException {
        return MpiRuntime.running() != null || MpiRuntime.isFinalized();
    }

    /** Returns whether MPI has ended. */
    public static boolean isFinalized() throws MPIException {
        return MpiRuntime.isFinalized();
    }

    /** Requires that MPI is running. */
    static void check() throws MPIException {
        MpiRuntime.current();
    }

    // ---- Environment (MPI 3.1 §8.1, §8.6)

    /** Returns the seconds since some time in the past. */
    public static double wtime() throws MPIException {
        check();
        return System.nanoTime() * 1e-9;
    }

    /** Returns the resolution of {@link #wtime} in seconds. */
    public static double wtick() throws MPIException {
        check();
        return 1e-9;
    }

    /** Returns the version of the MPI standard. */
    public static Version getVersion() {
        return new Version(VERSION, SUBVERSION);
    }

    /** Returns name and version of this library. */
    public static String getLibVersion() {
        String version = MPI.class.getPackage().getImplementationVersion();
        return "Strata "
                + (version == null ? "(development build)" : version)
                + ", MPI for the JVM";
    }

    /** Returns the name of the node this process runs on. */
    public static String getProcessorName() throws MPIException {
        MpiRuntime running = MpiRuntime.current();
        return running.proc(running.rank()).host();
    }

    /**
     * Names a region of the program for the report and the timeline of the job (mpirun --report,
     * --timeline), as profiling libraries read this call (MPI 3.1 §14.2.4). Regions are those of
     * the calling thread and lie in one another. Does nothing where the job is not measured.
     *
     * @param level greater than 0: a region begins; less than 0: the last one of this name ends,
     *     with those in it; 0: nothing happens
     * @param obj the region's name, as its {@code toString} gives it; null for no region
     */
    public static void pControl(int level, Object obj) {
        if (level != 0 && obj != null && MpiRuntime.running() != null && Observed.ON) {
            Observed.log().region(RegionLog.name(obj), level > 0);
        }
    }

    // ---- Buffered mode (MPI 3.1 §3.6)

    /**
     * Attaches a buffer for buffered sends (MPI_Buffer_attach). Each message needs its packed size
     * and {@link #BSEND_OVERHEAD} bytes.
     *
     * @param buffer belongs to the library until {@link #detachBuffer}
     * @throws MPIException ERR_BUFFER if one is attached already or it is null
     */
    public static void attachBuffer(byte[] buffer) throws MPIException {
        BufferedModeCalls.attach(buffer);
    }

    /**
     * Waits until all buffered messages have been sent, and detaches the buffer
     * (MPI_Buffer_detach).
     *
     * @return the same array that was attached
     * @throws MPIException ERR_BUFFER if none is attached
     */
    public static byte[] detachBuffer() throws MPIException {
        return BufferedModeCalls.detach();
    }

    // ---- Buffers

    private static ByteBuffer direct(int capacity, int elementBytes) {
        long bytes = (long) capacity * elementBytes;
        if (capacity < 0 || bytes > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(
                    "capacity " + capacity + ": a buffer has 0 to 2147483647 bytes");
        }
        if (bytes > SharedBuffers.LONGEST) {
            // Its extent cannot be remembered: that takes a segment.
            return ByteBuffer.allocateDirect((int) bytes).order(ByteOrder.nativeOrder());
        }
        MpiRuntime running = MpiRuntime.running();
        ByteBuffer shared = running == null ? null : running.buffers.allocate((int) bytes);
        ByteBuffer buffer = shared == null ? ByteBuffer.allocateDirect((int) bytes) : shared;
        return Buffers.remember(buffer).order(ByteOrder.nativeOrder());
    }

    /**
     * Releases the resources that the library caches for messages from a direct buffer, such as
     * registrations with an adapter, at once instead of after the buffer has become unreachable or
     * has been unused for a while (cf. MPI_Free_mem, MPI 3.1 §8.2). The JVM frees the memory
     * itself, as always, when the buffer and everything made from it are unreachable, or when its
     * arena is closed; the buffer stays usable. No operation on it may be under way. Memory may be
     * freed in other ways without this call, but for memory that a library in another language
     * exchanges beneath the buffer. An extension.
     *
     * @param buf a direct buffer; others are ignored
     * @throws MPIException ERR_BUFFER if it is null
     */
    public static void freeMem(Buffer buf) throws MPIException {
        MpiRuntime running = MpiRuntime.current();
        if (buf == null) {
            throw Errors.raise(null, MPI.ERR_BUFFER, "MPI_Free_mem", "the buffer is null");
        }
        try (var _ = running.enter()) {
            running.buffers.giveUp(buf);
        } catch (Error | RuntimeException e) {
            throw running.cutOff(e);
        }
    }

    /** Returns a new direct buffer of {@code capacity} bytes in native byte order. */
    public static ByteBuffer newByteBuffer(int capacity) {
        return direct(capacity, 1);
    }

    /** Returns a new direct buffer of {@code capacity} chars in native byte order. */
    public static CharBuffer newCharBuffer(int capacity) {
        return direct(capacity, 2).asCharBuffer();
    }

    /** Returns a new direct buffer of {@code capacity} shorts in native byte order. */
    public static ShortBuffer newShortBuffer(int capacity) {
        return direct(capacity, 2).asShortBuffer();
    }

    /** Returns a new direct buffer of {@code capacity} ints in native byte order. */
    public static IntBuffer newIntBuffer(int capacity) {
        return direct(capacity, 4).asIntBuffer();
    }

    /** Returns a new direct buffer of {@code capacity} longs in native byte order. */
    public static LongBuffer newLongBuffer(int capacity) {
        return direct(capacity, 8).asLongBuffer();
    }

    /** Returns a new direct buffer of {@code capacity} floats in native byte order. */
    public static FloatBuffer newFloatBuffer(int capacity) {
        return direct(capacity, 4).asFloatBuffer();
    }

    /** Returns a new direct buffer of {@code capacity} doubles in native byte order. */
    public static DoubleBuffer newDoubleBuffer(int capacity) {
        return direct(capacity, 8).asDoubleBuffer();
    }

    /**
     * Returns the part of a buffer from an element on, in native byte order. Sets the buffer's
     * position to it and its limit to the capacity.
     */
    public static ByteBuffer slice(ByteBuffer buf, int offset) {
        Buffers.present(buf).clear().position(offset);
        ByteBuffer bytes = Buffers.bytesOfSlice(buf, buf.order(), offset);
        ByteBuffer slice = bytes == null ? buf.slice(offset, buf.capacity() - offset) : bytes;
        return slice.order(ByteOrder.nativeOrder());
    }

    /**
     * Returns the part of a buffer from an element on. Sets the buffer's position to it and its
     * limit to the capacity.
     */
    public static CharBuffer slice(CharBuffer buf, int offset) {
        Buffers.present(buf).clear().position(offset);
        ByteBuffer bytes = Buffers.bytesOfSlice(buf, buf.order(), offset);
        return bytes == null ? buf.slice(offset, buf.capacity() - offset) : bytes.asCharBuffer();
    }

    /**
     * Returns the part of a buffer from an element on. Sets the buffer's position to it and its
     * limit to the capacity.
     */
    public static ShortBuffer slice(ShortBuffer buf, int offset) {
        Buffers.present(buf).clear().position(offset);
        ByteBuffer bytes = Buffers.bytesOfSlice(buf, buf.order(), offset);
        return bytes == null ? buf.slice(offset, buf.capacity() - offset) : bytes.asShortBuffer();
    }

    /**
     * Returns the part of a buffer from an element on. Sets the buffer's position to it and its
     * limit to the capacity.
     */
    public static IntBuffer slice(IntBuffer buf, int offset) {
        Buffers.present(buf).clear().position(offset);
        ByteBuffer bytes = Buffers.bytesOfSlice(buf, buf.order(), offset);
        return bytes == null ? buf.slice(offset, buf.capacity() - offset) : bytes.asIntBuffer();
    }

    /**
     * Returns the part of a buffer from an element on. Sets the buffer's position to it and its
     * limit to the capacity.
     */
    public static LongBuffer slice(LongBuffer buf, int offset) {
        Buffers.present(buf).clear().position(offset);
        ByteBuffer bytes = Buffers.bytesOfSlice(buf, buf.order(), offset);
        return bytes == null ? buf.slice(offset, buf.capacity() - offset) : bytes.asLongBuffer();
    }

    /**
     * Returns the part of a buffer from an element on. Sets the buffer's position to it and its
     * limit to the capacity.
     */
    public static FloatBuffer slice(FloatBuffer buf, int offset) {
        Buffers.present(buf).clear().position(offset);
        ByteBuffer bytes = Buffers.bytesOfSlice(buf, buf.order(), offset);
        return bytes == null ? buf.slice(offset, buf.capacity() - offset) : bytes.asFloatBuffer();
    }

    /**
     * Returns the part of a buffer from an element on. Sets the buffer's position to it and its
     * limit to the capacity.
     */
    public static DoubleBuffer slice(DoubleBuffer buf, int offset) {
        Buffers.present(buf).clear().position(offset);
        ByteBuffer bytes = Buffers.bytesOfSlice(buf, buf.order(), offset);
        return bytes == null ? buf.slice(offset, buf.capacity() - offset) : bytes.asDoubleBuffer();
    }

    /** Returns the part of an array from an element on; its array offset is {@code offset}. */
    public static ByteBuffer slice(byte[] buf, int offset) {
        return ByteBuffer.wrap(Buffers.present(buf))
                .position(offset)
                .slice()
                .order(ByteOrder.nativeOrder());
    }

    /** Returns the part of an array from an element on; its array offset is {@code offset}. */
    public static CharBuffer slice(char[] buf, int offset) {
        return CharBuffer.wrap(Buffers.present(buf)).position(offset).slice();
    }

    /** Returns the part of an array from an element on; its array offset is {@code offset}. */
    public static ShortBuffer slice(short[] buf, int offset) {
        return ShortBuffer.wrap(Buffers.present(buf)).position(offset).slice();
    }

    /** Returns the part of an array from an element on; its array offset is {@code offset}. */
    public static IntBuffer slice(int[] buf, int offset) {
        return IntBuffer.wrap(Buffers.present(buf)).position(offset).slice();
    }

    /** Returns the part of an array from an element on; its array offset is {@code offset}. */
    public static LongBuffer slice(long[] buf, int offset) {
        return LongBuffer.wrap(Buffers.present(buf)).position(offset).slice();
    }

    /** Returns the part of an array from an element on; its array offset is {@code offset}. */
    public static FloatBuffer slice(float[] buf, int offset) {
        return FloatBuffer.wrap(Buffers.present(buf)).position(offset).slice();
    }

    /** Returns the part of an array from an element on; its array offset is {@code offset}. */
    public static DoubleBuffer slice(double[] buf, int offset) {
        return DoubleBuffer.wrap(Buffers.present(buf)).position(offset).slice();
    }
}
