package org.strata.tests.system.api;

import mpi.CartComm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Prequest;
import mpi.Request;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Collectives that are as far apart as the library has tags for them, under way at the same time:
 * persistent ones, which exist long, and those that some rank begins late.
 */
final class TagsThatWrapProgram {
    private static final int TAGS = 1 << 20;
    private static final int COUNT = 768;
    private static final int[] NOTHING = {};

    private final Intracomm comm;
    private final int rank;
    private final int size;

    private TagsThatWrapProgram(Intracomm comm) throws MPIException {
        this.comm = comm;
        this.rank = comm.getRank();
        this.size = comm.getSize();
    }

    /** Lasts long: a million persistent ones are made and freed, too. */
    static void run() throws MPIException {
        Intracomm copy = MPI.COMM_WORLD.dup();
        TagsThatWrapProgram program = new TagsThatWrapProgram(copy);
        program.persistentOnes();
        program.lateOnes();
        program.onesThatAreFreed();
        copy.free();
        neighbours();
    }

    private void pass(int calls) throws MPIException {
        for (int i = 0; i < calls; i++) {
            comm.iBcast(NOTHING, 0, MPI.INT, 0).waitFor();
        }
    }

    private static int[] filled(int value) {
        int[] data = new int[COUNT];
        Arrays.fill(data, value);
        return data;
    }

    /** Rank 0 comes last, so that the others' messages are there before its own. */
    private void comeLast() throws MPIException {
        int[] message = {0};
        if (rank == 0) {
            for (int peer = 1; peer < size; peer++) {
                comm.recv(message, 1, MPI.INT, peer, 4);
            }
        }
    }

    private void haveBegun() throws MPIException {
        if (rank > 0) {
            comm.send(new int[1], 1, MPI.INT, 0, 4);
        }
    }

    private void persistentOnes() throws MPIException {
        int[] out = filled(0);
        Prequest sum =
                comm.allReduceInit(filled(rank + 1), out, COUNT, MPI.INT, MPI.SUM, MPI.INFO_NULL);
        for (int between : new int[] {0, TAGS - 2, TAGS - 1, 1}) {
            pass(between);
            int[] data = filled(rank == 1 ? -7 : 0);
            comeLast();
            sum.start();
            Request bcast = comm.iBcast(data, COUNT, MPI.INT, 1);
            haveBegun();
            bcast.waitFor();
            sum.waitFor();
            Check.equal(out, filled(size * (size + 1) / 2), "sum, " + between + " calls later");
            Check.equal(data, filled(-7), "broadcast, " + between + " calls later");
        }
        sum.free();
    }

    private void lateOnes() throws MPIException {
        int[] first = filled(rank == 0 ? 5 : 0);
        int[] second = filled(rank == 1 ? 6 : 0);
        comeLast();
        Request older = comm.iBcast(first, COUNT, MPI.INT, 0);
        for (int i = 0; i < 2 * TAGS - 1; i++) {
            comm.iBcast(NOTHING, 0, MPI.INT, 0);
        }
        Request later = comm.iBcast(second, COUNT, MPI.INT, 1);
        haveBegun();
        later.waitFor();
        older.waitFor();
        Check.equal(first, filled(5), "the broadcast that rank 0 begins late");
        Check.equal(second, filled(6), "the broadcast after it");
    }

    /** More of them than there are tags; each rank frees them in an order of its own. */
    private void onesThatAreFreed() throws MPIException {
        int[] out = filled(0);
        Prequest old =
                comm.allReduceInit(filled(rank), out, COUNT, MPI.INT, MPI.MAX, MPI.INFO_NULL);
        List<Prequest> kept = new ArrayList<>();
        Random random = new Random(rank);
        int[] data = {0};
        for (int i = 0; i < TAGS + 1000; i++) {
            Prequest next = comm.bcastInit(data, 1, MPI.INT, i % size, MPI.INFO_NULL);
            if (i % 10_000 == 0 || i > TAGS - 10) {
                data[0] = rank == i % size ? i : -1;
                old.start();
                next.start();
                next.waitFor();
                old.waitFor();
                Check.equal(data[0], i, "persistent broadcast");
                Check.equal(out[COUNT - 1], size - 1, "the oldest one");
            }
            kept.add(next);
            while (kept.size() > 1 + random.nextInt(30)) {
                kept.remove(random.nextInt(kept.size())).free();
            }
        }
        Collections.shuffle(kept, random);
        for (Prequest each : kept) {
            each.free();
        }
        old.free();
    }

    /** Each takes a number for every direction. */
    private static void neighbours() throws MPIException {
        int size = MPI.COMM_WORLD.getSize();
        CartComm ring = MPI.COMM_WORLD.createCart(new int[] {size}, new boolean[] {true}, false);
        int rank = ring.getRank();
        int left = (rank + size - 1) % size;
        int right = (rank + 1) % size;
        int[] mine = {10 * rank, 10 * rank + 1};
        int[] theirs = new int[2];
        Prequest around =
                ring.neighborAllToAllInit(mine, 1, MPI.INT, theirs, 1, MPI.INT, MPI.INFO_NULL);
        for (int lap = 0; lap < 3; lap++) {
            for (int i = 0; i < TAGS / 2; i++) {
                ring.iBcast(NOTHING, 0, MPI.INT, 0).waitFor();
            }
            int[] now = {100 * rank, 100 * rank + lap};
            int[] got = new int[2];
            around.start();
            Request request = ring.iNeighborAllToAll(now, 1, MPI.INT, got, 1, MPI.INT);
            request.waitFor();
            around.waitFor();
            Check.equal(got, new int[] {100 * left + lap, 100 * right}, "neighbours, lap " + lap);
            Check.equal(theirs, new int[] {10 * left + 1, 10 * right}, "persistent neighbours");
        }
        around.free();
        ring.free();
    }
}
