package mpi;

import org.strata.mca.base.ObjectBudget;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;

/**
 * Items of MPI.OBJECT as bytes, by Java serialisation, or {@link PrimitiveArrays} where all are
 * that. What is read is bounded by the length of the message: the arrays that are made have no more
 * elements than the message could fill. The JVM's own filter ({@code -Djdk.serialFilter}) decides
 * on classes.
 */
final class ObjectStream {
    private ObjectStream() {}

    /**
     * Returns the objects of some items.
     *
     * @param buf an Object[]
     */
    static byte[] write(Object buf, int offset, int count, Datatype type) {
        return write(0, buf, offset, count, type);
    }

    /**
     * Returns the objects of some items, behind {@code before} zeros.
     *
     * @param buf an Object[]
     */
    static byte[] write(int before, Object buf, int offset, int count, Datatype type) {
        UserElements.check(buf, offset, count, type);
        requireObjects(type);
        Object[] array = (Object[]) buf;
        int[] places = type.places(count);
        byte[] primitive = PrimitiveArrays.write(before, array, offset, places);
        if (primitive != null) {
            return primitive;
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(new byte[before]);
        int index = 0;
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            for (int place : places) {
                index = offset + place;
                out.writeObject(array[index]);
            }
        } catch (IOException e) {
            throw new MPIException(
                    "MPI_ERR_TYPE: element " + index + " cannot be serialised: " + e, e);
        } catch (StackOverflowError | OutOfMemoryError e) {
            throw new MPIException(
                    "MPI_ERR_TYPE: element " + index + " is too large or nested too deeply", e);
        }
        return bytes.toByteArray();
    }

    /**
     * Reads objects into items.
     *
     * @param objects number of objects in the bytes
     * @param buf an Object[]
     * @param count number of items that there is room for
     */
    static void read(
            byte[] bytes,
            int from,
            int length,
            int objects,
            Object buf,
            int offset,
            int count,
            Datatype type) {
        requireObjects(type);
        int[] places = type.places(count);
        if (objects > places.length) {
            String room = objects + " objects arrived, there is room for " + places.length;
            throw MPIException.bad("MPI_ERR_TRUNCATE", "message truncated: " + room);
        }
        read(bytes, from, length, objects, (Object[]) buf, offset, places);
    }

    /** Reads objects into elements of an array: those at {@code offset + places[i]}. */
    static void read(
            byte[] bytes,
            int from,
            int length,
            int objects,
            Object[] array,
            int offset,
            int[] places) {
        try {
            if (PrimitiveArrays.areIn(bytes, from, length)) {
                PrimitiveArrays.read(bytes, from, length, objects, array, offset, places);
                return;
            }
            try (Input in = new Input(new ByteArrayInputStream(bytes, from, length))) {
                in.setObjectInputFilter(new ObjectBudget(length, in.getObjectInputFilter()));
                for (int i = 0; i < objects; i++) {
                    array[offset + places[i]] = in.readObject();
                }
            }
        } catch (IOException | ClassNotFoundException e) {
            throw new MPIException("MPI_ERR_TYPE: an object cannot be read: " + e, e);
        } catch (ArrayStoreException e) {
            String element = array.getClass().componentType().getName();
            throw new MPIException(
                    "MPI_ERR_TYPE: no element of an array of " + element + ": " + e.getMessage(),
                    e);
        } catch (RuntimeException e) {
            // The bytes are another process's: classes of the JDK answer some with their own.
            throw new MPIException("MPI_ERR_TYPE: an object cannot be read: " + e, e);
        } catch (StackOverflowError e) {
            throw new MPIException("MPI_ERR_TYPE: an object is nested too deeply", e);
        }
    }

    /** The other side of the call names MPI.OBJECT. */
    private static void requireObjects(Datatype type) {
        if (type == null || !type.isObject()) {
            throw MPIException.bad("MPI_ERR_TYPE", type + " for objects: both are MPI.OBJECT");
        }
    }

    /** Finds classes as the program's threads do: programs may have class loaders of their own. */
    private static final class Input extends ObjectInputStream {
        Input(ByteArrayInputStream bytes) throws IOException {
            super(bytes);
        }

        @Override
        protected Class<?> resolveClass(ObjectStreamClass description)
                throws IOException, ClassNotFoundException {
            ClassLoader loader = Thread.currentThread().getContextClassLoader();
            try {
                return Class.forName(description.getName(), false, loader);
            } catch (ClassNotFoundException e) {
                return super.resolveClass(description);
            }
        }
    }
}
