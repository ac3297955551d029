package org.strata.tests.system.api;

import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/** Several threads per rank with MPI_THREAD_MULTIPLE, each on a communicator of its own. */
final class ThreadsProgram {
    private static final int THREADS = 4;

    private ThreadsProgram() {}

    static void run() throws MPIException {
        Check.equal(MPI.queryThread(), MPI.THREAD_MULTIPLE, "thread level");
        Intracomm[] comms = new Intracomm[THREADS];
        for (int t = 0; t < THREADS; t++) {
            comms[t] = MPI.COMM_WORLD.dup();
        }
        AtomicReference<Throwable> failure = new AtomicReference<>();
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < THREADS; t++) {
            Intracomm mine = comms[t];
            int number = t;
            threads.add(
                    Thread.ofPlatform()
                            .start(() -> {
                                try {
                                    work(mine, number);
                                } catch (Throwable e) {
                                    failure.compareAndSet(null, e);
                                }
                            }));
        }
        for (Thread thread : threads) {
            join(thread);
        }
        if (failure.get() != null) {
            throw new AssertionError("in a thread", failure.get());
        }
        sharedCommunicator();
        ThreadTraffic.run();
        for (Intracomm comm : comms) {
            comm.free();
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Messages, collectives, and communicators made while other threads make theirs. */
    private static void work(Intracomm comm, int number) throws MPIException {
        int rank = comm.getRank();
        int size = comm.getSize();
        int right = (rank + 1) % size;
        int left = (rank + size - 1) % size;
        Check.equal(MPI.isThreadMain(), false, "main thread");
        for (int round = 0; round < 60; round++) {
            int length = round % 10 == 0 ? 30_000 : 100;
            int[] in = new int[length];
            int[] out = new int[length];
            Arrays.fill(out, 1000 * number + rank + round);
            Request receive = comm.iRecv(in, length, MPI.INT, left, round);
            comm.send(out, length, MPI.INT, right, round);
            receive.waitFor();
            Check.equal(in[length - 1], 1000 * number + left + round, "message");
            int[] sum = {rank};
            comm.allReduce(sum, 1, MPI.INT, MPI.SUM);
            Check.equal(sum[0], size * (size - 1) / 2, "sum");
            if (round % 6 == number) {
                Intracomm copy = comm.dup();
                Intracomm part = copy.split(rank % 2, number);
                int[] ones = {1};
                part.allReduce(ones, 1, MPI.INT, MPI.SUM);
                Check.equal(ones[0], part.getSize(), "part");
                part.free();
                copy.free();
            }
        }
    }

    /** Threads share the world; tags keep their messages apart. */
    private static void sharedCommunicator() throws MPIException {
        int rank = MPI.COMM_WORLD.getRank();
        int peer = rank ^ 1;
        if (peer >= MPI.COMM_WORLD.getSize()) {
            return;
        }
        AtomicReference<Throwable> failure = new AtomicReference<>();
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < THREADS; t++) {
            int tag = t;
            threads.add(
                    Thread.ofPlatform()
                            .start(() -> {
                                try {
                                    pingPong(rank, peer, tag);
                                } catch (Throwable e) {
                                    failure.compareAndSet(null, e);
                                }
                            }));
        }
        threads.forEach(ThreadsProgram::join);
        if (failure.get() != null) {
            throw new AssertionError("in a thread", failure.get());
        }
    }

    private static void pingPong(int rank, int peer, int tag) throws MPIException {
        long[] word = new long[1];
        for (long i = 0; i < 200; i++) {
            if (rank < peer) {
                word[0] = i;
                MPI.COMM_WORLD.send(word, 1, MPI.LONG, peer, tag);
                MPI.COMM_WORLD.recv(word, 1, MPI.LONG, peer, tag);
                Check.equal(word[0], i + tag, "answer");
            } else {
                MPI.COMM_WORLD.recv(word, 1, MPI.LONG, peer, tag);
                word[0] += tag;
                MPI.COMM_WORLD.send(word, 1, MPI.LONG, peer, tag);
            }
        }
    }
}
