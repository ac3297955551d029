package org.strata.tests.system.api;

import mpi.MPI;
import mpi.MPIException;

/** What the ranks of ApiTest run: the parts that the arguments name, one after another. */
public final class ApiPrograms {
    private ApiPrograms() {}

    /** Runs the parts; the first rank says how many checks it made. */
    public static void main(String[] args) throws MPIException {
        boolean threads = args[0].startsWith("thread");
        Check.equal(
                MPI.InitThread(args, threads ? MPI.THREAD_MULTIPLE : MPI.THREAD_SINGLE),
                threads ? MPI.THREAD_MULTIPLE : MPI.THREAD_SINGLE,
                "provided thread level");
        for (String part : args) {
            run(part);
            MPI.COMM_WORLD.barrier();
        }
        if (MPI.COMM_WORLD.getRank() == 0) {
            System.out.println("ok, " + Check.count() + " checks");
        }
        MPI.Finalize();
    }

    private static void run(String part) throws MPIException {
        switch (part) {
            case "point-to-point" -> PointToPointProgram.run();
            case "backwards" -> BackwardsProgram.run();
            case "collectives" -> CollectivesProgram.run();
            case "reductions" -> ReductionsProgram.run();
            case "non-blocking" -> NonBlockingProgram.run();
            case "communicators" -> CommunicatorsProgram.run();
            case "intercomms" -> IntercommProgram.run();
            case "topologies" -> TopologyProgram.run();
            case "files" -> FilesProgram.run();
            case "threads" -> ThreadsProgram.run();
            case "threads-that-create" -> CreationsProgram.run();
            case "allocation" -> AllocationProgram.run();
            case "idle" -> IdleProgram.run();
            case "windows" -> WindowsProgram.run();
            case "extensions" -> ExtensionsProgram.run();
            case "arguments" -> ArgumentsProgram.run();
            case "random-collectives" -> RandomCollectivesProgram.run();
            case "random-forms" -> RandomFormsProgram.run();
            case "unchecked" -> UncheckedProgram.run();
            case "window-operands" -> WindowOperandsProgram.run();
            case "fair-locks" -> FairLocksProgram.run();
            case "tags-that-wrap" -> TagsThatWrapProgram.run();
            case "threads-beside-a-file" -> BlockedFileProgram.run();
            case "locks" -> LockProgram.run();
            case "random-windows", "threads-on-windows" -> RandomWindowsProgram.run();
            case "sleeping-target" -> SleepingTargetProgram.run();
            default -> throw new IllegalArgumentException(part);
        }
    }
}
