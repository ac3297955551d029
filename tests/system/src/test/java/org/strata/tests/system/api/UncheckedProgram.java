package org.strata.tests.system.api;

import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/** What a job does with {@code mpi_param_check = false}. */
final class UncheckedProgram {
    private UncheckedProgram() {}

    static void run() throws MPIException {
        Intracomm world = MPI.COMM_WORLD;
        world.setErrhandler(MPI.ERRORS_RETURN);
        overlap(world);
        sizesAreChecked(world);
    }

    /** One buffer for both directions is refused only by the checks. */
    private static void overlap(Intracomm world) throws MPIException {
        int[] data = {world.getRank()};
        int next = (world.getRank() + 1) % world.getSize();
        int last = (world.getRank() + world.getSize() - 1) % world.getSize();
        world.sendRecv(data, 1, MPI.INT, next, 1, data, 1, MPI.INT, last, 1);
        Check.equal(data[0], last, "sent from and received to the same place");
    }

    /** Memory behind a buffer's end is never touched. */
    private static void sizesAreChecked(Intracomm world) throws MPIException {
        int[] small = new int[3];
        Check.fails(MPI.ERR_BUFFER, () -> world.bcast(small, 4, MPI.INT, 0), "bcast");
        Check.fails(MPI.ERR_BUFFER, () -> world.send(small, 4, MPI.INT, 0, 0), "send");
        Check.fails(MPI.ERR_BUFFER, () -> world.recv(small, 4, MPI.INT, 0, 0), "recv");
    }
}
