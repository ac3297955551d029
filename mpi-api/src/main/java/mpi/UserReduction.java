package mpi;

import org.strata.mca.coll.ReduceOp;
import org.strata.opal.datatype.DataLayout;
import org.strata.opal.memory.Memory;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A user's function on one datatype, as the collectives call it. One per collective call. The
 * function gets direct buffers in native order over the operands themselves, or copies when they
 * lie on the heap; booleans always come as arrays.
 *
 * <p>A function that throws does not end the algorithm: the other members wait for the rest of this
 * rank's messages, and messages that it does not receive would match the next collective. The first
 * exception is stored until the algorithm has ended ({@link #throwFailure}); the function is not
 * called again.
 */
final class UserReduction implements ReduceOp {
    /** Largest number of bytes passed to one call of the function. */
    private static final long MOST_BYTES = 1L << 30;

    private final UserFunction function;
    private final boolean commute;
    private final Datatype type;

    /** What the function gets once the program has freed the datatype. */
    private final Datatype snapshot;

    private final DataLayout layout;
    private ByteBuffer inCopy;
    private ByteBuffer inoutCopy;

    /** The first exception of the function, or null. */
    private Throwable failure;

    UserReduction(UserFunction function, boolean commute, Datatype type) {
        this.function = function;
        this.commute = commute;
        this.type = type;
        this.snapshot = type.isPredefined() ? type : type.snapshot();
        this.layout = type.layout();
    }

    /** Returns the datatype for the function: the program's own as long as it exists. */
    private Datatype datatype() {
        return type.isNull() ? snapshot : type;
    }

    /** Returns whether an element fits into a buffer of the function. */
    boolean fits() {
        return bytes(1) <= Integer.MAX_VALUE;
    }

    @Override
    public boolean commutative() {
        return commute;
    }

    /** The function gets a writable buffer. */
    @Override
    public boolean writesInput() {
        return true;
    }

    @Override
    public void apply(Object inBase, long in, Object inoutBase, long inout, long count) {
        if (failure != null) {
            return;
        }
        try {
            call(inBase, in, inoutBase, inout, count);
        } catch (Throwable e) {
            failure = e;
        }
    }

    private void call(Object inBase, long in, Object inoutBase, long inout, long count)
            throws MPIException {
        long stride = layout.extent();
        long piece = 1 + Math.max(0, MOST_BYTES - bytes(1)) / Math.max(1, Math.abs(stride));
        for (long done = 0; done < count; done += piece) {
            int now = (int) Math.min(piece, count - done);
            long at = done * stride + first(now);
            if (type.base() == BaseType.BOOLEAN) {
                callOnBooleans(inBase, in + at, inoutBase, inout + at, now);
            } else {
                callOnBuffers(inBase, in + at, inoutBase, inout + at, now);
            }
        }
    }

    /** Returns where the function's buffer begins: at the origin, or before it if data do. */
    private long first(long count) {
        return Math.min(0, layout.touchedStart(count));
    }

    /** Returns the bytes of the function's buffer: at least the elements' extents. */
    private long bytes(long count) {
        return Math.max(count * layout.extent(), used(count));
    }

    /**
     * Returns the bytes up to the last one of data; a gap at the end may lie outside the memory.
     */
    private long used(long count) {
        return layout.touchedEnd(count) - first(count);
    }

    @Override
    public Throwable failure() {
        return failure;
    }

    /** Lets an operation's function be called again, if it is a user's. */
    static void forgetFailure(ReduceOp operation) {
        if (operation instanceof UserReduction user) {
            user.failure = null;
        }
    }

    /** Throws what an operation's function has thrown, if it is a user's and did. */
    static void throwFailure(ReduceOp operation) throws MPIException {
        if (operation instanceof UserReduction user) {
            rethrow(user.failure);
        }
    }

    /** Throws what a function of the program has thrown, as it is; null: nothing. */
    static void rethrow(Throwable thrown) throws MPIException {
        if (thrown != null) {
            UserReduction.<MPIException>rethrowAs(thrown);
        }
    }

    /** Adds what an operation's function has thrown, if anything, to another error of its call. */
    static void attachFailure(ReduceOp operation, MPIException error) {
        if (operation instanceof UserReduction user && user.failure != null) {
            error.addSuppressed(user.failure);
        }
    }

    /** Throws what functions in languages without checked exceptions throw, as it is. */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <T extends Throwable> void rethrowAs(Throwable thrown) throws T {
        throw (T) thrown;
    }

    private void callOnBooleans(Object inBase, long in, Object inoutBase, long inout, int count)
            throws MPIException {
        boolean[] inVec = new boolean[(int) bytes(count)];
        boolean[] inOutVec = new boolean[inVec.length];
        long used = used(count);
        Memory.copy(inBase, in, inVec, 0, used);
        Memory.copy(inoutBase, inout, inOutVec, 0, used);
        function.call(inVec, inOutVec, count, datatype());
        Memory.copy(inOutVec, 0, inoutBase, inout, used);
    }

    private void callOnBuffers(Object inBase, long in, Object inoutBase, long inout, int count)
            throws MPIException {
        int bytes = (int) bytes(count);
        int used = (int) used(count);
        ByteBuffer inVec;
        if (inBase == null && used == bytes) {
            inVec = view(in, bytes);
        } else {
            inCopy = atLeast(inCopy, bytes);
            inVec = copy(inBase, in, inCopy, used).slice(0, bytes);
        }
        inVec.order(ByteOrder.nativeOrder());
        if (inoutBase == null && used == bytes) {
            function.call(inVec, view(inout, bytes), count, datatype());
        } else {
            inoutCopy = atLeast(inoutCopy, bytes);
            ByteBuffer inOutVec = copy(inoutBase, inout, inoutCopy, used).slice(0, bytes);
            function.call(inVec, inOutVec.order(ByteOrder.nativeOrder()), count, datatype());
            Memory.copyIn(Buffers.offset(inoutCopy), inoutBase, inout, used);
        }
    }

    private static ByteBuffer view(long address, int bytes) {
        ByteBuffer view = Memory.all().asSlice(address, bytes).asByteBuffer();
        return view.order(ByteOrder.nativeOrder());
    }

    private static ByteBuffer atLeast(ByteBuffer buffer, int bytes) {
        return buffer != null && buffer.capacity() >= bytes
                ? buffer
                : ByteBuffer.allocateDirect(bytes);
    }

    private static ByteBuffer copy(Object base, long offset, ByteBuffer to, int bytes) {
        Memory.copyOut(base, offset, Buffers.offset(to), bytes);
        return to;
    }
}
