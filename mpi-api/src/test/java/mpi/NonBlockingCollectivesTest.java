package mpi;

import static mpi.MpiAssertions.assertFails;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import java.nio.IntBuffer;

/** Arguments and requests of non-blocking and persistent collectives, of one process. */
class NonBlockingCollectivesTest {
    @RegisterExtension final LocalMpi mpi = new LocalMpi();

    private final int[] two = new int[2];

    @Test
    void badArgumentsAreErrorsOfTheCall() {
        Intracomm self = MPI.COMM_SELF;
        assertFails(MPI.ERR_COUNT, () -> self.iBcast(two, -1, MPI.INT, 0));
        assertFails(MPI.ERR_ROOT, () -> self.iBcast(two, 1, MPI.INT, 1));
        assertFails(MPI.ERR_BUFFER, () -> self.iAllReduce(two, 3, MPI.INT, MPI.SUM));
        assertFails(MPI.ERR_TYPE, () -> self.iGather(two, 1, null, 0));
        assertFails(MPI.ERR_OP, () -> self.iScan(two, 1, MPI.INT, null));
        assertFails(MPI.ERR_OP, () -> self.reduceInit(two, 1, MPI.DOUBLE, MPI.BAND, 0, null));
        assertFails(MPI.ERR_ROOT, () -> self.scatterInit(two, 1, MPI.INT, -1, null));
        assertFails(
                MPI.ERR_TOPOLOGY, () -> self.iNeighborAllGather(two, 1, MPI.INT, two, 1, MPI.INT));
        assertFails(MPI.ERR_ARG, () -> self.iGatherv(two, 1, MPI.INT, 0));
    }

    @Test
    void errorsNameTheCall() {
        assertThatThrownBy(() -> MPI.COMM_SELF.iBcast(two, 5, MPI.INT, 0))
                .isInstanceOf(MPIException.class)
                .hasMessageContaining("5 × MPI.INT");
    }

    @Test
    void buffersOnTheHeapAreRefusedAsInOpenMpi() {
        IntBuffer heap = IntBuffer.allocate(2);
        IntBuffer direct = MPI.newIntBuffer(2);
        assertThatThrownBy(() -> MPI.COMM_SELF.iBcast(heap, 1, MPI.INT, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("The buffer must be direct: MPI.new");
        assertThatThrownBy(() -> MPI.COMM_SELF.iReduce(direct, heap, 1, MPI.INT, MPI.SUM, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("The recv. buffer must be direct: MPI.new");
        assertThatThrownBy(() -> MPI.COMM_SELF.iReduce(heap, direct, 1, MPI.INT, MPI.SUM, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("The send buffer must be direct: MPI.new");
        assertThatThrownBy(() -> MPI.COMM_SELF.bcastInit(heap, 1, MPI.INT, 0, null))
                .isInstanceOf(IllegalArgumentException.class);
    }

    /** MPI 3.1 §5.12: it is erroneous to cancel or free them. */
    @Test
    void requestsCanNeitherBeCancelledNorFreed() throws MPIException {
        Request request = MPI.COMM_SELF.iBarrier();
        assertFails(MPI.ERR_REQUEST, request::cancel);
        assertFails(MPI.ERR_REQUEST, request::free);
        assertThat(request.isNull()).isFalse();
        Status status = request.waitStatus();
        assertThat(status.getSource()).isEqualTo(MPI.ANY_SOURCE);
        assertThat(status.getCount(MPI.INT)).isZero();
        assertThat(request.isNull()).isTrue();
        request.free();
    }

    @Test
    void aPersistentOneCanBeStartedAgainAfterItsCompletion() throws MPIException {
        int[] in = {1};
        int[] out = {0};
        Prequest request = MPI.COMM_SELF.allReduceInit(in, out, 1, MPI.INT, MPI.SUM, null);
        assertThat(out[0]).isZero();
        for (int round = 1; round < 4; round++) {
            in[0] = round;
            request.start();
            assertFails(MPI.ERR_REQUEST, request::start);
            assertFails(MPI.ERR_REQUEST, request::free);
            request.waitFor();
            assertThat(out[0]).isEqualTo(round);
            assertThat(request.isNull()).isFalse();
        }
        request.free();
        assertThat(request.isNull()).isTrue();
        assertFails(MPI.ERR_REQUEST, request::start);
    }
}
