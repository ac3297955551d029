package org.strata.tests.system.api;

import mpi.File;
import mpi.Group;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import mpi.Status;
import mpi.Win;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Communicators, windows and files made by many threads at once, each thread on a communicator of
 * its own: none waits for another (MPI 4.1 §6.4, §11.6), and no message of one arrives on another.
 */
public final class CreationsProgram {
    private static final int LANES = Integer.getInteger("lanes", 6);
    private static final int ROUNDS = Integer.getInteger("rounds", 40);
    private static final long SEED = Long.getLong("seed", 1);

    private static final Intracomm WORLD = MPI.COMM_WORLD;
    private static final AtomicReference<Throwable> FAILURE = new AtomicReference<>();

    private CreationsProgram() {}

    static void run() throws MPIException {
        oppositeOrders();
        whileAnotherThreadWaits();
        lanes(SEED, ROUNDS);
        strangersOnOneCommunicator();
    }

    /**
     * Several threads per rank create and free, each on a communicator of its own.
     *
     * @param rounds creations of each thread
     */
    public static void lanes(long seed, int rounds) throws MPIException {
        List<Thread> threads = new ArrayList<>();
        for (int lane = 0; lane < LANES; lane++) {
            Intracomm base = WORLD.dup();
            Lane work = new Lane(base, seed * LANES + lane, lane, rounds);
            threads.add(start(work::run));
        }
        // Threads begin in another order on each rank, as the system lets them.
        threads.forEach(CreationsProgram::join);
        finish();
    }

    private static Thread start(Check.Action action) {
        return Thread.ofPlatform()
                .start(() -> {
                    try {
                        action.run();
                    } catch (Throwable e) {
                        FAILURE.compareAndSet(null, e);
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

    private static void finish() {
        if (FAILURE.get() != null) {
            throw new AssertionError("in a thread", FAILURE.get());
        }
    }

    /** Each rank duplicates many communicators, blocking or not, in an order of its own. */
    private static void oppositeOrders() throws MPIException {
        List<Intracomm> all = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            all.add(WORLD.dup());
        }
        List<Integer> order = new ArrayList<>(List.of(0, 1, 2, 3, 4, 5, 6, 7));
        Collections.shuffle(order, new Random(WORLD.getRank()));
        Intracomm[] copies = new Intracomm[all.size()];
        for (int i : order) {
            copies[i] = all.get(i).iDup();
        }
        Collections.shuffle(order, new Random(WORLD.getRank() + 100));
        for (int i : order) {
            copies[i].getRequest().waitFor();
        }
        for (int i = 0; i < copies.length; i++) {
            verify(copies[i], 10 + i);
        }
        Thread[] threads = new Thread[copies.length];
        for (int i : order) {
            int token = i;
            threads[i] =
                    start(() -> {
                        Intracomm copy = copies[token].dup();
                        verify(copy, 30 + token);
                        copy.free();
                        copies[token].free();
                        all.get(token).free();
                    });
        }
        for (Thread thread : threads) {
            join(thread);
        }
        finish();
    }

    /** What needs nobody else does not wait while a thread waits for another rank. */
    private static void whileAnotherThreadWaits() throws MPIException {
        Intracomm common = WORLD.dup();
        int size = common.getSize();
        int[] word = new int[1];
        if (common.getRank() == size - 1) {
            // Waits for rank 0, unless it is alone, and for the barrier in any case.
            Thread waiting =
                    start(() -> {
                        common.dup().free();
                        common.barrier();
                    });
            Path path = temporary();
            for (int i = 0; i < 20; i++) {
                Intracomm copy = MPI.COMM_SELF.dup();
                copy.split(0, 0).free();
                copy.iBarrier().waitFor();
                copy.iAllReduce(new int[] {3}, word, 1, MPI.INT, MPI.SUM).waitFor();
                Check.equal(word[0], 3, "alone");
                new Win(MPI.newIntBuffer(4), 4, 1, MPI.INFO_NULL, copy).free();
                new File(copy, path.toString(), MPI.MODE_CREATE | MPI.MODE_RDWR).close();
                verify(copy, i);
                copy.free();
            }
            for (int peer = 0; peer < size - 1; peer++) {
                WORLD.send(word, 1, MPI.INT, peer, 77);
            }
            join(waiting);
        } else {
            WORLD.recv(word, 1, MPI.INT, size - 1, 77);
            common.dup().free();
            common.barrier();
        }
        finish();
        common.free();
    }

    private static Path temporary() {
        try {
            Path path = Files.createTempFile("creations", ".bin");
            path.toFile().deleteOnExit();
            return path;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** Threads make groups of one communicator at once, told apart by their tags. */
    private static void strangersOnOneCommunicator() throws MPIException {
        Group all = WORLD.getGroup();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < LANES; i++) {
            int tag = i * 357_913_941 & Integer.MAX_VALUE;
            threads.add(
                    start(() -> {
                        Intracomm made = WORLD.createGroup(all, tag);
                        verify(made, tag & 0xff);
                        made.free();
                    }));
        }
        threads.forEach(CreationsProgram::join);
        finish();
    }

    /** Whatever comes first on a communicator must be what its left neighbour has sent on it. */
    private static void verify(Intracomm comm, int token) throws MPIException {
        int size = comm.getSize();
        int rank = comm.getRank();
        int[] sum = {token};
        comm.allReduce(sum, 1, MPI.INT, MPI.SUM);
        Check.equal(sum[0], token * size, "sum");
        int length = token % 3 == 0 ? 20_000 : 4;
        int[] out = new int[length];
        Arrays.fill(out, token * 100 + rank);
        int[] in = new int[length];
        Request receive = comm.iRecv(in, length, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
        Request send = comm.iSend(out, length, MPI.INT, (rank + 1) % size, token);
        Status status = receive.waitStatus();
        send.waitFor();
        int left = (rank + size - 1) % size;
        Check.equal(status.getSource(), left, "source");
        Check.equal(status.getTag(), token, "tag");
        Check.equal(in[length - 1], token * 100 + left, "message");
    }

    /** One thread's creations on one communicator, in the same order at all ranks. */
    private static final class Lane {
        private final Intracomm base;
        private final Random plan;
        private final int lane;
        private final int rounds;
        private int token;

        Lane(Intracomm base, long seed, int lane, int rounds) {
            this.base = base;
            this.plan = new Random(seed);
            this.lane = lane;
            this.rounds = rounds;
        }

        void run() throws MPIException {
            for (int round = 0; round < rounds; round++) {
                token = lane * 1000 + round;
                make(plan.nextInt(8));
            }
            base.free();
        }

        private void make(int kind) throws MPIException {
            switch (kind) {
                case 0 -> end(base.dup());
                case 1 -> end(base.split(base.getRank() % (1 + plan.nextInt(3)), plan.nextInt()));
                case 2 -> end(base.create(odd()));
                case 3 -> {
                    if (odd().getRank() != MPI.UNDEFINED) {
                        end(base.createGroup(odd(), token));
                    }
                }
                case 4 -> {
                    Intracomm copy = base.iDup();
                    copy.getRequest().waitFor();
                    end(copy);
                }
                case 5 -> window();
                case 6 -> file();
                default -> groups();
            }
        }

        private static void end(Intracomm made, int token) throws MPIException {
            if (!made.isNull()) {
                verify(made, token);
                made.free();
            }
        }

        private void end(Intracomm made) throws MPIException {
            end(made, token);
        }

        private Group odd() throws MPIException {
            int size = base.getSize();
            int[] ranks = new int[(size + 1) / 2];
            Arrays.setAll(ranks, i -> size - 1 - 2 * i);
            return base.getGroup().incl(ranks);
        }

        private void window() throws MPIException {
            var memory = MPI.newIntBuffer(2);
            Win win = new Win(memory, 2, 1, MPI.INFO_NULL, base);
            win.fence(0);
            int right = (base.getRank() + 1) % base.getSize();
            var word = MPI.newIntBuffer(1).put(0, token + base.getRank());
            win.put(word, 1, MPI.INT, right, 1, 1, MPI.INT);
            win.fence(0);
            int left = (base.getRank() + base.getSize() - 1) % base.getSize();
            Check.equal(memory.get(1), token + left, "put");
            win.free();
        }

        private void file() throws MPIException {
            byte[] name = new byte[200];
            if (base.getRank() == 0) {
                byte[] path =
                        temporary().toString().getBytes(java.nio.charset.StandardCharsets.UTF_8);
                System.arraycopy(path, 0, name, 0, path.length);
            }
            base.bcast(name, name.length, MPI.BYTE, 0);
            String path = new String(name, StandardCharsets.UTF_8).trim();
            File file = new File(base, path, MPI.MODE_CREATE | MPI.MODE_RDWR);
            int size = base.getSize();
            file.writeAtAll(4L * base.getRank(), new int[] {token + base.getRank()}, 1, MPI.INT);
            file.sync();
            base.barrier();
            int[] all = new int[size];
            file.readAtAll(0, all, size, MPI.INT);
            Check.equal(all[size - 1], token + size - 1, "file");
            file.close();
            base.barrier();
            if (base.getRank() == 0) {
                File.delete(path, MPI.INFO_NULL);
            }
        }

        private void groups() throws MPIException {
            int size = base.getSize();
            if (size == 1) {
                return;
            }
            boolean low = base.getRank() < size / 2;
            Intracomm half = base.split(low ? 0 : 1, 0);
            Intercomm inter = base.createIntercomm(half, 0, low ? size / 2 : 0, token);
            Intracomm both = inter.merge(low);
            verify(both, token);
            both.free();
            inter.free();
            half.free();
        }
    }
}
