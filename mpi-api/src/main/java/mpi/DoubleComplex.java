package mpi;

import java.nio.ByteBuffer;
import java.nio.DoubleBuffer;
import java.util.Objects;

/**
 * View of one complex number of two doubles in a buffer, for {@link MPI#DOUBLE_COMPLEX}.
 *
 * <p>{@code get} throws IllegalArgumentException if the buffer or array is null, and
 * IndexOutOfBoundsException if it does not hold the number.
 */
public final class DoubleComplex {
    private final DoubleBuffer buffer;
    private final int offset;

    private DoubleComplex(DoubleBuffer buffer, int index) {
        this.buffer = buffer;
        this.offset = 2 * Objects.checkIndex(index, buffer.capacity() / 2);
    }

    /** Views the first complex number of a buffer. */
    public static DoubleComplex get(DoubleBuffer buffer) {
        return get(buffer, 0);
    }

    /** Views complex number {@code index} of a buffer. */
    public static DoubleComplex get(DoubleBuffer buffer, int index) {
        return new DoubleComplex(Buffers.present(buffer), index);
    }

    /** Views the first complex number of an array. */
    public static DoubleComplex get(double[] array) {
        return get(array, 0);
    }

    /** Views complex number {@code index} of an array. */
    public static DoubleComplex get(double[] array, int index) {
        return new DoubleComplex(DoubleBuffer.wrap(Buffers.present(array)), index);
    }

    /** Views the first complex number of a buffer, from its position, in its byte order. */
    public static DoubleComplex get(ByteBuffer buffer) {
        return get(buffer, 0);
    }

    /** Views complex number {@code index} of a buffer, from its position, in its byte order. */
    public static DoubleComplex get(ByteBuffer buffer, int index) {
        return new DoubleComplex(Buffers.present(buffer).asDoubleBuffer(), index);
    }

    /** Returns the real part. */
    public double getReal() {
        return buffer.get(offset);
    }

    /** Returns the imaginary part. */
    public double getImag() {
        return buffer.get(offset + 1);
    }

    /** Sets the real part. */
    public void putReal(double real) {
        buffer.put(offset, real);
    }

    /** Sets the imaginary part. */
    public void putImag(double imag) {
        buffer.put(offset + 1, imag);
    }

    /** Returns a buffer that begins with this number, for use in communication. */
    public DoubleBuffer getBuffer() {
        return offset == 0 ? buffer : MPI.slice(buffer, offset);
    }
}
