package org.strata.ess.rendezvous;

import org.strata.ess.base.GuestThreads;
import org.strata.oob.frame.Secrets;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Rank 0's side of the meeting point: proves, and believes, each connection before it serves it.
 */
final class Host implements AutoCloseable {
    /** First bytes of each connection. */
    static final long MAGIC = 0x5354_5241_5441_5256L;

    private static final int HANDSHAKE_MILLIS = 10_000;

    /**
     * Connections without a proof at a time. One more closes the oldest: a rank proves itself at
     * once, and a flood of others holds neither descriptors nor the ranks back.
     */
    private static final int MOST_STRANGERS = 64;

    /** Between two attempts to accept when the system refuses, as without free descriptors. */
    private static final long REFUSED_MILLIS = 20;

    private final MeetingPoint point;
    private final Register register;
    private final ServerSocket server;
    private final Deque<Socket> strangers = new ArrayDeque<>();
    private final Map<Integer, SealedPipe> ranks = new ConcurrentHashMap<>();
    private final BitSet known = new BitSet();

    /**
     * The code of the end that all ranks owe, 0 before. Pairs with {@link #serve(Socket)}: abort
     * writes this word and then tells all in ranks; a rank that proves itself meanwhile is put
     * there first and reads this word then, so that one of the two tells it.
     */
    private volatile int aborted;

    private Host(MeetingPoint point, Register register, ServerSocket server) {
        this.point = point;
        this.register = register;
        this.server = server;
    }

    /** Listens, and serves ranks from now on. */
    static Host open(MeetingPoint point, Register register) throws IOException {
        return open(point, register, new ServerSocket());
    }

    /**
     * Listens, and serves ranks from now on.
     *
     * @param server not bound yet
     */
    static Host open(MeetingPoint point, Register register, ServerSocket server)
            throws IOException {
        try {
            server.setReuseAddress(true);
            server.bind(address(point), MOST_STRANGERS);
        } catch (IOException e) {
            server.close();
            throw new IOException(
                    "rank 0 cannot listen on "
                            + point.host()
                            + ":"
                            + point.port()
                            + ": "
                            + e.getMessage(),
                    e);
        }
        Host host = new Host(point, register, server);
        GuestThreads.startVirtual("strata-rendezvous", host::accept);
        return host;
    }

    /**
     * The address of the name if it is this host's own, else all: the name may be that of a service
     * in front of this host, or one that appears once this host's container is ready.
     */
    private static InetSocketAddress address(MeetingPoint point) throws IOException {
        try {
            InetAddress named = InetAddress.getByName(point.host());
            if (named.isLoopbackAddress() || NetworkInterface.getByInetAddress(named) != null) {
                return new InetSocketAddress(named, point.port());
            }
        } catch (UnknownHostException e) {
            // The ranks wait for the name, and rank 0 does not need it.
            assert e != null;
        }
        return new InetSocketAddress(point.port());
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket socket = server.accept();
                add(socket);
                GuestThreads.startVirtual("strata-rendezvous-rank", () -> serve(socket));
            } catch (IOException e) {
                // The end has come, or the system refuses one for now.
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(REFUSED_MILLIS));
            }
        }
    }

    private void add(Socket socket) {
        synchronized (strangers) {
            strangers.add(socket);
            if (strangers.size() > MOST_STRANGERS) {
                close(strangers.remove());
            }
        }
    }

    private void remove(Socket socket) {
        synchronized (strangers) {
            strangers.remove(socket);
        }
    }

    private void serve(Socket socket) {
        int rank = -1;
        SealedPipe pipe = null;
        try {
            try {
                socket.setSoTimeout(HANDSHAKE_MILLIS);
                socket.setTcpNoDelay(true);
                DataInputStream in = new DataInputStream(socket.getInputStream());
                int claimed = in.readLong() == MAGIC ? in.readInt() : -1;
                pipe = prove(socket, in, claimed);
                rank = pipe == null ? -1 : claimed;
            } finally {
                remove(socket);
            }
            if (rank >= 0) {
                ranks.put(rank, pipe);
                pipe.limit(0);
                if (aborted != 0) {
                    pipe.write("abort", "" + aborted);
                }
                serve(pipe, rank);
            }
        } catch (IOException e) {
            // The rank, or the stranger, has gone: ranks that wait for it are told below.
            assert e != null;
        } finally {
            close(socket);
            if (rank >= 0 && ranks.remove(rank) != null) {
                register.leave(rank);
            }
        }
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // Nothing is left to send.
            assert e != null;
        }
    }

    /** Returns the connection of a rank that has proved itself, null for anybody else. */
    private SealedPipe prove(Socket socket, DataInputStream in, int rank) throws IOException {
        if (rank < 1 || rank >= point.size()) {
            return null;
        }
        byte[] session = new byte[2 * SealedPipe.NONCE_BYTES];
        in.readFully(session, 0, SealedPipe.NONCE_BYTES);
        byte[] own = Secrets.random(SealedPipe.NONCE_BYTES);
        System.arraycopy(own, 0, session, SealedPipe.NONCE_BYTES, own.length);
        byte[] proof = SealedPipe.proof(point.secret(), "server", rank, session);
        socket.getOutputStream()
                .write(ByteBuffer.allocate(own.length + proof.length).put(own).put(proof).array());
        byte[] answer = in.readNBytes(SealedPipe.PROOF_BYTES);
        byte[] wanted = SealedPipe.proof(point.secret(), "rank", rank, session);
        if (!SealedPipe.same(answer, wanted)) {
            return null;
        }
        SealedPipe pipe = SealedPipe.of(socket, point.secret(), rank, session, true);
        if (!isNew(rank)) {
            pipe.write("refused", "there is a rank " + rank + " already");
            return null;
        }
        pipe.write("welcome", "" + point.size());
        return pipe;
    }

    private synchronized boolean isNew(int rank) {
        boolean fresh = !known.get(rank);
        known.set(rank);
        return fresh;
    }

    private void serve(SealedPipe pipe, int rank) throws IOException {
        while (true) {
            List<String> words = pipe.read();
            String kind = words.size() + words.getFirst();
            switch (kind) {
                case "3put" -> {
                    register.put(rank, words.get(1), words.get(2));
                    pipe.write("done");
                }
                case "3get" -> pipe.write("done", register.get(number(words.get(1)), words.get(2)));
                case "1fence" -> fence(pipe, rank);
                case "1finish" -> {
                    ranks.remove(rank);
                    return;
                }
                default -> throw new IOException("rank " + rank + " asks for " + kind);
            }
        }
    }

    private void fence(SealedPipe pipe, int rank) throws IOException {
        try {
            register.fence(rank);
            pipe.write("done");
        } catch (IOException e) {
            pipe.write("refused", e.getMessage());
            throw e;
        }
    }

    private int number(String text) throws IOException {
        try {
            int rank = Integer.parseInt(text);
            if (rank >= 0 && rank < point.size()) {
                return rank;
            }
        } catch (NumberFormatException e) {
            throw new IOException("not a rank: " + text, e);
        }
        throw new IOException("not a rank: " + text);
    }

    /**
     * Has all ranks end with an exit code: those that are there, and those that come later.
     *
     * @param code not 0
     */
    void abort(int code) {
        aborted = code;
        for (SealedPipe pipe : ranks.values()) {
            try {
                pipe.write("abort", "" + code);
            } catch (IOException e) {
                // It has gone already.
                assert e != null;
            }
        }
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            // No rank is expected any more.
            assert e != null;
        }
    }
}
