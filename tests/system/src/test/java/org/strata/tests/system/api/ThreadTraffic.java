package org.strata.tests.system.api;

import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Message;
import mpi.Request;
import mpi.Status;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Eight threads per rank that all do something else, most of them in the same communicator: they
 * send round a ring of the ranks. One is blocked in a receive from first to last. A wake-up that is
 * lost, or a thread that keeps others out, costs a tenth of a second here, and there are thousands.
 */
final class ThreadTraffic {
    private static final int ROUNDS = 400;
    private static final int LAST = 1000;

    private final Intracomm shared;
    private final int rank;
    private final int left;
    private final int right;
    private final AtomicReference<Throwable> failure = new AtomicReference<>();

    private ThreadTraffic(Intracomm shared) throws MPIException {
        this.shared = shared;
        rank = shared.getRank();
        int size = shared.getSize();
        left = (rank + size - 1) % size;
        right = (rank + 1) % size;
    }

    /** What one thread does. */
    @FunctionalInterface
    private interface Work {
        void run() throws MPIException;
    }

    static void run() throws MPIException {
        Intracomm shared = MPI.COMM_WORLD.dup();
        Intracomm own = MPI.COMM_WORLD.dup();
        new ThreadTraffic(shared).run(own);
        own.free();
        shared.free();
    }

    private void run(Intracomm own) throws MPIException {
        Thread blocked = start(() -> shared.recv(new byte[1], 1, MPI.BYTE, left, LAST));
        List<Thread> threads = new ArrayList<>();
        threads.add(start(() -> blocking(1)));
        threads.add(start(() -> blocking(2)));
        threads.add(start(() -> windows(3)));
        threads.add(start(() -> polled(4)));
        threads.add(start(() -> probed(5)));
        threads.add(start(() -> large(6)));
        threads.add(start(() -> collective(own)));
        for (Thread thread : threads) {
            join(thread);
        }
        shared.send(new byte[1], 1, MPI.BYTE, right, LAST);
        join(blocked);
        if (failure.get() != null) {
            throw new AssertionError("in a thread", failure.get());
        }
    }

    private Thread start(Work work) {
        return Thread.ofPlatform()
                .start(() -> {
                    try {
                        work.run();
                    } catch (Throwable e) {
                        failure.compareAndSet(null, e);
                    }
                });
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Messages of one word, each rank's first receive answered by its second send. */
    private void blocking(int tag) throws MPIException {
        long[] word = new long[1];
        for (int i = 0; i < ROUNDS; i++) {
            word[0] = 10_000L * rank + i;
            if (rank == 0) {
                shared.send(word, 1, MPI.LONG, right, tag);
            }
            shared.recv(word, 1, MPI.LONG, left, tag);
            Check.equal(word[0], 10_000L * left + i, "word");
            word[0] = 10_000L * rank + i;
            if (rank != 0) {
                shared.send(word, 1, MPI.LONG, right, tag);
            }
        }
    }

    private void windows(int tag) throws MPIException {
        int[][] in = new int[8][16];
        for (int i = 0; i < ROUNDS / 8; i++) {
            Request[] all = new Request[16];
            for (int k = 0; k < 8; k++) {
                int[] out = new int[16];
                Arrays.fill(out, rank + i + k);
                all[k] = shared.iRecv(in[k], 16, MPI.INT, left, tag);
                all[8 + k] = shared.iSend(out, 16, MPI.INT, right, tag);
            }
            Request.waitAll(all);
            for (int k = 0; k < 8; k++) {
                Check.equal(in[k][15], left + i + k, "window");
            }
        }
    }

    /** Never waits: tests again and again. */
    private void polled(int tag) throws MPIException {
        for (int i = 0; i < ROUNDS / 4; i++) {
            int[] in = new int[1];
            Request receive = shared.iRecv(in, 1, MPI.INT, left, tag);
            Request send = shared.iSend(new int[] {i + rank}, 1, MPI.INT, right, tag);
            while (!receive.test()) {
                Thread.yield();
            }
            Check.equal(in[0], i + left, "polled");
            send.waitFor();
        }
    }

    private void probed(int tag) throws MPIException {
        for (int i = 0; i < ROUNDS / 4; i++) {
            int length = 1 + i % 7;
            Request send = shared.iSend(new byte[length], length, MPI.BYTE, right, tag);
            if (i % 2 == 0) {
                Status status = shared.probe(left, tag);
                Check.equal(status.getCount(MPI.BYTE), length, "probed");
                shared.recv(new byte[length], length, MPI.BYTE, left, tag);
            } else {
                Message message = new Message();
                message.mProbe(left, tag, shared);
                message.mRecv(new byte[length], length, MPI.BYTE);
            }
            send.waitFor();
        }
    }

    /** Messages of native memory and of arrays that need several packets. */
    private void large(int tag) throws MPIException {
        int bytes = 300_000;
        ByteBuffer in = MPI.newByteBuffer(bytes);
        ByteBuffer out = MPI.newByteBuffer(bytes);
        byte[] array = new byte[bytes];
        for (int i = 0; i < ROUNDS / 16; i++) {
            out.put(bytes - 1, (byte) (rank + i));
            Request receive = shared.iRecv(in, bytes, MPI.BYTE, left, tag);
            shared.send(out, bytes, MPI.BYTE, right, tag);
            receive.waitFor();
            Check.equal(in.get(bytes - 1), (byte) (left + i), "native");
            Request second = shared.iRecv(array, bytes, MPI.BYTE, left, tag);
            shared.send(array.clone(), bytes, MPI.BYTE, right, tag);
            second.waitFor();
        }
    }

    private static void collective(Intracomm own) throws MPIException {
        int size = own.getSize();
        for (int i = 0; i < ROUNDS / 2; i++) {
            int[] sum = {own.getRank()};
            own.allReduce(sum, 1, MPI.INT, MPI.SUM);
            Check.equal(sum[0], size * (size - 1) / 2, "sum");
        }
    }
}
