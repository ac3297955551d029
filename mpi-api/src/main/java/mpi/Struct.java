package mpi;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * Base class of user-defined records: a subclass adds its fields in field initialisers, and gets a
 * datatype and typed views of records in buffers.
 *
 * <p>Fields are packed, without padding between them, unless {@link #setOffset} leaves a gap. The
 * first use of the type or its extent commits the record: fields cannot be added any more, and the
 * extent becomes that of the datatype, a multiple of its strictest alignment (MPI 3.1 §4.1.6). All
 * offsets and extents are bytes. A record can be committed only while MPI is running.
 *
 * <p>As in Open MPI, adding a field to a committed record is an AssertionError, and the methods
 * without MPIException in their signatures throw IllegalArgumentException for lengths and offsets
 * that no record can have. Accessors of {@link Data} throw what the buffer's own accesses throw.
 */
public abstract class Struct {
    private static final String MISMATCH = "no such field of this type";

    private final List<Field> fields = new ArrayList<>();
    private int extent;
    private Datatype type;

    /** For subclasses. */
    protected Struct() {}

    private record Field(Datatype type, int offset, int length) {}

    /**
     * Returns the distance between consecutive records in a buffer.
     *
     * @return bytes
     * @throws MPIException if MPI is not running
     */
    public final int getExtent() throws MPIException {
        commit();
        return extent;
    }

    /**
     * Returns the datatype of one record, committed; its base type is {@link MPI#BYTE}.
     *
     * @throws MPIException if MPI is not running
     */
    public final Datatype getType() throws MPIException {
        commit();
        return type;
    }

    private void commit() throws MPIException {
        if (type != null) {
            return;
        }
        int count = fields.size();
        int[] lengths = new int[count];
        int[] offsets = new int[count];
        Datatype[] types = new Datatype[count];
        for (int i = 0; i < count; i++) {
            lengths[i] = fields.get(i).length();
            offsets[i] = fields.get(i).offset();
            types[i] = fields.get(i).type();
        }
        Datatype made = Datatype.createStruct(lengths, offsets, types);
        made.commit();
        extent = made.getExtent();
        type = made;
    }

    /** Makes a view; {@link #getData} points it at a record. */
    protected abstract Data newData();

    /** Returns a view of the record at the beginning of a buffer; nothing is copied. */
    public final <T extends Data> T getData(ByteBuffer buffer) throws MPIException {
        return getData(buffer, 0);
    }

    /**
     * Returns a view of a record in a buffer of records; nothing is copied.
     *
     * @param buffer from {@link MPI#newByteBuffer}, or in native byte order
     * @param index which record
     * @throws MPIException if MPI is not running, ERR_BUFFER if the buffer is null, ERR_ARG if no
     *     buffer can have that many records. Accesses to a record that this buffer does not hold
     *     throw IndexOutOfBoundsException.
     */
    public final <T extends Data> T getData(ByteBuffer buffer, int index) throws MPIException {
        commit();
        if (buffer == null) {
            throw refused(MPI.ERR_BUFFER, "the buffer of records is null");
        }
        long offset = (long) index * extent;
        if (index < 0 || offset != (int) offset) {
            String what = "record " + index + " of " + extent + " bytes";
            throw refused(MPI.ERR_ARG, what + " is in no buffer");
        }
        return view(buffer, (int) offset);
    }

    /** Returns a view of the record at the beginning of an array; nothing is copied. */
    public final <T extends Data> T getData(byte[] array) throws MPIException {
        return getData(array, 0);
    }

    /** Returns a view of record {@code index} in an array of records; nothing is copied. */
    public final <T extends Data> T getData(byte[] array, int index) throws MPIException {
        ByteBuffer records = array == null ? null : ByteBuffer.wrap(array);
        return getData(records == null ? null : records.order(ByteOrder.nativeOrder()), index);
    }

    /** No handle is involved: the caller gets the exception whatever the error handlers are. */
    private static MPIException refused(int errorClass, String detail) {
        String text = ErrorTexts.text(errorClass) + ": " + detail;
        return new MPIException(errorClass, errorClass, text);
    }

    @SuppressWarnings("unchecked") // The caller names the type that its newData makes.
    private <T extends Data> T view(ByteBuffer buffer, int offset) {
        Data data = newData();
        data.buffer = buffer;
        data.offset = offset;
        return (T) data;
    }

    private int add(Datatype fieldType, long fieldExtent, int length) {
        requireOpen();
        if (!isField(fieldExtent, length)) {
            throw new IllegalArgumentException(noField(fieldType, length));
        }
        return append(fieldType, fieldExtent, length);
    }

    /** Returns whether a field ends inside the bytes that a buffer can have. */
    private boolean isField(long fieldExtent, int length) {
        return length >= 0
                && Math.abs(fieldExtent) <= Integer.MAX_VALUE
                && extent + fieldExtent * length <= Integer.MAX_VALUE;
    }

    private String noField(Datatype fieldType, int length) {
        return length + " × " + fieldType + " at offset " + extent + " is no field of a struct";
    }

    private int addChecked(Datatype fieldType, long fieldExtent, int length) throws MPIException {
        requireOpen();
        if (!isField(fieldExtent, length)) {
            throw refused(MPI.ERR_ARG, noField(fieldType, length));
        }
        return append(fieldType, fieldExtent, length);
    }

    private int append(Datatype fieldType, long fieldExtent, int length) {
        int offset = extent;
        extent = (int) (offset + fieldExtent * length);
        fields.add(new Field(fieldType, offset, length));
        return offset;
    }

    private void requireOpen() {
        if (type != null) {
            throw new AssertionError("the struct has been committed: no field can be added");
        }
    }

    /**
     * Sets where the next field begins.
     *
     * @param offset bytes, at least the end of the last field
     * @return this
     * @throws IllegalArgumentException if the last field ends later
     */
    public final Struct setOffset(int offset) {
        requireOpen();
        if (offset < extent) {
            throw new IllegalArgumentException(
                    "offset " + offset + " is inside the fields before, which end at " + extent);
        }
        extent = offset;
        return this;
    }

    /** Adds a byte; returns its offset. */
    public final int addByte() {
        return addByte(1);
    }

    /** Adds {@code length} bytes; returns the offset of the first. */
    public final int addByte(int length) {
        return add(MPI.BYTE, 1, length);
    }

    /** Adds a char; returns its offset. */
    public final int addChar() {
        return addChar(1);
    }

    /** Adds {@code length} chars; returns the offset of the first. */
    public final int addChar(int length) {
        return add(MPI.CHAR, 2, length);
    }

    /** Adds a short; returns its offset. */
    public final int addShort() {
        return addShort(1);
    }

    /** Adds {@code length} shorts; returns the offset of the first. */
    public final int addShort(int length) {
        return add(MPI.SHORT, 2, length);
    }

    /** Adds an int; returns its offset. */
    public final int addInt() {
        return addInt(1);
    }

    /** Adds {@code length} ints; returns the offset of the first. */
    public final int addInt(int length) {
        return add(MPI.INT, 4, length);
    }

    /** Adds a long; returns its offset. */
    public final int addLong() {
        return addLong(1);
    }

    /** Adds {@code length} longs; returns the offset of the first. */
    public final int addLong(int length) {
        return add(MPI.LONG, 8, length);
    }

    /** Adds a float; returns its offset. */
    public final int addFloat() {
        return addFloat(1);
    }

    /** Adds {@code length} floats; returns the offset of the first. */
    public final int addFloat(int length) {
        return add(MPI.FLOAT, 4, length);
    }

    /** Adds a double; returns its offset. */
    public final int addDouble() {
        return addDouble(1);
    }

    /** Adds {@code length} doubles; returns the offset of the first. */
    public final int addDouble(int length) {
        return add(MPI.DOUBLE, 8, length);
    }

    /**
     * Adds a record; returns its offset.
     *
     * @throws MPIException ERR_TYPE if there is none
     */
    public final int addStruct(Struct struct) throws MPIException {
        return addStruct(struct, 1);
    }

    /**
     * Adds {@code length} records, which commits their type; returns the offset of the first.
     *
     * @throws MPIException ERR_TYPE if there is no record, ERR_ARG if the length is negative or the
     *     field would end behind 2^31 bytes
     */
    public final int addStruct(Struct struct, int length) throws MPIException {
        if (struct == null) {
            throw refused(MPI.ERR_TYPE, "the record is null");
        }
        return addChecked(struct.getType(), struct.getExtent(), length);
    }

    /**
     * Adds an element of a datatype; returns its offset.
     *
     * @throws MPIException ERR_TYPE if the datatype is null or was freed
     */
    public final int addData(Datatype type) throws MPIException {
        return addData(type, 1);
    }

    /**
     * Adds {@code length} elements of a datatype; returns the offset of the first.
     *
     * @throws MPIException ERR_TYPE if the datatype is null or was freed, ERR_ARG if the length is
     *     negative or the field would end behind 2^31 bytes
     */
    public final int addData(Datatype type, int length) throws MPIException {
        return addChecked(type, Datatype.old(type, "MPI_Type_create_struct").extent(), length);
    }

    private boolean has(int offset, int index, Datatype fieldType) {
        for (Field field : fields) {
            if (field.offset() == offset && field.type() == fieldType) {
                return index >= 0 && index < field.length();
            }
        }
        return false;
    }

    /**
     * View of one record in a buffer. A subclass gives names to the accessors. A field is named by
     * the offset that adding it returned. Accesses are checked when Java's assertions are enabled.
     */
    public abstract class Data {
        private ByteBuffer buffer;
        private int offset;

        /** For subclasses. */
        protected Data() {}

        /** Returns a buffer that begins with this record, for use in communication. */
        public final ByteBuffer getBuffer() {
            return from(offset);
        }

        private ByteBuffer from(int position) {
            return position == 0 ? buffer : MPI.slice(buffer, position);
        }

        /** Returns a byte field. */
        protected final byte getByte(int field) {
            return getByte(field, 0);
        }

        /** Returns element {@code index} of a byte array field. */
        protected final byte getByte(int field, int index) {
            assert has(field, index, MPI.BYTE) : MISMATCH;
            return buffer.get(offset + field + index);
        }

        /** Sets a byte field. */
        protected final void putByte(int field, byte v) {
            putByte(field, 0, v);
        }

        /** Sets element {@code index} of a byte array field. */
        protected final void putByte(int field, int index, byte v) {
            assert has(field, index, MPI.BYTE) : MISMATCH;
            buffer.put(offset + field + index, v);
        }

        /** Returns a char field. */
        protected final char getChar(int field) {
            return getChar(field, 0);
        }

        /** Returns element {@code index} of a char array field. */
        protected final char getChar(int field, int index) {
            assert has(field, index, MPI.CHAR) : MISMATCH;
            return buffer.getChar(offset + field + 2 * index);
        }

        /** Sets a char field. */
        protected final void putChar(int field, char v) {
            putChar(field, 0, v);
        }

        /** Sets element {@code index} of a char array field. */
        protected final void putChar(int field, int index, char v) {
            assert has(field, index, MPI.CHAR) : MISMATCH;
            buffer.putChar(offset + field + 2 * index, v);
        }

        /** Returns a short field. */
        protected final short getShort(int field) {
            return getShort(field, 0);
        }

        /** Returns element {@code index} of a short array field. */
        protected final short getShort(int field, int index) {
            assert has(field, index, MPI.SHORT) : MISMATCH;
            return buffer.getShort(offset + field + 2 * index);
        }

        /** Sets a short field. */
        protected final void putShort(int field, short v) {
            putShort(field, 0, v);
        }

        /** Sets element {@code index} of a short array field. */
        protected final void putShort(int field, int index, short v) {
            assert has(field, index, MPI.SHORT) : MISMATCH;
            buffer.putShort(offset + field + 2 * index, v);
        }

        /** Returns an int field. */
        protected final int getInt(int field) {
            return getInt(field, 0);
        }

        /** Returns element {@code index} of a int array field. */
        protected final int getInt(int field, int index) {
            assert has(field, index, MPI.INT) : MISMATCH;
            return buffer.getInt(offset + field + 4 * index);
        }

        /** Sets an int field. */
        protected final void putInt(int field, int v) {
            putInt(field, 0, v);
        }

        /** Sets element {@code index} of a int array field. */
        protected final void putInt(int field, int index, int v) {
            assert has(field, index, MPI.INT) : MISMATCH;
            buffer.putInt(offset + field + 4 * index, v);
        }

        /** Returns a long field. */
        protected final long getLong(int field) {
            return getLong(field, 0);
        }

        /** Returns element {@code index} of a long array field. */
        protected final long getLong(int field, int index) {
            assert has(field, index, MPI.LONG) : MISMATCH;
            return buffer.getLong(offset + field + 8 * index);
        }

        /** Sets a long field. */
        protected final void putLong(int field, long v) {
            putLong(field, 0, v);
        }

        /** Sets element {@code index} of a long array field. */
        protected final void putLong(int field, int index, long v) {
            assert has(field, index, MPI.LONG) : MISMATCH;
            buffer.putLong(offset + field + 8 * index, v);
        }

        /** Returns a float field. */
        protected final float getFloat(int field) {
            return getFloat(field, 0);
        }

        /** Returns element {@code index} of a float array field. */
        protected final float getFloat(int field, int index) {
            assert has(field, index, MPI.FLOAT) : MISMATCH;
            return buffer.getFloat(offset + field + 4 * index);
        }

        /** Sets a float field. */
        protected final void putFloat(int field, float v) {
            putFloat(field, 0, v);
        }

        /** Sets element {@code index} of a float array field. */
        protected final void putFloat(int field, int index, float v) {
            assert has(field, index, MPI.FLOAT) : MISMATCH;
            buffer.putFloat(offset + field + 4 * index, v);
        }

        /** Returns a double field. */
        protected final double getDouble(int field) {
            return getDouble(field, 0);
        }

        /** Returns element {@code index} of a double array field. */
        protected final double getDouble(int field, int index) {
            assert has(field, index, MPI.DOUBLE) : MISMATCH;
            return buffer.getDouble(offset + field + 8 * index);
        }

        /** Sets a double field. */
        protected final void putDouble(int field, double v) {
            putDouble(field, 0, v);
        }

        /** Sets element {@code index} of a double array field. */
        protected final void putDouble(int field, int index, double v) {
            assert has(field, index, MPI.DOUBLE) : MISMATCH;
            buffer.putDouble(offset + field + 8 * index, v);
        }

        /** Returns a view of a record field. */
        protected final <S extends Struct, D extends Struct.Data> D getData(S struct, int field) {
            return getData(struct, field, 0);
        }

        /** Returns a view of record {@code index} of a record array field. */
        protected final <S extends Struct, D extends Struct.Data> D getData(
                S struct, int field, int index) {
            Struct inner = struct;
            assert has(field, index, inner.type) : MISMATCH;
            return inner.view(buffer, offset + field + index * inner.extent);
        }

        /** Returns a buffer that begins with a field, for use in communication. */
        protected final ByteBuffer getBuffer(Datatype type, int field) {
            assert has(field, 0, type) : MISMATCH;
            return from(offset + field);
        }

        /** Returns a buffer that begins with element {@code index} of an array field. */
        protected final ByteBuffer getBuffer(Datatype type, int field, int index)
                throws MPIException {
            assert has(field, index, type) : MISMATCH;
            return from(offset + field + index * type.getExtent() * type.baseSize());
        }
    }
}
