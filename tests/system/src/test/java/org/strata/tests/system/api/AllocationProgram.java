package org.strata.tests.system.api;

import mpi.MPI;
import mpi.MPIException;
import mpi.Prequest;
import mpi.Request;

import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;

/** Bytes allocated per small message in the steady state; ranks 0 and 1 play ping-pong. */
final class AllocationProgram {
    /** Few, for a round trip takes milliseconds where others use the processors too. */
    private static final int MESSAGES = 200;

    /**
     * The compiler needs tens of thousands of messages, and processors, before it allocates
     * nothing: where others have these, messages go on until it has had its turn.
     */
    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(60);

    private static final int COMPILED = 200_000;

    /** For a machine where not even that many messages get through. */
    private static final long LIMIT = TimeUnit.SECONDS.toNanos(400);

    /** What a rank tells the other one after a round. */
    private static final byte MORE = 0;

    private static final byte ENOUGH = 1;
    private static final byte LATE = 2;

    /** Longest buffer, below every eager limit. */
    private static final int EAGER = 2000;

    /** The counter's own bytes, and an object that the JVM makes once in a while. */
    private static final double NOISE = 1;

    private AllocationProgram() {}

    /** One ping and one pong. */
    @FunctionalInterface
    private interface Exchange {
        void run(int peer) throws MPIException;
    }

    static void run() throws MPIException {
        if (MPI.COMM_WORLD.getSize() < 2) {
            return;
        }
        ByteBuffer direct = MPI.newByteBuffer(EAGER);
        byte[] array = new byte[EAGER];
        for (int bytes : new int[] {8, EAGER}) {
            measure("MPI's memory, " + bytes, 0, peer -> blocking(direct, bytes, peer));
            measure("array, " + bytes, 0, peer -> blocking(array, bytes, peer));
        }
        measure("synchronous", 0, peer -> synchronous(direct, peer));
        measure("non-blocking", 2 * 64, peer -> nonBlocking(direct, peer));
        Request[] requests = new Request[2];
        measure("non-blocking, together", 2 * 64, peer -> together(direct, requests, peer));
        byte[] other = new byte[EAGER];
        measure("non-blocking arrays", 2 * 64, peer -> nonBlocking(array, other, peer));
        Prequest[] persistent = persistent(array, other);
        measure("persistent", 0, peer -> start(persistent));
        for (Prequest each : persistent) {
            each.free();
        }
    }

    /** Bytes per round trip: one message sent and one received by each side. */
    private static void measure(String what, int limit, Exchange exchange) throws MPIException {
        int rank = MPI.COMM_WORLD.getRank();
        MPI.COMM_WORLD.barrier();
        if (rank > 1) {
            return;
        }
        var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        long start = System.nanoTime();
        byte[] theirs = new byte[1];
        boolean ended = false;
        double bytes = 0;
        int messages = 0;
        while (!ended) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < MESSAGES; i++) {
                exchange.run(1 - rank);
            }
            bytes = (threads.getCurrentThreadAllocatedBytes() - before) / (double) MESSAGES;
            messages += MESSAGES;
            long nanos = System.nanoTime() - start;
            boolean late = nanos > (messages < COMPILED ? LIMIT : PATIENCE);
            byte[] mine = {bytes <= limit + NOISE ? ENOUGH : late ? LATE : MORE};
            MPI.COMM_WORLD.sendRecv(
                    mine, 1, MPI.BYTE, 1 - rank, 1, theirs, 1, MPI.BYTE, 1 - rank, 1);
            boolean both = mine[0] == ENOUGH && theirs[0] == ENOUGH;
            ended = both || mine[0] == LATE || theirs[0] == LATE;
        }
        Check.that(bytes <= limit + NOISE, what + ": " + bytes + " bytes per round trip");
    }

    private static void blocking(Object buffer, int bytes, int peer) throws MPIException {
        if (peer == 1) {
            MPI.COMM_WORLD.send(buffer, bytes, MPI.BYTE, peer, 0);
            MPI.COMM_WORLD.recv(buffer, bytes, MPI.BYTE, peer, 0);
        } else {
            MPI.COMM_WORLD.recv(buffer, bytes, MPI.BYTE, peer, 0);
            MPI.COMM_WORLD.send(buffer, bytes, MPI.BYTE, peer, 0);
        }
    }

    private static void synchronous(ByteBuffer buffer, int peer) throws MPIException {
        if (peer == 1) {
            MPI.COMM_WORLD.sSend(buffer, 8, MPI.BYTE, peer, 0);
            MPI.COMM_WORLD.recv(buffer, 8, MPI.BYTE, peer, 0);
        } else {
            MPI.COMM_WORLD.recv(buffer, 8, MPI.BYTE, peer, 0);
            MPI.COMM_WORLD.sSend(buffer, 8, MPI.BYTE, peer, 0);
        }
    }

    private static void nonBlocking(ByteBuffer buffer, int peer) throws MPIException {
        Request receive = MPI.COMM_WORLD.iRecv(buffer, 8, MPI.BYTE, peer, 0);
        MPI.COMM_WORLD.iSend(buffer, 8, MPI.BYTE, peer, 0).waitFor();
        receive.waitFor();
    }

    private static void nonBlocking(byte[] out, byte[] in, int peer) throws MPIException {
        Request receive = MPI.COMM_WORLD.iRecv(in, 8, MPI.BYTE, peer, 0);
        MPI.COMM_WORLD.iSend(out, 8, MPI.BYTE, peer, 0).waitFor();
        receive.waitFor();
    }

    private static void together(ByteBuffer buffer, Request[] requests, int peer)
            throws MPIException {
        requests[0] = MPI.COMM_WORLD.iRecv(buffer, 8, MPI.BYTE, peer, 0);
        requests[1] = MPI.COMM_WORLD.iSend(buffer, 8, MPI.BYTE, peer, 0);
        Request.waitAll(requests);
    }

    private static Prequest[] persistent(byte[] out, byte[] in) throws MPIException {
        int peer = 1 - Math.min(1, MPI.COMM_WORLD.getRank());
        return new Prequest[] {
            MPI.COMM_WORLD.recvInit(in, 8, MPI.BYTE, peer, 0),
            MPI.COMM_WORLD.sendInit(out, 8, MPI.BYTE, peer, 0)
        };
    }

    private static void start(Prequest[] requests) throws MPIException {
        Prequest.startAll(requests);
        Request.waitAll(requests);
    }
}
