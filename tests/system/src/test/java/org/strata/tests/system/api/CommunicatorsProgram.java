package org.strata.tests.system.api;

import mpi.Comm;
import mpi.Group;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

import java.util.Arrays;

/** Making, using and freeing communicators and groups. */
final class CommunicatorsProgram {
    private final Intracomm world = MPI.COMM_WORLD;
    private final int rank = world.getRank();
    private final int size = world.getSize();

    private CommunicatorsProgram() throws MPIException {}

    static void run() throws MPIException {
        CommunicatorsProgram program = new CommunicatorsProgram();
        program.contextsAreSeparate();
        program.splitOrders();
        program.undefinedColour();
        program.createOfGroups();
        program.idsComeBack();
        program.freeWithOperationsUnderWay();
        program.nested();
        program.handlersAreInherited();
    }

    private static int sumOfRanks(Intracomm comm, int value) throws MPIException {
        int[] sum = {value};
        comm.allReduce(sum, 1, MPI.INT, MPI.SUM);
        return sum[0];
    }

    private void contextsAreSeparate() throws MPIException {
        Intracomm copy = world.dup();
        Check.equal(Comm.compare(copy, world), MPI.CONGRUENT, "compare");
        int right = (rank + 1) % size;
        int left = (rank + size - 1) % size;
        Request first = world.iSend(new int[] {1}, 1, MPI.INT, right, 0);
        Request second = copy.iSend(new int[] {2}, 1, MPI.INT, right, 0);
        int[] in = new int[1];
        copy.recv(in, 1, MPI.INT, left, 0);
        Check.equal(in[0], 2, "of the copy");
        world.recv(in, 1, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
        Check.equal(in[0], 1, "of the world");
        first.waitFor();
        second.waitFor();
        copy.free();
        Check.that(copy.isNull(), "freed");
    }

    private void splitOrders() throws MPIException {
        Intracomm third = world.split(rank % 3, -rank);
        int members = (size - rank % 3 + 2) / 3;
        Check.equal(third.getSize(), members, "members");
        Check.equal(third.getRank(), members - 1 - rank / 3, "rank by key");
        int[] ranks = new int[third.getSize()];
        Arrays.setAll(ranks, i -> i);
        int[] inWorld = Group.translateRanks(third.getGroup(), ranks, world.getGroup());
        for (int i = 0; i < members; i++) {
            Check.equal(inWorld[i], rank % 3 + 3 * (members - 1 - i), "order");
        }
        int expected = 0;
        for (int r = rank % 3; r < size; r += 3) {
            expected += r;
        }
        Check.equal(sumOfRanks(third, rank), expected, "sum in the third");
        third.free();
    }

    private void undefinedColour() throws MPIException {
        Intracomm but0 = world.split(rank == 0 ? MPI.UNDEFINED : 5, 0);
        Check.equal(but0.isNull(), rank == 0, "null");
        if (rank > 0) {
            Check.equal(but0.getSize(), size - 1, "the others");
            Check.equal(but0.getRank(), rank - 1, "stable order");
            but0.barrier();
            but0.free();
        }
    }

    private void createOfGroups() throws MPIException {
        Group all = world.getGroup();
        Group even = all.rangeIncl(new int[][] {{0, size - 1, 2}});
        Intracomm evens = world.create(even);
        Check.equal(evens.isNull(), rank % 2 == 1, "member");
        if (rank % 2 == 0) {
            Check.equal(evens.getRank(), rank / 2, "rank");
            Check.equal(sumOfRanks(evens, 1), even.getSize(), "size by sum");
            evens.free();
        }
        Intracomm none = world.create(MPI.GROUP_EMPTY);
        Check.that(none.isNull(), "nobody");
    }

    private void idsComeBack() throws MPIException {
        for (int i = 0; i < 500; i++) {
            Intracomm copy = world.dup();
            if (i % 50 == 0) {
                Check.equal(sumOfRanks(copy, 1), size, "round " + i);
            }
            copy.free();
        }
        Intracomm[] many = new Intracomm[100];
        for (int i = 0; i < many.length; i++) {
            many[i] = i == 0 ? world.dup() : many[i - 1].split(i % 2 == rank % 2 ? 0 : 1, rank);
        }
        for (int i = many.length - 1; i >= 0; i--) {
            many[i].barrier();
            many[i].free();
        }
    }

    private void freeWithOperationsUnderWay() throws MPIException {
        for (int i = 0; i < 20; i++) {
            Intracomm copy = world.dup();
            int[] in = new int[5000];
            Request receive = copy.iRecv(in, 5000, MPI.INT, (rank + 1) % size, 1);
            int[] out = new int[5000];
            Arrays.fill(out, rank);
            Request send = copy.iSend(out, 5000, MPI.INT, (rank + size - 1) % size, 1);
            copy.free();
            Intracomm next = world.dup();
            Check.equal(sumOfRanks(next, 1), size, "the next one");
            receive.waitFor();
            send.waitFor();
            Check.equal(in[4999], (rank + 1) % size, "received after free");
            next.free();
        }
        Intracomm last = world.dup();
        Request receive = last.iRecv(new int[1], 1, MPI.INT, rank, 1);
        last.send(new int[1], 1, MPI.INT, rank, 1);
        last.disconnect();
        receive.waitFor();
    }

    /** Communicators of communicators, used at the same time. */
    private void nested() throws MPIException {
        Intracomm half = world.split(rank % 2, rank);
        Intracomm quarter = half.split(half.getRank() % 2, half.getRank());
        Intracomm self = quarter.split(quarter.getRank(), 0);
        Check.equal(self.getSize(), 1, "alone");
        Check.equal(sumOfRanks(world, 1), size, "world");
        Check.equal(sumOfRanks(half, 1), half.getSize(), "half");
        Check.equal(sumOfRanks(quarter, 1), quarter.getSize(), "quarter");
        self.free();
        quarter.free();
        half.free();
    }

    private void handlersAreInherited() throws MPIException {
        Intracomm copy = world.dup();
        copy.setErrhandler(MPI.ERRORS_RETURN);
        Intracomm part = copy.split(0, 0);
        Check.fails(
                MPI.ERR_RANK,
                () -> part.send(new int[1], 1, MPI.INT, size, 0),
                "handler of a split");
        part.free();
        copy.free();
    }
}
