package org.strata.tests.system.launcher.programs;

import mpi.MPI;

/**
 * Names its regions: "set \"up\" <1>" once, "step" five times, and in each step "exchange", in
 * which all wait for the last rank; "never ended" is what its name says.
 */
public final class Regions {
    /** Runs of the region "step". */
    public static final int STEPS = 5;

    /** Milliseconds by which the last rank is late in a step. */
    public static final int LATE_MILLIS = 40;

    /** A name that must not be markup anywhere. */
    public static final String EVIL = "set \"up\" <1>";

    private Regions() {}

    /** Runs the program. */
    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.getRank();
        int last = MPI.COMM_WORLD.getSize() - 1;
        MPI.pControl(1, EVIL);
        Thread.sleep(1);
        MPI.pControl(-1, EVIL);
        MPI.pControl(1, "never ended");
        for (int step = 0; step < STEPS; step++) {
            MPI.pControl(1, "step");
            if (rank == last) {
                Thread.sleep(LATE_MILLIS);
            }
            MPI.pControl(1, "exchange");
            MPI.COMM_WORLD.barrier();
            MPI.pControl(-1, "step");
        }
        MPI.pControl(-1, "was never begun");
        MPI.Finalize();
    }
}
