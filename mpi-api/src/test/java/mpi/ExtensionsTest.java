package mpi;

import static mpi.MpiAssertions.assertFails;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.strata.mca.base.Output;

import java.io.NotSerializableException;
import java.io.ObjectInputFilter;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** What this API has beyond Open MPI's: segments, futures, objects, scoped handles, leaks. */
class ExtensionsTest {
    private static final int ME = 1;

    @RegisterExtension private final LocalMpi mpi = new LocalMpi(MPI.THREAD_MULTIPLE);

    private final Intracomm world = MPI.COMM_WORLD;

    // ---- Memory segments.

    @Test
    void segmentsAreBuffers() throws MPIException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment out = arena.allocate(ValueLayout.JAVA_INT, 4);
            out.setAtIndex(ValueLayout.JAVA_INT, 2, 42);
            int[] array = new int[5];
            MemorySegment in = MemorySegment.ofArray(array).asSlice(8);
            Request request = world.iRecv(in, 2, MPI.INT, ME, 0);
            world.send(out.asSlice(4), 2, MPI.INT, ME, 0);
            request.waitFor();
            assertThat(array).containsExactly(0, 0, 0, 42, 0);
        }
    }

    @Test
    void segmentsAreChecked() {
        MemorySegment four = MemorySegment.ofArray(new byte[4]);
        assertFails(MPI.ERR_BUFFER, () -> world.send(four, 2, MPI.INT, ME, 0))
                .contains("the buffer (MemorySegment) has 4 bytes, but 2 × ");
        assertFails(MPI.ERR_BUFFER, () -> world.recv(readOnly(), 1, MPI.INT, ME, 0))
                .contains("read-only");
        assertFails(MPI.ERR_BUFFER, () -> world.send(four.asReadOnly(), 1, MPI.INT, ME, 0))
                .contains("gives no access to its array");
        assertFails(MPI.ERR_BUFFER, () -> world.send(closed(), 1, MPI.INT, ME, 0))
                .contains("its arena is closed");
    }

    private static MemorySegment readOnly() {
        return Arena.ofAuto().allocate(8).asReadOnly();
    }

    private static MemorySegment closed() {
        try (Arena arena = Arena.ofConfined()) {
            return arena.allocate(8);
        }
    }

    // ---- Futures.

    @Test
    void aRequestBecomesAFuture() throws Exception {
        int[] in = new int[1];
        Request request = world.iRecv(in, 1, MPI.INT, MPI.ANY_SOURCE, 7);
        CompletableFuture<Integer> source = request.toFuture().thenApply(Status::getSource);
        assertThat(request.isNull()).as("handed over").isTrue();
        assertThat(source.isDone()).isFalse();
        world.send(new int[] {5}, 1, MPI.INT, ME, 7);
        assertThat(source.get()).isEqualTo(ME);
        assertThat(in).containsExactly(5);
        assertThat(request.toFuture()).as("of a null request").isDone();
    }

    @Test
    void severalFuturesCompleteByThemselves() {
        int[][] in = new int[8][1];
        List<CompletableFuture<Status>> all = new ArrayList<>();
        try {
            for (int i = 0; i < in.length; i++) {
                all.add(world.iRecv(in[i], 1, MPI.INT, ME, i).toFuture());
            }
            for (int i = in.length - 1; i >= 0; i--) {
                world.send(new int[] {i}, 1, MPI.INT, ME, i);
            }
        } catch (MPIException e) {
            throw new AssertionError(e);
        }
        CompletableFuture.allOf(all.toArray(new CompletableFuture<?>[0])).join();
        for (int i = 0; i < in.length; i++) {
            assertThat(in[i][0]).isEqualTo(i);
        }
    }

    @Test
    void aFailedRequestFailsItsFuture() throws MPIException {
        CompletableFuture<Status> cut = world.iRecv(new int[1], 1, MPI.INT, ME, 0).toFuture();
        world.send(new int[2], 2, MPI.INT, ME, 0);
        assertThatThrownBy(cut::get)
                .isInstanceOf(ExecutionException.class)
                .cause()
                .isInstanceOf(MPIException.class)
                .hasMessageContaining("MPI_ERR_TRUNCATE");
        Prequest persistent = world.recvInit(new int[1], 1, MPI.INT, ME, 0);
        assertFails(MPI.ERR_REQUEST, persistent::toFuture).contains("persistent");
    }

    // ---- Objects.

    @Test
    void objectsAreMessages() throws MPIException {
        Map<String, List<Integer>> sent = Map.of("one", List.of(1), "more", List.of(2, 3));
        world.sendObject(sent, ME, 4);
        assertThat(world.recvObject(MPI.ANY_SOURCE, 4)).isEqualTo(sent);
        world.sendObject(null, ME, 4);
        assertThat(world.recvObject(ME, MPI.ANY_TAG)).isNull();
        assertThat(world.recvObject(MPI.PROC_NULL, 0)).isNull();
        world.sendObject("nobody", MPI.PROC_NULL, 0);
        assertThat(MPI.COMM_SELF.bcastObject(sent, 0)).isSameAs(sent);
        assertFails(MPI.ERR_RANK, () -> world.sendObject("x", 99, 0)).contains("99");
        assertFails(MPI.ERR_ROOT, () -> world.bcastObject("x", 99)).contains("99");
    }

    @Test
    void whatCannotBeSerialisedIsRefused() {
        assertFails(MPI.ERR_ARG, () -> world.sendObject(new Object(), ME, 0))
                .contains("NotSerializableException: java.lang.Object");
        assertThatThrownBy(() -> MPI.COMM_SELF.bcastObject(new Object(), 0))
                .hasCauseInstanceOf(NotSerializableException.class);
    }

    @Test
    void theReceiverRefusesObjects() throws MPIException {
        ObjectInputFilter numbers = ObjectInputFilter.Config.createFilter("java.lang.Integer;!*");
        world.sendObject(new ArrayList<>(List.of(1)), ME, 0);
        assertFails(MPI.ERR_CONVERSION, () -> world.recvObject(ME, 0, numbers))
                .contains("from rank 1, tag 0 is refused")
                .contains("REJECTED");
        world.send(new byte[40], 40, MPI.BYTE, ME, 0);
        assertFails(MPI.ERR_CONVERSION, () -> world.recvObject(ME, 0))
                .contains("was not sent by sendObject");
        world.send(new byte[2], 2, MPI.BYTE, ME, 0);
        assertFails(MPI.ERR_CONVERSION, () -> world.recvObject(ME, 0));
        world.sendObject("short enough", ME, 0);
        MpiRuntime.running().objectLimit = 10;
        assertFails(MPI.ERR_TRUNCATE, () -> world.recvObject(ME, 0))
                .contains("longer than the 10 bytes of mpi_max_object_size");
        assertFails(MPI.ERR_TRUNCATE, () -> world.sendObject("too long", ME, 0));
        assertThat(world.iProbe(ME, MPI.ANY_TAG)).as("messages left behind").isNull();
        // What was dropped ends with the next progress.
        world.send(new byte[1], 1, MPI.BYTE, ME, 0);
        world.recv(new byte[1], 1, MPI.BYTE, ME, 0);
        assertThat(mpi.pml().live).as("operations left behind").isZero();
    }

    // ---- Handles that a try statement closes, and those that leak.

    @Test
    void handlesAreResources() throws MPIException {
        int[] in = new int[1];
        Comm comm = MPI.COMM_SELF.dup();
        Datatype type = Datatype.createContiguous(2, MPI.INT);
        Prequest persistent = world.recvInit(in, 1, MPI.INT, ME, 0);
        Info info = new Info();
        try (comm;
                type;
                info;
                Op op = new Op(new UserFunction() {}, true);
                Group group = comm.getGroup();
                persistent) {
            type.commit();
            assertThat(op.isNull() || group.isNull()).isFalse();
            info.free();
            persistent.start();
            world.send(new int[] {9}, 1, MPI.INT, ME, 0);
        }
        assertThat(comm.isNull() && type.isNull() && info.isNull()).isTrue();
        assertThat(persistent.isNull()).isTrue();
        assertThat(in).as("completed before it was freed").containsExactly(9);
        assertFails(MPI.ERR_COMM, MPI.COMM_WORLD::close).contains("predefined");
    }

    @Test
    void leakedHandlesAreNamed() throws MPIException {
        HandleLeaks leaks = new HandleLeaks();
        MpiRuntime.running().leaks = leaks;
        MPI.COMM_SELF.dup().free();
        world.iSend(new int[1], 1, MPI.INT, ME, 0).waitFor();
        world.recv(new int[1], 1, MPI.INT, ME, 0);
        Prequest freed = world.recvInit(new int[1], 1, MPI.INT, ME, 0);
        freed.free();
        assertThat(leaks.report()).isEmpty();
        MPI.COMM_SELF.dup().setName("forgotten");
        Request receive = world.iRecv(new int[1], 1, MPI.INT, ME, 3);
        world.recvInit(new int[1], 1, MPI.INT, MPI.ANY_SOURCE, 0);
        List<String> report = leaks.report();
        assertThat(report).hasSize(4).noneMatch(line -> line.startsWith("["));
        assertThat(report.getFirst()).contains("3 handles were neither freed nor completed");
        assertThat(report.get(1)).contains("communicator forgotten");
        assertThat(report.get(2)).contains("request with rank 1");
        assertThat(report.get(3)).contains("persistent request with any rank");
        receive.cancel();
        receive.waitFor();
        assertThat(leaks.report()).hasSize(3);
        assertThat(UnreceivedMessages.find(MpiRuntime.running())).isEmpty();
        world.iSend(new int[3], 3, MPI.INT, ME, 8).waitFor();
        assertThat(UnreceivedMessages.find(MpiRuntime.running()))
                .containsExactly(
                        "a message of 12 bytes from rank 1, tag 8 on communicator MPI_COMM_WORLD"
                                + " has not been received");
        world.recv(new int[3], 3, MPI.INT, ME, 8);
    }

    /** The output begins each line with the process's name: the lines do not. */
    @Test
    void whatIsLeftIsPrinted() throws MPIException {
        MpiRuntime runtime = MpiRuntime.running();
        List<String> lines = new ArrayList<>();
        runtime.leaks = new HandleLeaks();
        runtime.reports = new RecordingOutput(lines);
        runtime.reportLeaks();
        assertThat(lines).isEmpty();
        world.recvInit(new int[1], 1, MPI.INT, MPI.ANY_SOURCE, 0);
        world.iSend(new int[3], 3, MPI.INT, ME, 8).waitFor();
        runtime.reportLeaks();
        assertThat(lines).hasSize(3).noneMatch(line -> line.startsWith("["));
        assertThat(lines.getFirst()).startsWith("1 handle was neither freed");
        assertThat(lines.getLast()).startsWith("a message of 12 bytes from rank 1, tag 8");
        world.recv(new int[3], 3, MPI.INT, ME, 8);
    }

    private record RecordingOutput(List<String> lines) implements Output {
        @Override
        public void warn(String boxedOrLine) {
            lines.add(boxedOrLine);
        }

        @Override
        public void verbose(String framework, int level, String line) {}

        @Override
        public boolean isVerbose(String framework, int level) {
            return false;
        }
    }
}
