package mpi;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.HashMap;
import java.util.Map;

/**
 * The attributes of one object (MPI 3.1 §6.7). Values are serialised when set and deserialised on
 * every get, so that no two objects share one; a duplicate of the object has copies. Each key
 * counts its attributes ({@link Keyval}).
 */
final class Attributes {
    private final Map<Integer, Value> values = new HashMap<>();

    private record Value(byte[] bytes, ClassLoader loader) {}

    /** Sets a value under an existing key, or replaces it. */
    void set(int keyval, Object value) throws MPIException {
        Value serialised = serialised(value);
        synchronized (this) {
            if (values.put(keyval, serialised) == null) {
                Keyval.attach(keyval);
            }
        }
    }

    private static Value serialised(Object value) throws MPIException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(value);
        } catch (IOException | RuntimeException | StackOverflowError | OutOfMemoryError e) {
            throw new MPIException(e);
        }
        ClassLoader loader = value == null ? null : value.getClass().getClassLoader();
        return new Value(bytes.toByteArray(), loader);
    }

    /** Returns a fresh copy of a value, null when there is none. */
    Object get(int keyval) throws MPIException {
        Value value;
        synchronized (this) {
            value = values.get(keyval);
        }
        if (value == null) {
            return null;
        }
        InputStream bytes = new ByteArrayInputStream(value.bytes());
        try (ObjectInputStream in = new ObjectReader(bytes, value.loader())) {
            return in.readObject();
        } catch (IOException
                | ClassNotFoundException
                | RuntimeException
                | StackOverflowError
                | OutOfMemoryError e) {
            throw new MPIException(e);
        }
    }

    synchronized void delete(int keyval) {
        if (values.remove(keyval) != null) {
            Keyval.detach(keyval);
        }
    }

    /** Deletes all: the object is freed. */
    synchronized void clear() {
        values.keySet().forEach(Keyval::detach);
        values.clear();
    }

    /** Returns the same attributes for a duplicate. */
    synchronized Attributes copy() {
        Attributes copy = new Attributes();
        copy.values.putAll(values);
        values.keySet().forEach(Keyval::attach);
        return copy;
    }
}
