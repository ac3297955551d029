package mpi;

import org.strata.mca.base.ObjectBudget;
import org.strata.mca.pml.SendMode;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.ByteBuffer;

/**
 * Java objects as messages, by Java's serialisation. A message is the number of bytes that follow,
 * as a big-endian int, and the serialised object. Tier 3.
 */
final class ObjectCalls {
    private static final int PREFIX = Integer.BYTES;

    /** What the root broadcasts instead of a length when it has nothing to broadcast. */
    private static final int NOTHING = -1;

    private ObjectCalls() {}

    static void send(Communicator comm, Object value, int dest, int tag) throws MPIException {
        String call = "sendObject";
        MpiRuntime runtime = Checks.runtime(comm, call);
        Checks.send(runtime, comm, call, 0, MPI.BYTE, dest, tag);
        // Too little stack to say so of an object, too, must not reach the program.
        byte[] data = runtime.whole(() -> serialised(runtime, comm, call, value));
        BlockingCalls.send(comm, call, SendMode.STANDARD, data, data.length, MPI.BYTE, dest, tag);
    }

    static Object receive(Communicator comm, int source, int tag, ObjectInputFilter filter)
            throws MPIException {
        String call = "recvObject";
        MpiRuntime runtime = Checks.runtime(comm, call);
        return runtime.whole(() -> {
            Received object = receive(runtime, comm, call, source, tag);
            return object == null
                    ? null
                    : deserialised(comm, call, object.data, object.origin, filter);
        });
    }

    private record Received(byte[] data, String origin) {}

    /** Receives an object's bytes; null from MPI_PROC_NULL. */
    private static Received receive(
            MpiRuntime runtime, Communicator comm, String call, int source, int tag)
            throws MPIException {
        Message message = new Message();
        Status found = message.probe(call, source, tag, comm);
        if (message.isNoProc()) {
            return null;
        }
        String origin = Origin.of(found.getSource(), found.getTag());
        int bytes = found.getCount(MPI.BYTE);
        if (bytes == MPI.UNDEFINED || bytes > runtime.objectLimit) {
            // Matched messages must be received: this one's data are dropped.
            message.imRecv(new byte[0], 0, MPI.BYTE).free();
            throw tooLong(runtime, comm, call, "an object " + origin);
        }
        byte[] data = new byte[bytes];
        message.mRecv(data, bytes, MPI.BYTE);
        return new Received(data, origin);
    }

    static Object broadcast(Communicator comm, Object value, int root, ObjectInputFilter filter)
            throws MPIException {
        String call = "bcastObject";
        MpiRuntime runtime = Checks.root(comm, call, root);
        return runtime.whole(() -> {
            byte[] data = broadcast(runtime, comm, call, value, root);
            if (data == null) {
                return null;
            }
            String origin = "from the root, rank " + root;
            boolean atRoot = CollectiveCalls.isRoot(comm, root);
            return atRoot ? value : deserialised(comm, call, data, origin, filter);
        });
    }

    /** Broadcasts an object's bytes; returns null where this process has no part in it. */
    private static byte[] broadcast(
            MpiRuntime runtime, Communicator comm, String call, Object value, int root)
            throws MPIException {
        boolean atRoot = CollectiveCalls.isRoot(comm, root);
        MPIException failure = null;
        byte[] data = null;
        int[] length = {NOTHING};
        if (atRoot) {
            try {
                data = serialised(runtime, comm, call, value);
                length[0] = data.length;
            } catch (MPIException e) {
                // The others wait for a length.
                failure = e;
            }
        }
        CollectiveCalls.bcast(comm, call, length, 1, MPI.INT, root).run();
        if (failure != null) {
            throw failure;
        }
        if (CollectiveCalls.isIdle(comm, root)) {
            return null;
        }
        if (length[0] < PREFIX) {
            String detail = "the root, rank " + root + ", could not serialise its object";
            throw Errors.raise(comm, MPI.ERR_OTHER, call, detail);
        }
        data = atRoot ? data : new byte[length[0]];
        CollectiveCalls.bcast(comm, call, data, data.length, MPI.BYTE, root).run();
        return data;
    }

    private static byte[] serialised(
            MpiRuntime runtime, Communicator comm, String call, Object value) throws MPIException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(new byte[PREFIX]);
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(value);
        } catch (IOException | RuntimeException | StackOverflowError | OutOfMemoryError e) {
            throw refused(comm, MPI.ERR_ARG, call, "the object cannot be serialised: " + e, e);
        }
        if (bytes.size() > runtime.objectLimit) {
            throw tooLong(runtime, comm, call, "an object of " + bytes.size() + " bytes");
        }
        byte[] data = bytes.toByteArray();
        ByteBuffer.wrap(data).putInt(0, data.length - PREFIX);
        return data;
    }

    static Object deserialised(
            Communicator comm, String call, byte[] data, String origin, ObjectInputFilter filter)
            throws MPIException {
        int length = data.length < PREFIX ? NOTHING : ByteBuffer.wrap(data).getInt(0);
        if (length != data.length - PREFIX) {
            String detail = "the message " + origin + " was not sent by sendObject";
            throw Errors.raise(comm, MPI.ERR_CONVERSION, call, detail);
        }
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        var bytes = new ByteArrayInputStream(data, PREFIX, length);
        try (ObjectInputStream in = new ObjectReader(bytes, loader)) {
            ObjectInputFilter classes = filter == null ? in.getObjectInputFilter() : filter;
            in.setObjectInputFilter(new ObjectBudget(length, classes));
            return in.readObject();
        } catch (IOException
                | ClassNotFoundException
                | RuntimeException
                | StackOverflowError
                | OutOfMemoryError e) {
            // The bytes are another process's: classes of the JDK answer some that make no sense
            // with exceptions of their own.
            String detail = "the object " + origin + " is refused: " + e;
            throw refused(comm, MPI.ERR_CONVERSION, call, detail, e);
        }
    }

    private static MPIException refused(
            Communicator comm, int errorClass, String call, String detail, Throwable cause) {
        MPIException error = Errors.raise(comm, errorClass, call, detail);
        error.initCause(cause);
        return error;
    }

    private static MPIException tooLong(
            MpiRuntime runtime, Communicator comm, String call, String what) {
        String limit = " is longer than the " + runtime.objectLimit + " bytes of ";
        String detail = what + limit + "mpi_max_object_size";
        return Errors.raise(comm, MPI.ERR_TRUNCATE, call, detail);
    }
}
