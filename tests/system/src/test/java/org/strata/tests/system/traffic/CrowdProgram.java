package org.strata.tests.system.traffic;

import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Status;

import org.strata.tests.system.api.CreationsProgram;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * The ranks' program: {@code seed seconds}. Rounds of two kinds by turns: several threads of each
 * rank create communicators, windows and files; and ranks flood one that waits for the end of a
 * chain of releases, which begins only when the floods are sent (MPI 4.1 §3.5: a blocked receiver
 * holds no sender back).
 */
public final class CrowdProgram {
    private static final int MOST_BYTES = 48 << 20;
    private static final int LONGEST = 8 << 10;
    private static final int TAGS = 3;
    private static final int RELEASE = 100;

    private CrowdProgram() {}

    /** Runs the rounds; the first rank says how many there were. */
    public static void main(String[] args) throws MPIException {
        MPI.InitThread(args, MPI.THREAD_MULTIPLE);
        long seed = Long.parseLong(args[0]);
        double seconds = Double.parseDouble(args[1]);
        long start = System.nanoTime();
        int round = 0;
        byte[] more = {1};
        while (more[0] != 0) {
            if (round % 2 == 0) {
                new Flood(seed + round).run();
            } else {
                CreationsProgram.lanes(seed + round, 20);
            }
            round++;
            more[0] = (byte) ((System.nanoTime() - start) / 1e9 > seconds ? 0 : 1);
            MPI.COMM_WORLD.bcast(more, 1, MPI.BYTE, 0);
        }
        if (MPI.COMM_WORLD.getRank() == 0) {
            System.out.println("\nok, " + round + " rounds");
        }
        MPI.Finalize();
    }

    /** One round of floods, the same plan at all ranks. */
    private static final class Flood {
        private final Intracomm comm = MPI.COMM_WORLD;
        private final int rank = comm.getRank();
        private final long seed;
        private final List<Integer> chain = new ArrayList<>();
        private final int[] counts;

        Flood(long seed) throws MPIException {
            this.seed = seed;
            Random plan = new Random(seed);
            for (int i = 0; i < comm.getSize(); i++) {
                chain.add(i);
            }
            Collections.shuffle(chain, plan);
            counts = new int[chain.size()];
            int bytes = plan.nextInt(MOST_BYTES) / chain.size();
            for (int i = 0; i < counts.length - 1; i++) {
                counts[i] = plan.nextInt(2) == 0 ? bytes / LONGEST * 2 : plan.nextInt(20);
            }
        }

        private int victim() {
            return chain.getLast();
        }

        void run() throws MPIException {
            int place = chain.indexOf(rank);
            if (rank == victim()) {
                receiveAll();
            } else {
                send(place);
            }
            comm.barrier();
        }

        private void send(int place) throws MPIException {
            Random lengths = new Random(seed * 100 + rank);
            byte[] data = new byte[LONGEST];
            for (int i = 0; i < counts[place]; i++) {
                int length = lengths.nextInt(LONGEST);
                fill(data, length, rank, i);
                comm.send(data, length, MPI.BYTE, victim(), i % TAGS);
            }
            if (place > 0) {
                comm.recv(data, 1, MPI.BYTE, chain.get(place - 1), RELEASE);
            }
            comm.send(data, 1, MPI.BYTE, chain.get(place + 1), RELEASE);
        }

        private void receiveAll() throws MPIException {
            byte[] data = new byte[LONGEST];
            if (chain.size() > 1) {
                comm.recv(data, 1, MPI.BYTE, chain.get(chain.size() - 2), RELEASE);
            }
            for (int tag = TAGS - 1; tag >= 0; tag--) {
                for (int place = 0; place < chain.size() - 1; place++) {
                    receive(chain.get(place), counts[place], tag, data);
                }
            }
        }

        private void receive(int source, int count, int tag, byte[] data) throws MPIException {
            Random lengths = new Random(seed * 100 + source);
            byte[] wanted = new byte[LONGEST];
            for (int i = 0; i < count; i++) {
                int length = lengths.nextInt(LONGEST);
                if (i % TAGS != tag) {
                    continue;
                }
                Status status = comm.recv(data, LONGEST, MPI.BYTE, source, tag);
                fill(wanted, length, source, i);
                if (status.getCount(MPI.BYTE) != length
                        || !Arrays.equals(data, 0, length, wanted, 0, length)) {
                    throw new AssertionError(
                            "message "
                                    + i
                                    + " of rank "
                                    + source
                                    + ", tag "
                                    + tag
                                    + ", seed "
                                    + seed);
                }
            }
        }

        private static void fill(byte[] data, int length, int rank, int number) {
            for (int i = 0; i < length; i++) {
                data[i] = (byte) (31 * rank + 7 * number + i);
            }
        }
    }
}
