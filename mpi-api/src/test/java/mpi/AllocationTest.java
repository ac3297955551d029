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
import org.strata.mca.pml.TrafficVisitor;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.testkit.FakeJob;

import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.util.List;
import java.util.function.BooleanSupplier;

/** What the API itself allocates per operation, in the steady state. */
class AllocationTest {
    private static final int CALLS = 10_000;
    private static final int ROUNDS = 1_000;

    /** The PML of this test refuses to receive from it on the shortest way. */
    private static final int PLAIN_SOURCE = 0;

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
                new MpiRuntime(
                        rank.engine(),
                        rank.environment(),
                        pml,
                        coll,
                        new SharedBuffers(List.of()),
                        pml::close,
                        MPI.THREAD_SINGLE,
                        true));
    }

    @AfterEach
    void stop() {
        MPI.forget();
        job.close();
    }

    /**
     * Asserts what a call allocates once the JIT has compiled it, however long that takes: most of
     * what is measured here exists in the source and is gone from the compiled code.
     */
    private static void assertAllocatesAtMost(int bytes, Call call) throws MPIException {
        var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        double last = Double.MAX_VALUE;
        for (int round = 0; round < ROUNDS && last > bytes; round++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < CALLS; i++) {
                call.run();
            }
            last = (threads.getCurrentThreadAllocatedBytes() - before) / (double) CALLS;
        }
        assertThat(last).isLessThanOrEqualTo(bytes);
    }

    @Test
    void blockingSendsAllocateNothing() throws MPIException {
        ByteBuffer direct = MPI.newByteBuffer(8);
        IntBuffer ints = MPI.newIntBuffer(2);
        int[] array = new int[2];
        assertAllocatesAtMost(0, () -> MPI.COMM_WORLD.send(direct, 8, MPI.BYTE, 1, 0));
        assertAllocatesAtMost(0, () -> MPI.COMM_WORLD.send(ints, 2, MPI.INT, 1, 0));
        assertAllocatesAtMost(0, () -> MPI.COMM_WORLD.send(array, 2, MPI.INT, 1, 0));
    }

    @Test
    void blockingReceivesAllocateTheStatusOnly() throws MPIException {
        ByteBuffer direct = MPI.newByteBuffer(8);
        int[] array = new int[2];
        assertAllocatesAtMost(40, () -> MPI.COMM_WORLD.recv(direct, 8, MPI.BYTE, 1, 0));
        assertAllocatesAtMost(40, () -> MPI.COMM_WORLD.recv(array, 2, MPI.INT, 1, 0));
    }

    @Test
    void nonBlockingCallsAllocateTheRequestOnly() throws MPIException {
        ByteBuffer direct = MPI.newByteBuffer(8);
        assertAllocatesAtMost(
                2 * 24,
                () -> {
                    Request receive = MPI.COMM_WORLD.iRecv(direct, 8, MPI.BYTE, 1, 0);
                    MPI.COMM_WORLD.iSend(direct, 8, MPI.BYTE, 1, 0).waitFor();
                    receive.waitFor();
                });
        assertAllocatesAtMost(
                24, () -> MPI.COMM_WORLD.iRecv(direct, 8, MPI.BYTE, PLAIN_SOURCE, 0).waitFor());
    }

    /**
     * Called in turn, as programs call them: what the calls share is compiled for all of them. How
     * much of that the JIT removes depends on what it has seen before; the bound is what the source
     * makes: a call for each, and a buffer for each side that has one.
     */
    @Test
    void collectivesAllocateTheirCallsAndBuffersOnly() throws MPIException {
        int[] array = new int[2];
        int buf = 40;
        int call = 32;
        assertAllocatesAtMost(
                5 * buf + 4 * call,
                () -> {
                    MPI.COMM_WORLD.barrier();
                    MPI.COMM_WORLD.bcast(array, 2, MPI.INT, 0);
                    MPI.COMM_WORLD.gather(array, 1, MPI.INT, 0);
                    MPI.COMM_WORLD.allReduce(array, 2, MPI.INT, MPI.SUM);
                });
    }

    /** Everything is done at once and costs nothing. */
    private static final class InstantPml implements Pml {
        private final PmlRequest done =
                new PmlRequest() {
                    @Override
                    public void cancel() {}

                    @Override
                    protected void recycle() {}
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
        public int send(Buf buf, int destination, int tag, SendMode mode, CommContext comm) {
            return Rc.OK;
        }

        @Override
        public int receive(Buf buf, int source, int tag, CommContext comm, PmlStatus status) {
            status.setEmpty();
            return Rc.OK;
        }

        @Override
        public PmlRequest isend(
                Buf buf, int destination, int tag, SendMode mode, CommContext comm) {
            return done;
        }

        @Override
        public PmlRequest ireceive(Buf buf, int source, int tag, CommContext comm) {
            return done;
        }

        @Override
        public PmlRequest ireceiveGapless(
                Object base,
                long offset,
                long capacity,
                Object owner,
                int source,
                int tag,
                CommContext comm) {
            return source == PLAIN_SOURCE ? null : done;
        }

        @Override
        public boolean iprobe(int source, int tag, CommContext comm, PmlStatus status) {
            return false;
        }

        @Override
        public boolean unmatched(int source, CommContext comm) {
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
        public PmlRequest imrecv(Buf buf, PmlMessage message) {
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
        public boolean flush(BooleanSupplier hopeless) {
            return true;
        }

        @Override
        public void traffic(TrafficVisitor visitor) {}

        @Override
        public void close() {}

        @Override
        public String explain(int peerRank, CommContext comm, int rc) {
            return "";
        }
    }
}
