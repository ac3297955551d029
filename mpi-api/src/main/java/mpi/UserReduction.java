package mpi;

import org.strata.mca.coll.ReduceOp;
import org.strata.opal.memory.Memory;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A user's function on one datatype, as the collectives call it. One per collective call. The
 * function gets direct buffers in native order over the operands themselves, or copies when they
 * lie on the heap; booleans always come as arrays.
 */
final class UserReduction implements ReduceOp {
    /** What the function was given at once, at most. */
    private static final long MOST_BYTES = 1L << 30;

    private final UserFunction function;
    private final boolean commute;
    private final Datatype type;
    private final long extent;
    private ByteBuffer inCopy;
    private ByteBuffer inoutCopy;

    UserReduction(UserFunction function, boolean commute, Datatype type) {
        this.function = function;
        this.commute = commute;
        this.type = type;
        this.extent = Math.max(0, type.layout().extent());
    }

    /** Carries an exception of the user's function through the layers below. */
    static final class Failed extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private Failed(MPIException cause) {
            super(cause);
        }

        /** Returns what the function threw. */
        MPIException thrown() {
            return (MPIException) getCause();
        }
    }

    @Override
    public boolean commutative() {
        return commute;
    }

    @Override
    public void apply(Object inBase, long in, Object inoutBase, long inout, long count) {
        long piece = Math.max(1, MOST_BYTES / Math.max(1, extent));
        try {
            for (long done = 0; done < count; done += piece) {
                int now = (int) Math.min(piece, count - done);
                long at = done * extent;
                if (type.base() == BaseType.BOOLEAN) {
                    callOnBooleans(inBase, in + at, inoutBase, inout + at, now);
                } else {
                    callOnBuffers(inBase, in + at, inoutBase, inout + at, now);
                }
            }
        } catch (MPIException e) {
            throw new Failed(e);
        }
    }

    private void callOnBooleans(Object inBase, long in, Object inoutBase, long inout, int count)
            throws MPIException {
        boolean[] inVec = new boolean[(int) (count * extent)];
        boolean[] inOutVec = new boolean[inVec.length];
        int used = used(count);
        Memory.copy(inBase, in, inVec, 0, used);
        Memory.copy(inoutBase, inout, inOutVec, 0, used);
        function.call(inVec, inOutVec, count, type);
        Memory.copy(inOutVec, 0, inoutBase, inout, used);
    }

    /** Returns the bytes up to the last one named; a gap at the end may lie outside the buffer. */
    private int used(int count) {
        return (int) Math.min(count * extent, type.layout().touchedEnd(count));
    }

    private void callOnBuffers(Object inBase, long in, Object inoutBase, long inout, int count)
            throws MPIException {
        int bytes = (int) (count * extent);
        int used = used(count);
        ByteBuffer inVec;
        if (inBase == null && used == bytes) {
            inVec = view(in, bytes);
        } else {
            inCopy = atLeast(inCopy, bytes);
            inVec = copy(inBase, in, inCopy, used).slice(0, bytes);
        }
        inVec.order(ByteOrder.nativeOrder());
        if (inoutBase == null && used == bytes) {
            function.call(inVec, view(inout, bytes), count, type);
        } else {
            inoutCopy = atLeast(inoutCopy, bytes);
            ByteBuffer inOutVec = copy(inoutBase, inout, inoutCopy, used).slice(0, bytes);
            function.call(inVec, inOutVec.order(ByteOrder.nativeOrder()), count, type);
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
