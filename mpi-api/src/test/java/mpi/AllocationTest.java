package mpi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.strata.mca.coll.Coll;
import org.strata.mca.pml.CommContext;
import org.strata.mca.pml.Pml;
import org.strata.mca.pml.PmlMessage;
import org.strata.mca.pml.PmlRequest;
import org.strata.mca.pml.PmlStatus;
import org.strata.mca.pml.SendMode;
import org.strata.opal.Rc;
import org.strata.opal.datatype.DataLayout;
import org.strata.testkit.FakeJob;

import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;

/** What the API itself allocates per operation, in the steady state. */
class AllocationTest {
    private static final int WARM_UP = 60_000;
    private static final int COUNTED = 10_000;

    private FakeJob job;

    /** One call to measure. */
    @FunctionalInterface
    private interface Call {
        void run() throws MPIException;
    }

    @BeforeEach
    void start() {
        job = FakeJob.of(2);
        var rank = job.rank(0);
        Coll coll = new LoneColl();
        Pml pml = new InstantPml();
        MPI.start(
                new Library(
                        rank.engine(),
                        rank.environment(),
                        pml,
                        coll,
                        pml::close,
                        MPI.THREAD_SINGLE,
                        true));
    }

    @AfterEach
    void stop() {
        MPI.forget();
        job.close();
    }

    private static double bytesPerCall(Call call) throws MPIException {
        var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        for (int i = 0; i < WARM_UP; i++) {
            call.run();
        }
        double least = Double.MAX_VALUE;
        for (int round = 0; round < 5; round++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < COUNTED; i++) {
                call.run();
            }
            double bytes = threads.getCurrentThreadAllocatedBytes() - before;
            least = Math.min(least, bytes / COUNTED);
        }
        return least;
    }

    @Test
    void blockingSendsAllocateNothing() throws MPIException {
        ByteBuffer direct = MPI.newByteBuffer(8);
        var ints = MPI.newIntBuffer(2);
        int[] array = new int[2];
        assertThat(bytesPerCall(() -> MPI.COMM_WORLD.send(direct, 8, MPI.BYTE, 1, 0))).isZero();
        assertThat(bytesPerCall(() -> MPI.COMM_WORLD.send(ints, 2, MPI.INT, 1, 0))).isZero();
        assertThat(bytesPerCall(() -> MPI.COMM_WORLD.send(array, 2, MPI.INT, 1, 0))).isZero();
    }

    @Test
    void blockingReceivesAllocateTheStatusOnly() throws MPIException {
        ByteBuffer direct = MPI.newByteBuffer(8);
        int[] array = new int[2];
        double native8 = bytesPerCall(() -> MPI.COMM_WORLD.recv(direct, 8, MPI.BYTE, 1, 0));
        double heap8 = bytesPerCall(() -> MPI.COMM_WORLD.recv(array, 2, MPI.INT, 1, 0));
        assertThat(native8).isLessThanOrEqualTo(40);
        assertThat(heap8).isLessThanOrEqualTo(40);
    }

    @Test
    void nonBlockingCallsAllocateTheRequestOnly() throws MPIException {
        ByteBuffer direct = MPI.newByteBuffer(8);
        double both =
                bytesPerCall(() -> {
                    Request receive = MPI.COMM_WORLD.iRecv(direct, 8, MPI.BYTE, 1, 0);
                    MPI.COMM_WORLD.iSend(direct, 8, MPI.BYTE, 1, 0).waitFor();
                    receive.waitFor();
                });
        assertThat(both).isLessThanOrEqualTo(2 * 40);
    }

    /** Everything is done at once and costs nothing. */
    private static final class InstantPml implements Pml {
        private final PmlRequest done =
                new PmlRequest() {
                    @Override
                    public boolean isDone() {
                        return true;
                    }

                    @Override
                    public void cancel() {}

                    @Override
                    public void release() {}
                };

        @Override
        public void open() {}

        @Override
        public void addComm(CommContext comm) {}

        @Override
        public void removeComm(CommContext comm) {}

        @Override
        public int maxTag() {
            return Integer.MAX_VALUE;
        }

        @Override
        public int send(
                Object base,
                long offset,
                long count,
                DataLayout layout,
                int destination,
                int tag,
                SendMode mode,
                CommContext comm) {
            return Rc.OK;
        }

        @Override
        public int receive(
                Object base,
                long offset,
                long count,
                DataLayout layout,
                int source,
                int tag,
                CommContext comm,
                PmlStatus status) {
            status.setEmpty();
            return Rc.OK;
        }

        @Override
        public PmlRequest isend(
                Object base,
                long offset,
                long count,
                DataLayout layout,
                int destination,
                int tag,
                SendMode mode,
                CommContext comm) {
            return done;
        }

        @Override
        public PmlRequest ireceive(
                Object base,
                long offset,
                long count,
                DataLayout layout,
                int source,
                int tag,
                CommContext comm) {
            return done;
        }

        @Override
        public PmlRequest sendInit(
                Object base,
                long offset,
                long count,
                DataLayout layout,
                int destination,
                int tag,
                SendMode mode,
                CommContext comm) {
            return done;
        }

        @Override
        public PmlRequest receiveInit(
                Object base,
                long offset,
                long count,
                DataLayout layout,
                int source,
                int tag,
                CommContext comm) {
            return done;
        }

        @Override
        public int start(PmlRequest persistent) {
            return Rc.OK;
        }

        @Override
        public boolean iprobe(int source, int tag, CommContext comm, PmlStatus status) {
            return false;
        }

        @Override
        public int probe(int source, int tag, CommContext comm, PmlStatus status) {
            return Rc.OK;
        }

        @Override
        public PmlMessage improbe(int source, int tag, CommContext comm, PmlStatus status) {
            return null;
        }

        @Override
        public PmlMessage mprobe(int source, int tag, CommContext comm, PmlStatus status) {
            return null;
        }

        @Override
        public PmlRequest imrecv(
                Object base, long offset, long count, DataLayout layout, PmlMessage message) {
            return done;
        }

        @Override
        public int attachBuffer(long bytes) {
            return Rc.OK;
        }

        @Override
        public int detachBuffer() {
            return Rc.OK;
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}

        @Override
        public String explain(int peerRank, CommContext comm, int rc) {
            return "";
        }
    }
}
