package org.strata.benchmarks.scaling;

import mpi.Comm;
import mpi.Group;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

import org.strata.mca.base.Output;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;

/** What ranks, first contacts and communicators cost in a job of a given size. */
final class CommunicatorCost {
    /** Communicators that are made and kept. */
    private static final int KEPT = 8;

    /** Ranks on either side that a rank exchanges messages with. */
    private static final int REACH = 4;

    private CommunicatorCost() {}

    /** How a communicator is made. */
    enum Creation {
        DUP("dup") {
            @Override
            Intracomm make(Intracomm world, int rank, int size) throws MPIException {
                return world.dup();
            }
        },
        SPLIT("split in two") {
            @Override
            Intracomm make(Intracomm world, int rank, int size) throws MPIException {
                return world.split(rank % 2, rank);
            }
        },
        CREATE("create, one half") {
            @Override
            Intracomm make(Intracomm world, int rank, int size) throws MPIException {
                Group all = world.getGroup();
                return world.create(all.rangeIncl(new int[][] {{0, size / 2 - 1, 1}}));
            }
        };

        private final String label;

        Creation(String label) {
            this.label = label;
        }

        String label() {
            return label;
        }

        abstract Intracomm make(Intracomm world, int rank, int size) throws MPIException;
    }

    /**
     * What one creation costs, per rank of the parent.
     *
     * @param bytes kept by the new communicator, before its first message
     * @param micros to make it
     */
    record Cost(double bytes, double micros) {}

    /**
     * The figures of one size.
     *
     * @param startBytes of a rank with MPI_COMM_WORLD, before its first message
     * @param contactBytes of a peer that a rank has exchanged messages with
     * @param creations by kind
     */
    record Costs(
            int ranks, double startBytes, double contactBytes, Map<Creation, Cost> creations) {}

    static Costs measure(int size, Output output) {
        long before = Heap.used();
        try (SimulatedRanks job = new SimulatedRanks(size, output)) {
            double startBytes = (Heap.used() - before) / (double) size;
            double contactBytes = contact(job);
            Map<Creation, Cost> creations = new EnumMap<>(Creation.class);
            for (Creation creation : Creation.values()) {
                creations.put(creation, create(job, creation));
            }
            return new Costs(size, startBytes, contactBytes, creations);
        }
    }

    private static double contact(SimulatedRanks job) {
        int size = job.size();
        int reach = Math.min(REACH, (size - 1) / 2);
        // What a rank allocates with its first messages, whoever gets them.
        job.run((rank, world) -> exchange(world, rank ^ 1, size));
        long before = Heap.used();
        job.run((rank, world) -> {
            for (int step = 1; step <= reach; step++) {
                world.sendRecv(
                        new byte[1],
                        1,
                        MPI.BYTE,
                        (rank + step) % size,
                        0,
                        new byte[1],
                        1,
                        MPI.BYTE,
                        (rank - step + size) % size,
                        0);
            }
        });
        // One of the peers was met before.
        return (Heap.used() - before) / (double) size / (2 * reach - 1);
    }

    private static void exchange(Intracomm world, int peer, int size) throws MPIException {
        if (peer < size) {
            world.sendRecv(new byte[1], 1, MPI.BYTE, peer, 0, new byte[1], 1, MPI.BYTE, peer, 0);
        }
    }

    private static Cost create(SimulatedRanks job, Creation creation) {
        int size = job.size();
        // The first round connects to the peers of the agreement.
        Comm[][] made = new Comm[size][KEPT];
        make(job, creation, made);
        free(job, made);
        double micros = make(job, creation, made) / 1e3 / KEPT / size;
        // What freeing them frees: pools that have grown meanwhile are no part of a communicator.
        long with = Heap.used();
        free(job, made);
        double bytes = (with - Heap.used()) / (double) KEPT / size;
        return new Cost(bytes, micros);
    }

    /** Makes communicators in all ranks; returns the nanoseconds that took. */
    private static long make(SimulatedRanks job, Creation creation, Comm[][] made) {
        int size = job.size();
        long start = System.nanoTime();
        job.run((rank, world) -> {
            for (int i = 0; i < KEPT; i++) {
                made[rank][i] = creation.make(world, rank, size);
            }
        });
        return System.nanoTime() - start;
    }

    private static void free(SimulatedRanks job, Comm[][] made) {
        job.run((rank, world) -> {
            for (Comm comm : made[rank]) {
                if (!comm.isNull()) {
                    comm.free();
                }
            }
            Arrays.fill(made[rank], null);
        });
    }
}
