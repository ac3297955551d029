package org.strata.benchmarks.patterns;

import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

import java.nio.ByteBuffer;
import java.util.Locale;

/** One thing that programs do with two ranks. */
enum Pattern {
    /** Blocking ping-pong of 8 bytes in memory of {@code MPI.newByteBuffer}. */
    PING_PONG(8, "8 B ping-pong") {
        @Override
        void run(Comm comm, int peer, boolean first, int times) throws MPIException {
            bounce(comm, pool, 8, peer, first, times);
        }
    },
    /** The same with arrays. */
    ARRAYS(8, "8 B ping-pong, arrays") {
        @Override
        void run(Comm comm, int peer, boolean first, int times) throws MPIException {
            bounce(comm, array, 8, peer, first, times);
        }
    },
    /** The same with doubles, as most programs have them. */
    DOUBLES(8, "1 double ping-pong") {
        @Override
        void run(Comm comm, int peer, boolean first, int times) throws MPIException {
            for (int i = 0; i < times; i++) {
                if (first) {
                    comm.send(doubles, 1, MPI.DOUBLE, peer, TAG);
                    comm.recv(doubles, 1, MPI.DOUBLE, peer, TAG);
                } else {
                    comm.recv(doubles, 1, MPI.DOUBLE, peer, TAG);
                    comm.send(doubles, 1, MPI.DOUBLE, peer, TAG);
                }
            }
        }
    },
    /** One cache line of payload does not hold it. */
    SIXTY_FOUR(64, "64 B ping-pong") {
        @Override
        void run(Comm comm, int peer, boolean first, int times) throws MPIException {
            bounce(comm, pool, 64, peer, first, times);
        }
    },
    /** A kilobyte, in a direct buffer that the library did not allocate. */
    KILOBYTE(1024, "1 KiB ping-pong, direct") {
        @Override
        void run(Comm comm, int peer, boolean first, int times) throws MPIException {
            bounce(comm, direct, 1024, peer, first, times);
        }
    },
    /** Beyond the eager limit. */
    LONG(65536, "64 KiB ping-pong") {
        @Override
        void run(Comm comm, int peer, boolean first, int times) throws MPIException {
            bounce(comm, pool, 65536, peer, first, times / 20);
        }

        @Override
        int messages(int times) {
            return times / 20 * 2;
        }
    },
    /** Windows of non-blocking messages in one direction. */
    STREAM(8, "8 B iSend/iRecv stream") {
        @Override
        void run(Comm comm, int peer, boolean first, int times) throws MPIException {
            stream(comm, 8, peer, first, times / WINDOW * 2);
        }
    },
    /** The same with 64 bytes. */
    STREAM_64(64, "64 B iSend/iRecv stream") {
        @Override
        void run(Comm comm, int peer, boolean first, int times) throws MPIException {
            stream(comm, 64, peer, first, times / WINDOW * 2);
        }
    },
    /** Ping-pong of requests. */
    REQUESTS(8, "8 B iSend/iRecv ping-pong") {
        @Override
        void run(Comm comm, int peer, boolean first, int times) throws MPIException {
            for (int i = 0; i < times; i++) {
                Request receive = comm.iRecv(in, 8, MPI.BYTE, peer, TAG);
                if (!first) {
                    receive.waitFor();
                }
                comm.iSend(pool, 8, MPI.BYTE, peer, TAG).waitFor();
                if (first) {
                    receive.waitFor();
                }
            }
        }
    },
    /** Whoever sends is received. */
    ANY_SOURCE(8, "8 B ping-pong, any source") {
        @Override
        void run(Comm comm, int peer, boolean first, int times) throws MPIException {
            for (int i = 0; i < times; i++) {
                if (first) {
                    comm.send(pool, 8, MPI.BYTE, peer, TAG);
                    comm.recv(in, 8, MPI.BYTE, MPI.ANY_SOURCE, MPI.ANY_TAG);
                } else {
                    comm.recv(in, 8, MPI.BYTE, MPI.ANY_SOURCE, MPI.ANY_TAG);
                    comm.send(pool, 8, MPI.BYTE, peer, TAG);
                }
            }
        }
    };

    private static final int TAG = 1;
    private static final int WINDOW = 64;

    private static ByteBuffer pool;
    private static ByteBuffer in;
    private static ByteBuffer direct;
    private static byte[] array;
    private static double[] doubles;

    private final int bytes;
    private final String title;

    Pattern(int bytes, String title) {
        this.bytes = bytes;
        this.title = title;
    }

    /** Allocates the buffers; after MPI.Init. */
    static void prepare() {
        pool = MPI.newByteBuffer(65536);
        in = MPI.newByteBuffer(65536);
        direct = ByteBuffer.allocateDirect(65536);
        array = new byte[65536];
        doubles = new double[1];
    }

    /** Exchanges about {@code 2 * times} messages. */
    abstract void run(Comm comm, int peer, boolean first, int times) throws MPIException;

    /** Returns how many messages {@link #run} exchanges. */
    int messages(int times) {
        return 2 * times;
    }

    String title() {
        return title;
    }

    int bytes() {
        return bytes;
    }

    static Pattern named(String name) {
        try {
            return valueOf(name.toUpperCase(Locale.ROOT).replace('-', '_'));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("There is no pattern \"" + name + "\".", e);
        }
    }

    private static void bounce(
            Comm comm, Object buffer, int bytes, int peer, boolean first, int times)
            throws MPIException {
        for (int i = 0; i < times; i++) {
            if (first) {
                comm.send(buffer, bytes, MPI.BYTE, peer, TAG);
                comm.recv(buffer, bytes, MPI.BYTE, peer, TAG);
            } else {
                comm.recv(buffer, bytes, MPI.BYTE, peer, TAG);
                comm.send(buffer, bytes, MPI.BYTE, peer, TAG);
            }
        }
    }

    private static void stream(Comm comm, int bytes, int peer, boolean first, int windows)
            throws MPIException {
        Request[] requests = new Request[WINDOW];
        for (int i = 0; i < windows; i++) {
            for (int j = 0; j < WINDOW; j++) {
                requests[j] =
                        first
                                ? comm.iSend(pool, bytes, MPI.BYTE, peer, TAG)
                                : comm.iRecv(in, bytes, MPI.BYTE, peer, TAG);
            }
            Request.waitAll(requests);
        }
        if (first) {
            comm.recv(in, 1, MPI.BYTE, peer, TAG);
        } else {
            comm.send(pool, 1, MPI.BYTE, peer, TAG);
        }
    }
}
