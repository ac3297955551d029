package mpi;

import static mpi.MpiAssertions.assertFails;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The forms of rooted collectives that are for the root, or for the others; rank 1 of 4. */
class RootedFormsTest {
    private static final int SELF = 1;
    private static final int OTHER = 2;

    @RegisterExtension final LocalMpi mpi = new LocalMpi();

    private final int[] buf = new int[4];
    private final int[] counts = {1, 1, 1, 1};
    private final int[] displs = {0, 1, 2, 3};

    @Test
    void theRootsFormsAreNotForTheOthers() throws MPIException {
        assertFails(MPI.ERR_ARG, () -> MPI.COMM_WORLD.gatherv(buf, counts, displs, MPI.INT, OTHER))
                .contains("for the root");
        assertFails(MPI.ERR_ARG, () -> MPI.COMM_WORLD.scatterv(buf, counts, displs, MPI.INT, OTHER))
                .contains("for the root");
        MPI.COMM_WORLD.gatherv(buf, 1, MPI.INT, OTHER);
        MPI.COMM_WORLD.scatterv(buf, 1, MPI.INT, OTHER);
    }

    @Test
    void theOthersFormsAreNotForTheRoot() throws MPIException {
        assertFails(MPI.ERR_ARG, () -> MPI.COMM_WORLD.gatherv(buf, 1, MPI.INT, SELF))
                .contains("for the other members");
        assertFails(MPI.ERR_ARG, () -> MPI.COMM_WORLD.scatterv(buf, 1, MPI.INT, SELF))
                .contains("for the other members");
        MPI.COMM_WORLD.gatherv(buf, counts, displs, MPI.INT, SELF);
        MPI.COMM_WORLD.scatterv(buf, counts, displs, MPI.INT, SELF);
    }
}
