package org.strata.mca.osc;

import org.strata.opal.datatype.Buf;
import org.strata.opal.op.NumberKind;
import org.strata.opal.op.OpKind;

import java.lang.foreign.MemorySegment;

/**
 * One window, as one member sees it (MPI 3.1 chapter 11).
 *
 * <p><b>Calls.</b> All methods are called inside the progress bracket. {@code mpi-api} has checked
 * the arguments and the epochs: ranks are members, the origin's buffers hold their elements, origin
 * and target have the same number of bytes. Whether the target's memory holds the elements is for
 * the component to check, before memory is touched.
 *
 * <p><b>Operations</b> may return before they are complete; the origin's buffers belong to the
 * component until a synchronisation, or the {@link OscOperation} if there is one, says that it is.
 * An operation that the target refuses shows as {@link #takeFailure} at the next synchronisation
 * that waits for the target.
 *
 * <p><b>Results</b> are {@code Rc} codes.
 *
 * <p><b>Accumulates</b> are atomic for each element, also among different operations, and those of
 * one origin are applied in the order of the calls.
 */
public interface OscWindow {
    /** Returns the component's name. */
    String component();

    // ---- Operations.

    /**
     * MPI_Put.
     *
     * @param operation completed when the origin's buffer may be reused; or null
     */
    int put(Buf origin, OscTarget target, OscOperation operation);

    /**
     * MPI_Get.
     *
     * @param operation completed when the data have arrived; or null
     */
    int get(Buf origin, OscTarget target, OscOperation operation);

    /**
     * MPI_Accumulate: {@code target = target op origin}, in elements of a kind.
     *
     * @param operation completed when the origin's buffer may be reused; or null
     */
    int accumulate(
            Buf origin, OscTarget target, OpKind op, NumberKind kind, OscOperation operation);

    /**
     * MPI_Get_accumulate, MPI_Fetch_and_op: as {@link #accumulate}, and returns what the target
     * held before.
     *
     * @param origin null when {@code op} needs none: NO_OP
     * @param operation completed when the result has arrived; or null
     */
    int getAccumulate(
            Buf origin,
            Buf result,
            OscTarget target,
            OpKind op,
            NumberKind kind,
            OscOperation operation);

    /** MPI_Compare_and_swap of one element. */
    int compareAndSwap(Buf origin, Buf compare, Buf result, OscTarget target);

    // ---- Completion.

    /** Waits until all operations of this member on a target are complete there. */
    int flush(int target);

    /** Waits until all operations of this member are complete at their targets. */
    int flushAll();

    /** Waits until the buffers of the operations on a target may be reused. */
    int flushLocal(int target);

    /** Waits until the buffers of all operations may be reused. */
    int flushLocalAll();

    /** Orders this member's own loads and stores and those of the others: MPI_Win_sync. */
    void sync();

    /** Returns what a target has refused first since the last call, or null. */
    OscFailure takeFailure();

    // ---- Passive target.

    /**
     * Waits for a lock of a target's window.
     *
     * @param exclusive as MPI_LOCK_EXCLUSIVE
     */
    int lock(int target, boolean exclusive);

    /** Completes all operations on a target, and releases the lock. */
    int unlock(int target);

    /** Waits for a shared lock of every target. */
    int lockAll();

    /** Completes all operations, and releases the locks of all targets. */
    int unlockAll();

    // ---- Active target of groups.

    /** Lets other members access this one's memory until they have completed: MPI_Win_post. */
    int post(int[] origins);

    /** Waits until targets have posted: MPI_Win_start. */
    int start(int[] targets);

    /** Completes all operations on targets, and reports that to them: MPI_Win_complete. */
    int complete(int[] targets);

    /** Waits until the origins of a post have completed: MPI_Win_wait. */
    int await(int[] origins);

    /** Polls, and returns whether {@link #await} would return at once; it has then happened. */
    boolean test(int[] origins);

    // ---- Memory.

    /**
     * Attaches memory to a dynamic window.
     *
     * @param owner keeps it alive
     * @return the displacement of its first byte; -1 when it overlaps attached memory
     */
    long attach(long address, long bytes, Object owner);

    /** Detaches memory; returns whether it was attached. */
    boolean detach(long address);

    /**
     * Returns a member's memory as it is mapped in this process; null where it cannot be accessed
     * by loads and stores.
     *
     * @param member a rank; -1 for the whole memory of an allocated shared window
     */
    MemorySegment memoryOf(int member);

    /** Releases everything. Collective, after all members have completed their operations. */
    void close();
}
