package mpi;

import mpi.WindowOpCalls.Operand;
import mpi.WindowOpCalls.Place;

import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.util.Map;

/**
 * A window: memory of each process of a communicator that the others read and write by one-sided
 * operations (MPI 3.1 chapter 11).
 *
 * <p>Operations may be called in an access epoch only: between two {@link #fence fences}, from
 * {@link #start} to {@link #complete}, or while the target is {@link #lock locked}. They are
 * complete, and their buffers may be reused, after the call that ends the epoch, or a flush. NIO
 * buffers are direct ones; their position and limit do not count.
 *
 * <p>Displacements count the target's units: the displacement unit that it has named, in elements
 * of the buffer type of its base. In a dynamic window they count bytes from the memory that was
 * attached first, see {@link #attachAt}.
 *
 * <p>Errors go to the window's error handler, at first {@link MPI#ERRORS_ARE_FATAL}. Operations
 * outside of an epoch are ERR_RMA_SYNC, those outside of the target's memory RMA_RANGE (68).
 */
public final class Win implements Freeable {
    /** Not used: a window that was freed is null. */
    public static final int WIN_NULL = 0;

    /** Memory of each process by itself (MPI_Win_allocate). */
    public static final int FLAVOR_PRIVATE = 0;

    /** Memory that all processes map (MPI_Win_allocate_shared). */
    public static final int FLAVOR_SHARED = 1;

    private final MpiWindow window;

    /**
     * Makes a window over memory of the program (MPI_Win_create, MPI 3.1 §11.2.1); collective.
     *
     * @param base this process's memory, a direct buffer
     * @param size elements of the buffer; what lies behind the buffer's end cannot be accessed
     * @param dispUnit elements that a displacement of 1 stands for
     * @param info hints: with {@code no_locks=true}, locks are errors
     * @param comm its processes
     * @throws MPIException ERR_SIZE, ERR_DISP, ERR_BASE
     */
    public Win(Buffer base, int size, int dispUnit, Info info, Comm comm) throws MPIException {
        Communicator members = members(comm, "MPI_Win_create");
        Map<String, String> hints = Info.pairs(info, "MPI_Win_create");
        window = WindowCreationCalls.create(members, base, size, dispUnit, hints);
    }

    /**
     * Makes a window with memory of the library (MPI_Win_allocate, MPI_Win_allocate_shared, MPI 3.1
     * §11.2.2, §11.2.3); collective.
     *
     * @param size elements of {@code base}'s type, bytes when that is null
     * @param dispUnit elements that a displacement of 1 stands for
     * @param info hints: with {@code no_locks=true}, locks are errors
     * @param comm its processes
     * @param base a direct buffer or null; with {@link #FLAVOR_PRIVATE}, a buffer of at least
     *     {@code size} elements is the window's memory. {@link #sharedQuery} returns the memory in
     *     every case
     * @param flavor {@link #FLAVOR_PRIVATE} or {@link #FLAVOR_SHARED}
     * @throws MPIException ERR_SIZE, ERR_DISP, ERR_ARG, ERR_NO_MEM; RMA_SHARED (71) if the
     *     processes do not share memory
     */
    public Win(int size, int dispUnit, Info info, Comm comm, Buffer base, int flavor)
            throws MPIException {
        Communicator members = members(comm, "MPI_Win_allocate");
        Map<String, String> hints = Info.pairs(info, "MPI_Win_allocate");
        if (flavor != FLAVOR_PRIVATE && flavor != FLAVOR_SHARED) {
            String detail = "flavor " + flavor;
            throw Errors.raise(members, MPI.ERR_ARG, "MPI_Win_allocate", detail);
        }
        boolean shared = flavor == FLAVOR_SHARED;
        window = WindowCreationCalls.allocate(members, base, size, dispUnit, shared, hints);
    }

    /**
     * Makes a window without memory (MPI_Win_create_dynamic, MPI 3.1 §11.2.4); collective.
     *
     * @param info hints: with {@code no_locks=true}, locks are errors
     * @param comm its processes
     */
    public Win(Info info, Comm comm) throws MPIException {
        Communicator members = members(comm, "MPI_Win_create_dynamic");
        window = WindowCreationCalls.dynamic(members, Info.pairs(info, "MPI_Win_create_dynamic"));
    }

    private static Communicator members(Comm comm, String call) throws MPIException {
        MPI.check();
        if (comm == null || comm.isNull()) {
            throw Errors.raise(null, MPI.ERR_COMM, call, "the communicator is null or was freed");
        }
        if (comm.isInter()) {
            String detail = "a window needs an intra-communicator";
            throw Errors.raise(comm.comm, MPI.ERR_COMM, call, detail);
        }
        return comm.comm;
    }

    /** Returns whether the window was freed. */
    boolean isNull() {
        return window.comm.isNull();
    }

    /** Frees the window (MPI 3.1 §11.2.5); collective, outside of all epochs. */
    @Override
    public void free() throws MPIException {
        WindowCreationCalls.free(window);
    }

    // ---- Memory.

    /**
     * Attaches memory to a dynamic window (MPI 3.1 §11.2.4). See {@link #attachAt} for where.
     *
     * @param base a direct buffer
     * @param size elements of it
     * @throws MPIException ERR_SIZE; RMA_ATTACH (69) if a part of it is attached already
     */
    public void attach(Buffer base, int size) throws MPIException {
        WindowLocalCalls.attach(window, base, size);
    }

    /**
     * Attaches memory to a dynamic window, and returns the displacement of its first byte, which
     * other processes use to access it. Displacements are ints and cannot be addresses: the memory
     * that is attached first gets 0, further memory the lowest multiple of 64 behind memory that is
     * attached where it fits. An extension.
     *
     * @param base a direct buffer
     * @param size elements of it
     */
    public int attachAt(Buffer base, int size) throws MPIException {
        return WindowLocalCalls.attach(window, base, size);
    }

    /**
     * Detaches memory from a dynamic window (MPI 3.1 §11.2.4).
     *
     * @param base what was attached, or another buffer that begins there
     * @throws MPIException ERR_BASE if nothing is attached that begins there
     */
    public void detach(Buffer base) throws MPIException {
        WindowLocalCalls.detach(window, base);
    }

    /**
     * Returns a process's memory, for loads and stores (MPI_Win_shared_query, MPI 3.1 §11.2.3): in
     * a shared window everybody's, otherwise that of processes of this host where the library could
     * map it, and one's own that the library has allocated. The buffer is not to be used after
     * {@link #free}. An extension.
     *
     * @param rank the process; {@link MPI#PROC_NULL} for the whole memory of a shared window, in
     *     which the processes' memories lie one after another
     * @throws MPIException RMA_FLAVOR (70) if it is not mapped in this process
     */
    public ByteBuffer sharedQuery(int rank) throws MPIException {
        return WindowLocalCalls.sharedQuery(window, rank);
    }

    // ---- Operations (MPI 3.1 §11.3).

    /**
     * Writes to a target's memory (MPI_Put).
     *
     * @param origin the data
     * @param orgCount elements of them
     * @param orgType their datatype
     * @param targetRank the process; {@link MPI#PROC_NULL} for none
     * @param targetDisp where in its window
     * @param targetCount elements there
     * @param targetType their datatype, of the same number of bytes altogether
     */
    public void put(
            Buffer origin,
            int orgCount,
            Datatype orgType,
            int targetRank,
            int targetDisp,
            int targetCount,
            Datatype targetType)
            throws MPIException {
        put((Object) origin, orgCount, orgType, targetRank, targetDisp, targetCount, targetType);
    }

    /**
     * As {@link #put(Buffer, int, Datatype, int, int, int, Datatype)}, also with arrays and memory
     * segments. An extension.
     */
    public void put(
            Object origin,
            int orgCount,
            Datatype orgType,
            int targetRank,
            int targetDisp,
            int targetCount,
            Datatype targetType)
            throws MPIException {
        Place place = new Place(targetRank, targetDisp, targetCount, targetType);
        WindowOpCalls.put(window, new Operand(origin, orgCount, orgType), place);
    }

    /**
     * Reads a target's memory (MPI_Get); the arguments are those of {@link #put}.
     *
     * @param origin where the data go
     */
    public void get(
            Buffer origin,
            int orgCount,
            Datatype orgType,
            int targetRank,
            int targetDisp,
            int targetCount,
            Datatype targetType)
            throws MPIException {
        get((Object) origin, orgCount, orgType, targetRank, targetDisp, targetCount, targetType);
    }

    /**
     * As {@link #get(Buffer, int, Datatype, int, int, int, Datatype)}, also with arrays and memory
     * segments. An extension.
     */
    public void get(
            Object origin,
            int orgCount,
            Datatype orgType,
            int targetRank,
            int targetDisp,
            int targetCount,
            Datatype targetType)
            throws MPIException {
        Place place = new Place(targetRank, targetDisp, targetCount, targetType);
        WindowOpCalls.get(window, new Operand(origin, orgCount, orgType), place);
    }

    /**
     * Combines data with a target's memory (MPI_Accumulate), atomically for each element; the other
     * arguments are those of {@link #put}.
     *
     * @param op a predefined operation, {@link MPI#REPLACE} too
     */
    public void accumulate(
            Buffer origin,
            int orgCount,
            Datatype orgType,
            int targetRank,
            int targetDisp,
            int targetCount,
            Datatype targetType,
            Op op)
            throws MPIException {
        accumulate(
                (Object) origin,
                orgCount,
                orgType,
                targetRank,
                targetDisp,
                targetCount,
                targetType,
                op);
    }

    /**
     * As {@link #accumulate(Buffer, int, Datatype, int, int, int, Datatype, Op)}, also with arrays
     * and memory segments. An extension.
     */
    public void accumulate(
            Object origin,
            int orgCount,
            Datatype orgType,
            int targetRank,
            int targetDisp,
            int targetCount,
            Datatype targetType,
            Op op)
            throws MPIException {
        Place place = new Place(targetRank, targetDisp, targetCount, targetType);
        WindowOpCalls.accumulate(window, new Operand(origin, orgCount, orgType), place, op);
    }

    /**
     * Combines data with a target's memory, and returns what it held before, atomically for each
     * element (MPI_Get_accumulate); the other arguments are those of {@link #put}.
     *
     * @param resultAddr what the target held
     * @param resultCount elements of it
     * @param resultType their datatype
     * @param op a predefined operation; with {@link MPI#NO_OP}, which only reads, the origin is not
     *     used and may be null
     */
    public void getAccumulate(
            Buffer origin,
            int orgCount,
            Datatype orgType,
            Buffer resultAddr,
            int resultCount,
            Datatype resultType,
            int targetRank,
            int targetDisp,
            int targetCount,
            Datatype targetType,
            Op op)
            throws MPIException {
        getAccumulate(
                (Object) origin,
                orgCount,
                orgType,
                (Object) resultAddr,
                resultCount,
                resultType,
                targetRank,
                targetDisp,
                targetCount,
                targetType,
                op);
    }

    /**
     * As {@link #getAccumulate(Buffer, int, Datatype, Buffer, int, Datatype, int, int, int,
     * Datatype, Op)}, also with arrays and memory segments. An extension.
     */
    public void getAccumulate(
            Object origin,
            int orgCount,
            Datatype orgType,
            Object resultAddr,
            int resultCount,
            Datatype resultType,
            int targetRank,
            int targetDisp,
            int targetCount,
            Datatype targetType,
            Op op)
            throws MPIException {
        Operand data = new Operand(origin, orgCount, orgType);
        Operand result = new Operand(resultAddr, resultCount, resultType);
        Place place = new Place(targetRank, targetDisp, targetCount, targetType);
        WindowOpCalls.getAccumulate(window, data, result, place, op);
    }

    /**
     * Replaces an element if it equals another one, atomically (MPI_Compare_and_swap).
     *
     * @param origin the new element
     * @param compareAddr what the target's element must equal
     * @param resultAddr what the target held before
     * @param targetType a predefined integer, boolean or byte type
     * @param targetRank the process
     * @param targetDisp where in its window
     */
    public void compareAndSwap(
            Buffer origin,
            Buffer compareAddr,
            Buffer resultAddr,
            Datatype targetType,
            int targetRank,
            int targetDisp)
            throws MPIException {
        compareAndSwap(
                (Object) origin,
                (Object) compareAddr,
                (Object) resultAddr,
                targetType,
                targetRank,
                targetDisp);
    }

    /**
     * As {@link #compareAndSwap(Buffer, Buffer, Buffer, Datatype, int, int)}, also with arrays and
     * memory segments. An extension.
     */
    public void compareAndSwap(
            Object origin,
            Object compareAddr,
            Object resultAddr,
            Datatype targetType,
            int targetRank,
            int targetDisp)
            throws MPIException {
        WindowOpCalls.compareAndSwap(
                window,
                new Operand(origin, 1, targetType),
                new Operand(compareAddr, 1, targetType),
                new Operand(resultAddr, 1, targetType),
                new Place(targetRank, targetDisp, 1, targetType));
    }

    /**
     * Combines an element with one of the target, and returns what that was, atomically
     * (MPI_Fetch_and_op).
     *
     * @param origin the element
     * @param resultAddr what the target held before
     * @param dataType a predefined datatype
     * @param targetRank the process
     * @param targetDisp where in its window
     * @param op a predefined operation
     */
    public void fetchAndOp(
            Buffer origin,
            Buffer resultAddr,
            Datatype dataType,
            int targetRank,
            int targetDisp,
            Op op)
            throws MPIException {
        fetchAndOp((Object) origin, (Object) resultAddr, dataType, targetRank, targetDisp, op);
    }

    /**
     * As {@link #fetchAndOp(Buffer, Buffer, Datatype, int, int, Op)}, also with arrays and memory
     * segments. An extension.
     */
    public void fetchAndOp(
            Object origin,
            Object resultAddr,
            Datatype dataType,
            int targetRank,
            int targetDisp,
            Op op)
            throws MPIException {
        WindowOpCalls.fetchAndOp(
                window,
                new Operand(origin, 1, dataType),
                new Operand(resultAddr, 1, dataType),
                new Place(targetRank, targetDisp, 1, dataType),
                op);
    }

    /**
     * As {@link #put}, with a request that is complete when the buffer may be reused (MPI_Rput). As
     * all operations with requests it is allowed in every access epoch, as in Open MPI; MPI 3.1
     * §11.3.5 has them only while the target is locked.
     */
    public final Request rPut(
            Buffer origin_addr,
            int origin_count,
            Datatype origin_datatype,
            int target_rank,
            int target_disp,
            int target_count,
            Datatype target_datatype)
            throws MPIException {
        return rPut(
                (Object) origin_addr,
                origin_count,
                origin_datatype,
                target_rank,
                target_disp,
                target_count,
                target_datatype);
    }

    /**
     * As {@link #rPut(Buffer, int, Datatype, int, int, int, Datatype)}, also with arrays and memory
     * segments. An extension.
     */
    public final Request rPut(
            Object origin_addr,
            int origin_count,
            Datatype origin_datatype,
            int target_rank,
            int target_disp,
            int target_count,
            Datatype target_datatype)
            throws MPIException {
        Place place = new Place(target_rank, target_disp, target_count, target_datatype);
        Operand origin = new Operand(origin_addr, origin_count, origin_datatype);
        return WindowOpCalls.rPut(window, origin, place);
    }

    /** As {@link #get}, with a request that is complete when the data are there (MPI_Rget). */
    public final Request rGet(
            Buffer origin,
            int orgCount,
            Datatype orgType,
            int targetRank,
            int targetDisp,
            int targetCount,
            Datatype targetType)
            throws MPIException {
        return rGet(
                (Object) origin,
                orgCount,
                orgType,
                targetRank,
                targetDisp,
                targetCount,
                targetType);
    }

    /**
     * As {@link #rGet(Buffer, int, Datatype, int, int, int, Datatype)}, also with arrays and memory
     * segments. An extension.
     */
    public final Request rGet(
            Object origin,
            int orgCount,
            Datatype orgType,
            int targetRank,
            int targetDisp,
            int targetCount,
            Datatype targetType)
            throws MPIException {
        Place place = new Place(targetRank, targetDisp, targetCount, targetType);
        return WindowOpCalls.rGet(window, new Operand(origin, orgCount, orgType), place);
    }

    /**
     * As {@link #accumulate}, with a request that is complete when the buffer may be reused
     * (MPI_Raccumulate).
     */
    public Request rAccumulate(
            Buffer origin,
            int orgCount,
            Datatype orgType,
            int targetRank,
            int targetDisp,
            int targetCount,
            Datatype targetType,
            Op op)
            throws MPIException {
        return rAccumulate(
                (Object) origin,
                orgCount,
                orgType,
                targetRank,
                targetDisp,
                targetCount,
                targetType,
                op);
    }

    /**
     * As {@link #rAccumulate(Buffer, int, Datatype, int, int, int, Datatype, Op)}, also with arrays
     * and memory segments. An extension.
     */
    public Request rAccumulate(
            Object origin,
            int orgCount,
            Datatype orgType,
            int targetRank,
            int targetDisp,
            int targetCount,
            Datatype targetType,
            Op op)
            throws MPIException {
        Place place = new Place(targetRank, targetDisp, targetCount, targetType);
        Operand data = new Operand(origin, orgCount, orgType);
        return WindowOpCalls.rAccumulate(window, data, place, op);
    }

    /**
     * As {@link #getAccumulate}, with a request that is complete when the result is there
     * (MPI_Rget_accumulate).
     */
    public Request rGetAccumulate(
            Buffer origin,
            int orgCount,
            Datatype orgType,
            Buffer resultAddr,
            int resultCount,
            Datatype resultType,
            int targetRank,
            int targetDisp,
            int targetCount,
            Datatype targetType,
            Op op)
            throws MPIException {
        return rGetAccumulate(
                (Object) origin,
                orgCount,
                orgType,
                (Object) resultAddr,
                resultCount,
                resultType,
                targetRank,
                targetDisp,
                targetCount,
                targetType,
                op);
    }

    /**
     * As {@link #rGetAccumulate(Buffer, int, Datatype, Buffer, int, Datatype, int, int, int,
     * Datatype, Op)}, also with arrays and memory segments. An extension.
     */
    public Request rGetAccumulate(
            Object origin,
            int orgCount,
            Datatype orgType,
            Object resultAddr,
            int resultCount,
            Datatype resultType,
            int targetRank,
            int targetDisp,
            int targetCount,
            Datatype targetType,
            Op op)
            throws MPIException {
        Operand data = new Operand(origin, orgCount, orgType);
        Operand result = new Operand(resultAddr, resultCount, resultType);
        Place place = new Place(targetRank, targetDisp, targetCount, targetType);
        return WindowOpCalls.rGetAccumulate(window, data, result, place, op);
    }

    // ---- Active target (MPI 3.1 §11.5.1, §11.5.2).

    /**
     * Completes all operations on the window, of every process, and begins the next epoch;
     * collective.
     *
     * @param assertion 0, or a sum of {@code MODE_NOSTORE}, {@code MODE_NOPUT}, {@code
     *     MODE_NOPRECEDE}, {@code MODE_NOSUCCEED}
     */
    public void fence(int assertion) throws MPIException {
        WindowSyncCalls.fence(window, assertion);
    }

    /**
     * Begins an access epoch, when the targets have posted.
     *
     * @param group the targets
     * @param assertion 0 or {@code MODE_NOCHECK}: they have posted
     */
    public void start(Group group, int assertion) throws MPIException {
        WindowSyncCalls.start(window, group, assertion);
    }

    /** Ends the access epoch that {@link #start} has begun. */
    public void complete() throws MPIException {
        WindowSyncCalls.complete(window);
    }

    /**
     * Begins an exposure epoch.
     *
     * @param group the processes that may access this one's memory
     * @param assertion 0, or a sum of {@code MODE_NOCHECK}, {@code MODE_NOSTORE}, {@code
     *     MODE_NOPUT}
     */
    public void post(Group group, int assertion) throws MPIException {
        WindowSyncCalls.post(window, group, assertion);
    }

    /** Ends the exposure epoch that {@link #post} has begun: waits for the complete calls. */
    public void waitFor() throws MPIException {
        WindowSyncCalls.await(window);
    }

    /** Ends the exposure epoch if all processes have completed; returns whether. */
    public boolean test() throws MPIException {
        return WindowSyncCalls.test(window);
    }

    // ---- Passive target (MPI 3.1 §11.5.3, §11.5.4).

    /**
     * Locks a target's memory, and begins an access epoch.
     *
     * @param lockType {@link MPI#LOCK_EXCLUSIVE} or {@link MPI#LOCK_SHARED}
     * @param rank the target
     * @param assertion 0 or {@code MODE_NOCHECK}: nobody holds a conflicting lock
     * @throws MPIException ERR_LOCKTYPE, ERR_RANK, ERR_ASSERT, ERR_RMA_SYNC, ERR_RMA_CONFLICT
     */
    public void lock(int lockType, int rank, int assertion) throws MPIException {
        WindowSyncCalls.lock(window, lockType, rank, assertion);
    }

    /** Completes all operations on a target, and unlocks it. */
    public void unlock(int rank) throws MPIException {
        WindowSyncCalls.unlock(window, rank);
    }

    /**
     * Locks the memory of all targets, shared.
     *
     * @param assertion 0 or {@code MODE_NOCHECK}
     */
    public void lockAll(int assertion) throws MPIException {
        WindowSyncCalls.lockAll(window, assertion);
    }

    /** Completes all operations, and unlocks all targets. */
    public void unlockAll() throws MPIException {
        WindowSyncCalls.unlockAll(window);
    }

    /** Makes this process's own accesses to its memory and those of others visible mutually. */
    public void sync() throws MPIException {
        WindowSyncCalls.sync(window);
    }

    /** Completes all operations on a locked target, there too. */
    public void flush(int targetRank) throws MPIException {
        WindowSyncCalls.flush(window, targetRank, false);
    }

    /** Completes all operations on all locked targets, there too. */
    public void flushAll() throws MPIException {
        WindowSyncCalls.flushAll(window, false);
    }

    /** Completes all operations on a locked target here: their buffers may be reused. */
    public void flushLocal(int targetRank) throws MPIException {
        WindowSyncCalls.flush(window, targetRank, true);
    }

    /** Completes all operations on all locked targets here: their buffers may be reused. */
    public void flushLocalAll() throws MPIException {
        WindowSyncCalls.flushAll(window, true);
    }

    // ---- Group, name, hints, attributes, errors.

    /** Returns the group of the window's processes (MPI 3.1 §11.2.6). */
    public Group getGroup() throws MPIException {
        return WindowLocalCalls.group(window);
    }

    /** Returns the name; empty when none was set (MPI 3.1 §6.8). */
    public String getName() throws MPIException {
        return WindowLocalCalls.name(window);
    }

    /**
     * Names the window, for messages (MPI 3.1 §6.8).
     *
     * @param name at most {@link MPI#MAX_OBJECT_NAME} characters count
     */
    public void setName(String name) throws MPIException {
        WindowLocalCalls.setName(window, name);
    }

    /** Returns the hints in use (MPI 3.1 §11.2.7). */
    public Info getInfo() throws MPIException {
        return Info.of(WindowLocalCalls.hints(window));
    }

    /** Sets hints (MPI 3.1 §11.2.7); those that are not given keep their values. */
    public void setInfo(Info info) throws MPIException {
        WindowLocalCalls.setHints(window, Info.pairs(info, "MPI_Win_set_info"));
    }

    /** Makes a key for attributes of windows (MPI 3.1 §6.7.3). */
    public static int createKeyval() throws MPIException {
        return Keyval.create(Keyval.Kind.WINDOW);
    }

    /** Frees a key (MPI 3.1 §6.7.3). It stays usable until the last attribute under it is gone. */
    public static void freeKeyval(int keyval) throws MPIException {
        Keyval.free(Keyval.Kind.WINDOW, keyval, "MPI_Win_free_keyval");
    }

    /**
     * Sets an attribute (MPI 3.1 §6.7.3).
     *
     * @param keyval from {@link #createKeyval}
     * @param value something serialisable, of which a copy is kept
     */
    public void setAttr(int keyval, Object value) throws MPIException {
        WindowLocalCalls.setAttr(window, keyval, value);
    }

    /**
     * Returns a copy of an attribute, null when it is not set (MPI 3.1 §6.7.3), or a predefined
     * one: {@link MPI#WIN_BASE} (a Long: the address), {@link MPI#WIN_SIZE} and {@link
     * MPI#WIN_DISP_UNIT} (Integers: bytes).
     */
    public Object getAttr(int keyval) throws MPIException {
        return WindowLocalCalls.attr(window, keyval);
    }

    /** Deletes an attribute (MPI 3.1 §6.7.3). */
    public void deleteAttr(int keyval) throws MPIException {
        WindowLocalCalls.deleteAttr(window, keyval);
    }

    /** Sets what happens when a call on this window fails (MPI 3.1 §8.3.2). */
    public void setErrhandler(Errhandler errhandler) throws MPIException {
        WindowLocalCalls.setErrhandler(window, errhandler);
    }

    /** Returns what happens when a call on this window fails. */
    public Errhandler getErrhandler() throws MPIException {
        return WindowLocalCalls.errhandler(window);
    }

    /** Calls the error handler with an error code (MPI 3.1 §8.3.4). */
    public void callErrhandler(int errorCode) throws MPIException {
        WindowLocalCalls.callErrhandler(window, errorCode);
    }
}
