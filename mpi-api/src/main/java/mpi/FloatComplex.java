package mpi;

import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.util.Objects;

/**
 * View of one complex number of two floats in a buffer, for {@link MPI#FLOAT_COMPLEX}.
 *
 * <p>{@code get} throws IllegalArgumentException if the buffer or array is null, and
 * IndexOutOfBoundsException if it does not hold the number.
 */
public final class FloatComplex {
    private final FloatBuffer buffer;
    private final int offset;

    private FloatComplex(FloatBuffer buffer, int index) {
        this.buffer = buffer;
        this.offset = 2 * Objects.checkIndex(index, buffer.capacity() / 2);
    }

    /** Views the first complex number of a buffer. */
    public static FloatComplex get(FloatBuffer buffer) {
        return get(buffer, 0);
    }

    /** Views complex number {@code index} of a buffer. */
    public static FloatComplex get(FloatBuffer buffer, int index) {
        return new FloatComplex(Buffers.present(buffer), index);
    }

    /** Views the first complex number of an array. */
    public static FloatComplex get(float[] array) {
        return get(array, 0);
    }

    /** Views complex number {@code index} of an array. */
    public static FloatComplex get(float[] array, int index) {
        return new FloatComplex(FloatBuffer.wrap(Buffers.present(array)), index);
    }

    /** Views the first complex number of a buffer, from its position, in its byte order. */
    public static FloatComplex get(ByteBuffer buffer) {
        return get(buffer, 0);
    }

    /** Views complex number {@code index} of a buffer, from its position, in its byte order. */
    public static FloatComplex get(ByteBuffer buffer, int index) {
        return new FloatComplex(Buffers.present(buffer).asFloatBuffer(), index);
    }

    /** Returns the real part. */
    public float getReal() {
        return buffer.get(offset);
    }

    /** Returns the imaginary part. */
    public float getImag() {
        return buffer.get(offset + 1);
    }

    /** Sets the real part. */
    public void putReal(float real) {
        buffer.put(offset, real);
    }

    /** Sets the imaginary part. */
    public void putImag(float imag) {
        buffer.put(offset + 1, imag);
    }

    /** Returns a buffer that begins with this number, for use in communication. */
    public FloatBuffer getBuffer() {
        return offset == 0 ? buffer : MPI.slice(buffer, offset);
    }
}
