package mpi;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;

/**
 * A reduction's combining function (MPI 3.1 §5.9.5). Override one of the two forms. Both compute
 * {@code inOut[i] = in[i] op inOut[i]}; for operations that do not commute {@code in} comes from
 * the lower ranks.
 *
 * <p>An exception is thrown by the reduction's call in the process whose function threw it, after
 * the reduction has ended in all processes: its result is undefined in all of them, and later
 * collectives on the communicator are not affected. The function is not called again in that call.
 */
public abstract class UserFunction {
    /** For subclasses. */
    protected UserFunction() {}

    /**
     * Combines arrays of the datatype's base type. Called for {@link MPI#BOOLEAN}, and by default
     * for all others.
     *
     * @param inVec array of the base type's Java type with {@code count} extents, from the first
     *     element's origin on, or from the first data where those lie before
     * @param inOutVec array of the same kind; receives the result
     * @param count number of elements
     * @param datatype datatype of an element
     */
    public void call(Object inVec, Object inOutVec, int count, Datatype datatype)
            throws MPIException {
        throw new UnsupportedOperationException(
                getClass().getName() + " overrides neither form of call");
    }

    /**
     * Combines buffers. By default copies them to arrays and calls the other form.
     *
     * @param in direct buffer in native order with {@code count} extents, from the first element's
     *     origin on, or from the first byte of data where that lies before; read it only
     * @param inOut direct buffer of the same kind; receives the result
     * @param count number of elements
     * @param datatype datatype of an element
     */
    public void call(ByteBuffer in, ByteBuffer inOut, int count, Datatype datatype)
            throws MPIException {
        ByteBuffer a = in.duplicate().order(ByteOrder.nativeOrder());
        ByteBuffer b = inOut.duplicate().order(ByteOrder.nativeOrder());
        switch (datatype.base()) {
            case CHAR -> callChars(a.asCharBuffer(), b.asCharBuffer(), count, datatype);
            case SHORT -> callShorts(a.asShortBuffer(), b.asShortBuffer(), count, datatype);
            case INT -> callInts(a.asIntBuffer(), b.asIntBuffer(), count, datatype);
            case LONG -> callLongs(a.asLongBuffer(), b.asLongBuffer(), count, datatype);
            case FLOAT, FLOAT_COMPLEX ->
                    callFloats(a.asFloatBuffer(), b.asFloatBuffer(), count, datatype);
            case DOUBLE, DOUBLE_COMPLEX ->
                    callDoubles(a.asDoubleBuffer(), b.asDoubleBuffer(), count, datatype);
            case NULL, BOOLEAN -> throw new IllegalArgumentException("Unsupported datatype.");
            default -> callBytes(a, b, count, datatype);
        }
    }

    private void callBytes(ByteBuffer in, ByteBuffer inOut, int count, Datatype datatype)
            throws MPIException {
        byte[] inVec = new byte[in.remaining()];
        byte[] inOutVec = new byte[inOut.remaining()];
        in.get(inVec);
        inOut.get(0, inOutVec);
        call(inVec, inOutVec, count, datatype);
        inOut.put(0, inOutVec);
    }

    private void callChars(CharBuffer in, CharBuffer inOut, int count, Datatype datatype)
            throws MPIException {
        char[] inVec = new char[in.remaining()];
        char[] inOutVec = new char[inOut.remaining()];
        in.get(inVec);
        inOut.get(0, inOutVec);
        call(inVec, inOutVec, count, datatype);
        inOut.put(0, inOutVec);
    }

    private void callShorts(ShortBuffer in, ShortBuffer inOut, int count, Datatype datatype)
            throws MPIException {
        short[] inVec = new short[in.remaining()];
        short[] inOutVec = new short[inOut.remaining()];
        in.get(inVec);
        inOut.get(0, inOutVec);
        call(inVec, inOutVec, count, datatype);
        inOut.put(0, inOutVec);
    }

    private void callInts(IntBuffer in, IntBuffer inOut, int count, Datatype datatype)
            throws MPIException {
        int[] inVec = new int[in.remaining()];
        int[] inOutVec = new int[inOut.remaining()];
        in.get(inVec);
        inOut.get(0, inOutVec);
        call(inVec, inOutVec, count, datatype);
        inOut.put(0, inOutVec);
    }

    private void callLongs(LongBuffer in, LongBuffer inOut, int count, Datatype datatype)
            throws MPIException {
        long[] inVec = new long[in.remaining()];
        long[] inOutVec = new long[inOut.remaining()];
        in.get(inVec);
        inOut.get(0, inOutVec);
        call(inVec, inOutVec, count, datatype);
        inOut.put(0, inOutVec);
    }

    private void callFloats(FloatBuffer in, FloatBuffer inOut, int count, Datatype datatype)
            throws MPIException {
        float[] inVec = new float[in.remaining()];
        float[] inOutVec = new float[inOut.remaining()];
        in.get(inVec);
        inOut.get(0, inOutVec);
        call(inVec, inOutVec, count, datatype);
        inOut.put(0, inOutVec);
    }

    private void callDoubles(DoubleBuffer in, DoubleBuffer inOut, int count, Datatype datatype)
            throws MPIException {
        double[] inVec = new double[in.remaining()];
        double[] inOutVec = new double[inOut.remaining()];
        in.get(inVec);
        inOut.get(0, inOutVec);
        call(inVec, inOutVec, count, datatype);
        inOut.put(0, inOutVec);
    }
}
