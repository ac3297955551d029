package mpi;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Messages of MPI.OBJECT. The first part is an ordinary message of the program's communicator and
 * tag, of at most {@link #HEAD_BYTES}: matching, order, synchronous mode, probes and cancel are
 * those of any message. Longer objects follow on a communicator of the layer's own, to the tag that
 * the first part names; their bytes are the layer's copy, so that no send waits for them.
 */
final class ObjectMessages {
    /** Longest first part. */
    static final int HEAD_BYTES = 2048;

    private static final int MAGIC = 0x4d504a4f;
    private static final int HEADER = 5 * Integer.BYTES;
    private static final int TAGS = 1 << 30;

    /** Bytes that may be on their way before a send waits for earlier ones. */
    private static final long MOST_OUTGOING = 256L << 20;

    private final org.strata.mpi.Comm carrier;
    private final int worldRank;

    /** Pairs with itself: threads get different tags. */
    private final AtomicInteger nextTag = new AtomicInteger();

    private final Deque<Outgoing> outgoing = new ArrayDeque<>();
    private long outgoingBytes;

    private record Outgoing(org.strata.mpi.Request request, int length) {}

    /**
     * The objects of a message.
     *
     * @param objects their number
     */
    record Body(byte[] bytes, int from, int length, int objects) {}

    /** Collective over all processes. */
    ObjectMessages() {
        carrier = Core.get(org.strata.mpi.MPI.COMM_WORLD::dup);
        worldRank = Core.get(carrier::getRank);
        Core.run(() -> carrier.setName("MPI.OBJECT"));
    }

    void send(SendKind kind, Comm comm, byte[] body, int objects, int dest, int tag) {
        UserElements head = head(kind, comm, body, objects, dest);
        Core.run(() -> kind.send(comm.core, head, dest, tag));
    }

    Request start(SendKind kind, Comm comm, byte[] body, int objects, int dest, int tag) {
        UserElements head = head(kind, comm, body, objects, dest);
        return new Request(Core.get(() -> kind.start(comm.core, head, dest, tag)), (Datatype) null);
    }

    /** Returns the first part, and starts to send the rest where there is one. */
    private UserElements head(SendKind kind, Comm comm, byte[] body, int objects, int dest) {
        boolean whole = body.length <= HEAD_BYTES - HEADER || dest == MPI.PROC_NULL;
        int rest = whole ? 0 : 1 + (nextTag.getAndIncrement() & (TAGS - 1));
        int inline = whole ? Math.min(body.length, HEAD_BYTES - HEADER) : 0;
        ByteBuffer head = ByteBuffer.allocate(HEADER + inline);
        head.putInt(MAGIC).putInt(objects).putInt(body.length).putInt(worldRank).putInt(rest);
        head.put(body, 0, inline);
        if (rest != 0) {
            ship(kind, body, comm.worldRank(dest), rest);
        }
        return new UserElements(head.array(), head.capacity(), org.strata.mpi.MPI.BYTE);
    }

    private synchronized void ship(SendKind kind, byte[] body, int to, int tag) {
        UserElements all = new UserElements(body, body.length, org.strata.mpi.MPI.BYTE);
        Core.run(() -> {
            if (kind == SendKind.BUFFERED) {
                kind.send(carrier, all, to, tag);
                return;
            }
            while (!outgoing.isEmpty() && outgoing.peek().request().test()) {
                outgoingBytes -= outgoing.remove().length();
            }
            while (outgoingBytes > MOST_OUTGOING) {
                outgoing.peek().request().waitFor();
                outgoingBytes -= outgoing.remove().length();
            }
            outgoing.add(new Outgoing(SendKind.STANDARD.start(carrier, all, to, tag), body.length));
            outgoingBytes += body.length;
        });
    }

    Status receive(Comm comm, ObjectReceive receive, int source, int tag) {
        return receive.finish(
                Core.get(() ->
                        comm.core.recv(
                                receive.head,
                                receive.head.length,
                                org.strata.mpi.MPI.BYTE,
                                source,
                                tag)));
    }

    Request start(Comm comm, ObjectReceive receive, int source, int tag) {
        return new Request(
                Core.get(() ->
                        comm.core.iRecv(
                                receive.head,
                                receive.head.length,
                                org.strata.mpi.MPI.BYTE,
                                source,
                                tag)),
                receive);
    }

    /**
     * Returns the objects of a message, whose rest is received.
     *
     * @param head the first part
     * @param bytes its length
     */
    Body body(byte[] head, int bytes) {
        ByteBuffer in = ByteBuffer.wrap(head, 0, bytes);
        if (bytes < HEADER || in.getInt() != MAGIC) {
            throw MPIException.bad("MPI_ERR_TYPE", "the message has no objects");
        }
        int objects = in.getInt();
        int length = in.getInt();
        int sender = in.getInt();
        int rest = in.getInt();
        if (rest == 0) {
            if (length != bytes - HEADER || objects < 0 || objects > length) {
                throw MPIException.bad("MPI_ERR_TYPE", "the message has no objects");
            }
            return new Body(head, HEADER, length, objects);
        }
        return new Body(rest(sender, rest, length), 0, length, objects);
    }

    /** Receives the rest of a message, if it has the length that was announced. */
    private byte[] rest(int sender, int tag, int length) {
        return Core.get(() -> {
            int arrived = carrier.probe(sender, tag).getCount(org.strata.mpi.MPI.BYTE);
            if (arrived != length) {
                throw MPIException.bad(
                        "MPI_ERR_TRUNCATE", length + " bytes announced, " + arrived + " arrived");
            }
            byte[] body = new byte[length];
            carrier.recv(body, length, org.strata.mpi.MPI.BYTE, sender, tag);
            return body;
        });
    }

    /** Waits until all objects have left; collective. */
    void close() {
        Core.run(() -> {
            for (Outgoing each : outgoing) {
                each.request().waitFor();
            }
            outgoing.clear();
            carrier.free();
        });
    }
}
