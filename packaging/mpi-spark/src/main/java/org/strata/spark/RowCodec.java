package org.strata.spark;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.NotSerializableException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Rows as bytes: primitive arrays as their elements, long ones in files, objects serialised. */
final class RowCodec {
    /**
     * Bounds of serialised rows; {@code -Djdk.serialFilter} of the JVM decides on classes. Depth
     * and references bound what a damaged stream may cost.
     */
    private static final ObjectInputFilter FILTER =
            ObjectInputFilter.Config.createFilter("maxdepth=1000;maxrefs=100000000");

    private static final int NULL = 0;
    private static final int ARRAY = 1;
    private static final int FILE = 2;
    private static final int TEXT = 3;
    private static final int DOUBLE = 4;
    private static final int LONG = 5;
    private static final int INT = 6;
    private static final int COLUMNS = 7;
    private static final int OBJECT = 8;

    private final ArrayFiles files;
    private final ClassLoader loader;

    /**
     * @param files where long arrays go
     * @param loader finds the classes of serialised rows
     */
    RowCodec(ArrayFiles files, ClassLoader loader) {
        this.files = files;
        this.loader = loader;
    }

    /** Returns how many bytes of rows went to files so far. */
    long bytesInFiles() {
        return files.bytesWritten();
    }

    /** Writes a row. */
    void write(DataOutputStream out, Object row) throws IOException {
        if (row == null) {
            out.writeByte(NULL);
        } else if (row instanceof String text) {
            out.writeByte(TEXT);
            Frame.writeText(out, text);
        } else if (row instanceof Double number) {
            out.writeByte(DOUBLE);
            out.writeDouble(number);
        } else if (row instanceof Long number) {
            out.writeByte(LONG);
            out.writeLong(number);
        } else if (row instanceof Integer number) {
            out.writeByte(INT);
            out.writeInt(number);
        } else if (row instanceof Columns columns) {
            out.writeByte(COLUMNS);
            columns.write(out, this);
        } else {
            Primitives kind = Primitives.of(row);
            if (kind == null) {
                object(out, row);
            } else {
                array(out, kind, row);
            }
        }
    }

    private void array(DataOutputStream out, Primitives kind, Object array) throws IOException {
        int length = Array.getLength(array);
        long bytes = (long) length * kind.bytes();
        out.writeByte(bytes < ArrayFiles.LONG ? ARRAY : FILE);
        out.writeByte(kind.ordinal());
        out.writeInt(length);
        if (bytes < ArrayFiles.LONG) {
            ByteBuffer elements = ByteBuffer.allocate((int) bytes).order(ByteOrder.nativeOrder());
            kind.put(array, 0, length, elements);
            out.write(elements.array());
        } else {
            Frame.writeText(out, files.write(kind, array, length));
        }
    }

    private static void object(DataOutputStream out, Object row) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream objects = new ObjectOutputStream(bytes)) {
            objects.writeObject(row);
        } catch (NotSerializableException e) {
            throw new IOException(
                    "a row of class "
                            + row.getClass().getName()
                            + " is none that ranks can exchange with Spark: "
                            + e.getMessage()
                            + " does not implement java.io.Serializable; let it, or map such rows"
                            + " to arrays of numbers before",
                    e);
        }
        out.writeByte(OBJECT);
        out.writeInt(bytes.size());
        bytes.writeTo(out);
    }

    /** Reads a row. */
    Object read(DataInputStream in) throws IOException {
        int tag = in.readUnsignedByte();
        switch (tag) {
            case NULL:
                return null;
            case TEXT:
                return Frame.readText(in);
            case DOUBLE:
                return in.readDouble();
            case LONG:
                return in.readLong();
            case INT:
                return in.readInt();
            case COLUMNS:
                return Columns.read(in, this);
            case ARRAY, FILE:
                return array(in, tag == FILE);
            case OBJECT:
                return object(in.readNBytes(in.readInt()));
            default:
                throw new IOException("a row of type " + tag);
        }
    }

    private Object array(DataInputStream in, boolean inFile) throws IOException {
        Primitives kind = Primitives.values()[in.readUnsignedByte()];
        int length = in.readInt();
        if (inFile) {
            return files.read(kind, Frame.readText(in), length);
        }
        byte[] elements = in.readNBytes(Math.multiplyExact(length, kind.bytes()));
        Object array = kind.allocate(length);
        kind.get(ByteBuffer.wrap(elements).order(ByteOrder.nativeOrder()), array, 0, length);
        return array;
    }

    private Object object(byte[] bytes) throws IOException {
        try (ObjectInputStream objects = new Loading(new ByteArrayInputStream(bytes), loader)) {
            ObjectInputFilter own = objects.getObjectInputFilter();
            objects.setObjectInputFilter(
                    own == null ? FILTER : ObjectInputFilter.merge(FILTER, own));
            return objects.readObject();
        } catch (ClassNotFoundException e) {
            throw new IOException(
                    "a row has a class that is not there: "
                            + e.getMessage()
                            + " (ranks have the application's classes, and none of Spark's)",
                    e);
        }
    }

    /** Finds classes of the application, which Spark and ranks load differently. */
    private static final class Loading extends ObjectInputStream {
        private final ClassLoader loader;

        Loading(InputStream in, ClassLoader loader) throws IOException {
            super(in);
            this.loader = loader;
        }

        @Override
        protected Class<?> resolveClass(ObjectStreamClass description)
                throws IOException, ClassNotFoundException {
            try {
                return Class.forName(description.getName(), false, loader);
            } catch (ClassNotFoundException e) {
                return super.resolveClass(description);
            }
        }
    }
}
