package org.strata.tests.system.launcher.programs;

import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Win;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Two ranks, of which rank 1 calls nothing and is to be killed. Rank 0 begins with the call that
 * its first argument names, and makes all others when that one has failed. With a second argument,
 * errors are returned, and that file gets a line {@code call class} for each call.
 */
public final class Survivor {
    private Survivor() {}

    /** Something collective of two ranks. */
    private interface Call {
        void run(Comm comm) throws MPIException;
    }

    private record Named(String name, Call call) {}

    private static final List<Named> CALLS =
            List.of(
                    new Named(
                            "window",
                            comm -> new Win(MPI.newIntBuffer(4), 4, 1, MPI.INFO_NULL, comm)),
                    new Named(
                            "allocate",
                            comm -> new Win(4, 1, MPI.INFO_NULL, comm, null, Win.FLAVOR_PRIVATE)),
                    new Named("dynamic", comm -> new Win(MPI.INFO_NULL, comm)),
                    new Named("barrier", Comm::barrier),
                    new Named("bcast", comm -> comm.bcast(new int[1], 1, MPI.INT, 1)),
                    new Named("gather", comm -> comm.gather(new int[2], 1, MPI.INT, 0)),
                    new Named("allreduce", comm -> comm.allReduce(new int[1], 1, MPI.INT, MPI.SUM)),
                    new Named("ibarrier", comm -> comm.iBarrier().waitFor()),
                    new Named("dup", Comm::dup));

    /** Runs a rank. */
    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        int me = MPI.COMM_WORLD.getRank();
        MPI.COMM_WORLD.barrier();
        System.out.println("up " + me + " " + ProcessHandle.current().pid());
        if (me == 0) {
            survive(args[0], args.length > 1 ? Path.of(args[1]) : null);
        }
        TimeUnit.HOURS.sleep(1);
    }

    private static void survive(String first, Path file) throws Exception {
        if (file != null) {
            MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
        }
        List<Named> calls = new ArrayList<>(CALLS);
        calls.sort((a, b) -> Boolean.compare(b.name().equals(first), a.name().equals(first)));
        List<String> lines = new ArrayList<>();
        for (Named each : calls) {
            try {
                each.call().run(MPI.COMM_WORLD);
                lines.add(each.name() + " succeeded");
            } catch (MPIException e) {
                boolean right = e.getErrorClass() == MPI.ERR_PROC_ABORTED;
                lines.add(each.name() + (right ? " MPI_ERR_PROC_ABORTED" : " " + e.getMessage()));
            }
        }
        if (file != null) {
            Path fresh = Path.of(file + ".new");
            Files.write(fresh, lines);
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
        }
    }
}
