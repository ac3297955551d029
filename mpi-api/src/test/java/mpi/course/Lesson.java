package mpi.course;

import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/** A program whose package begins with the library's. */
public final class Lesson {
    private Lesson() {}

    /** Makes a call that fails. */
    public static void run(Intracomm comm) throws MPIException {
        comm.send(new int[1], 1, MPI.INT, comm.getSize(), 0);
    }
}
