package mpi;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Messages of MPI.OBJECT. The first part is an ordinary message of the program's communicator and
 * tag, of at most {@link #HEAD_BYTES}: matching, order, synchronous mode, probes and cancel are
 * those of any message. Longer objects follow on a communicator of the layer's own; their bytes are
 * the layer's copy, so that no send waits for them.
 *
 * <p>The first part names its rest by a number that the sender gives once. The rest's tag is the
 * number modulo 2^30, and it begins with the number: one with the same tag may have come before,
 * whose first part nobody has received yet.
 */
final class ObjectMessages {
    /** Longest first part. */
    static final int HEAD_BYTES = 2048;

    private static final int MAGIC = 0x4d504a4f;
    private static final int HEADER = 4 * Integer.BYTES + Long.BYTES;
    private static final int TAGS = 1 << 30;

    /** Bytes before the objects of a body: its number, when it is sent apart. */
    private static final int NUMBER = Long.BYTES;

    private static final VarHandle LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    /** Bytes that may be on their way before a send waits for earlier ones. */
    private static final long MOST_OUTGOING = 256L << 20;

    private final org.strata.mpi.Comm carrier;
    private final int worldRank;
    private final int worldSize;

    /** Pairs with itself: messages get different numbers. */
    private final AtomicLong lastNumber = new AtomicLong();

    /** Rests that were received in search of another one with the same tag. */
    private final Map<Rest, byte[]> early = new ConcurrentHashMap<>();

    /** Senders and tags of which a thread receives rests now. */
    private final Set<Rest> receiving = new HashSet<>();

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition received = lock.newCondition();

    private final Deque<Outgoing> outgoing = new ArrayDeque<>();
    private long outgoingBytes;

    private record Outgoing(org.strata.mpi.Request request, int length) {}

    /** Names a rest, or a tag of rests, by its sender's rank in the world. */
    private record Rest(int sender, long number) {}

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
        worldSize = Core.get(carrier::getSize);
        Core.run(() -> carrier.setName("MPI.OBJECT"));
    }

    /** Returns the objects of some items, with room for what is sent before them. */
    static byte[] body(Object buf, int offset, int count, Datatype type) {
        return ObjectStream.write(NUMBER, buf, offset, count, type);
    }

    private static int tag(long number) {
        return 1 + (int) (number & (TAGS - 1));
    }

    void send(SendKind kind, Comm comm, byte[] body, int objects, int dest, int tag) {
        UserElements head = head(kind, comm, body, objects, dest);
        Core.run(() -> kind.send(comm.core, head, Numbers.dest(dest), tag));
    }

    Request start(SendKind kind, Comm comm, byte[] body, int objects, int dest, int tag) {
        UserElements head = head(kind, comm, body, objects, dest);
        return new Request(
                Core.get(() -> kind.start(comm.core, head, Numbers.dest(dest), tag)),
                (Datatype) null);
    }

    /** Returns the first part, and starts to send the rest where there is one. */
    private UserElements head(SendKind kind, Comm comm, byte[] body, int objects, int dest) {
        int length = body.length - NUMBER;
        boolean whole = length <= HEAD_BYTES - HEADER || dest == MPI.PROC_NULL;
        long rest = whole ? 0 : lastNumber.incrementAndGet();
        int inline = whole ? Math.min(length, HEAD_BYTES - HEADER) : 0;
        ByteBuffer head = ByteBuffer.allocate(HEADER + inline);
        head.putInt(MAGIC).putInt(objects).putInt(length).putInt(worldRank).putLong(rest);
        head.put(body, NUMBER, inline);
        if (rest != 0) {
            LONG.set(body, 0, rest);
            ship(kind, body, comm.worldRank(dest), tag(rest));
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
                                Numbers.source(source),
                                Numbers.tag(tag))));
    }

    Request start(Comm comm, ObjectReceive receive, int source, int tag) {
        return new Request(
                Core.get(() ->
                        comm.core.iRecv(
                                receive.head,
                                receive.head.length,
                                org.strata.mpi.MPI.BYTE,
                                Numbers.source(source),
                                Numbers.tag(tag))),
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
        long rest = in.getLong();
        boolean whole = rest == 0;
        boolean possible =
                objects >= 0
                        && objects <= length
                        && (whole ? length : 0) == bytes - HEADER
                        && sender >= 0
                        && sender < worldSize;
        if (!possible) {
            throw MPIException.bad("MPI_ERR_TYPE", "the message has no objects");
        }
        if (whole) {
            return new Body(head, HEADER, length, objects);
        }
        byte[] body = Core.get(() -> rest(new Rest(sender, rest)));
        if (body.length - NUMBER != length) {
            int arrived = body.length - NUMBER;
            throw MPIException.bad(
                    "MPI_ERR_TRUNCATE", length + " bytes announced, " + arrived + " arrived");
        }
        return new Body(body, NUMBER, length, objects);
    }

    /**
     * Receives a rest. Those of its sender with the same tag come in the order of their numbers: an
     * earlier one is kept for the receive of its first part.
     */
    private byte[] rest(Rest wanted) throws org.strata.mpi.MPIException {
        int tag = tag(wanted.number());
        Rest tags = new Rest(wanted.sender(), tag);
        begin(tags);
        try {
            byte[] body = early.remove(wanted);
            while (body == null) {
                byte[] next = receive(wanted.sender(), tag);
                Rest found = new Rest(wanted.sender(), (long) LONG.get(next, 0));
                if (found.equals(wanted)) {
                    body = next;
                } else {
                    early.put(found, next);
                }
            }
            return body;
        } finally {
            end(tags);
        }
    }

    /** Waits while another thread receives rests with the same tag. */
    private void begin(Rest tags) {
        lock.lock();
        try {
            while (!receiving.add(tags)) {
                received.awaitUninterruptibly();
            }
        } finally {
            lock.unlock();
        }
    }

    private void end(Rest tags) {
        lock.lock();
        try {
            receiving.remove(tags);
            received.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Receives the oldest rest of a sender with a tag. */
    private byte[] receive(int sender, int tag) throws org.strata.mpi.MPIException {
        int length = carrier.probe(sender, tag).getCount(org.strata.mpi.MPI.BYTE);
        if (length < NUMBER) {
            throw MPIException.bad("MPI_ERR_TYPE", "the message has no objects");
        }
        byte[] body = new byte[length];
        carrier.recv(body, length, org.strata.mpi.MPI.BYTE, sender, tag);
        return body;
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
