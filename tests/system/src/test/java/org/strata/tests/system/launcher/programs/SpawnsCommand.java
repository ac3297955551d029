package org.strata.tests.system.launcher.programs;

import mpi.Intercomm;
import mpi.MPI;
import mpi.MPIException;

import java.util.Arrays;

/** Spawns a number of processes of a command; as one of them, ends after MPI.Init. */
public final class SpawnsCommand {
    private SpawnsCommand() {}

    /** Arguments: the number, the command and its arguments; none for a spawned process. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        Intercomm parent = Intercomm.getParent();
        if (!parent.isNull()) {
            parent.disconnect();
            MPI.Finalize();
            return;
        }
        MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
        try {
            String[] arguments = Arrays.copyOfRange(args, 2, args.length);
            int count = Integer.parseInt(args[0]);
            MPI.COMM_WORLD.spawn(args[1], arguments, count, MPI.INFO_NULL, 0, null).disconnect();
            System.out.println("spawned");
        } catch (MPIException e) {
            System.out.println("refused: " + e.getMessage());
        }
        MPI.Finalize();
    }
}
