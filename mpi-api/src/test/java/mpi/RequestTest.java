package mpi;

import static mpi.MpiAssertions.assertFails;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.strata.mca.pml.PmlRequest;

import java.nio.IntBuffer;

/** Completion of requests, over a PML that completes at the next poll. */
class RequestTest {
    private static final int LONG = 2 * LoopbackPml.EAGER;

    @RegisterExtension final LocalMpi mpi = new LocalMpi();

    private static Request receive(int tag) throws MPIException {
        return MPI.COMM_WORLD.iRecv(MPI.newIntBuffer(1), 1, MPI.INT, 1, tag);
    }

    private static void send(int tag) throws MPIException {
        MPI.COMM_WORLD.send(new int[] {tag}, 1, MPI.INT, 1, tag);
    }

    private static Request[] receives(int... tags) throws MPIException {
        Request[] requests = new Request[tags.length];
        for (int i = 0; i < tags.length; i++) {
            requests[i] = tags[i] < 0 ? null : receive(tags[i]);
        }
        return requests;
    }

    @Test
    void waitCompletesAndMakesNull() throws MPIException {
        Request request = receive(3);
        assertThat(request.isNull()).isFalse();
        send(3);
        Status status = request.waitStatus();
        assertThat(status.getSource()).isEqualTo(1);
        assertThat(status.getTag()).isEqualTo(3);
        assertThat(status.getError()).isEqualTo(MPI.SUCCESS);
        assertThat(status.getCount(MPI.INT)).isEqualTo(1);
        assertThat(status.getCount(MPI.LONG)).isEqualTo(MPI.UNDEFINED);
        assertThat(request.isNull()).isTrue();
        request.waitFor();
        assertThat(request.waitStatus().getSource()).isEqualTo(MPI.ANY_SOURCE);
        assertThat(request.waitStatus().getTag()).isEqualTo(MPI.ANY_TAG);
        assertThat(request.test()).isTrue();
        request.free();
        assertThat(mpi.pml().live).isZero();
    }

    @Test
    void testSeesIncompleteAndComplete() throws MPIException {
        Request request = receive(0);
        assertThat(request.test()).isFalse();
        assertThat(request.testStatus()).isNull();
        assertThat(request.getStatus()).isNull();
        send(0);
        assertThat(request.getStatus().getTag()).isZero();
        assertThat(request.getStatus().getTag()).isZero();
        assertThat(request.testStatus().getCount(MPI.INT)).isEqualTo(1);
        assertThat(request.getStatus().getCount(MPI.INT)).isZero();
    }

    @Test
    void nullRequestIsComplete() throws MPIException {
        MPI.REQUEST_NULL.waitFor();
        assertThat(MPI.REQUEST_NULL.isNull()).isTrue();
        assertThat(MPI.REQUEST_NULL.test()).isTrue();
        MPI.REQUEST_NULL.free();
        assertFails(MPI.ERR_REQUEST, MPI.REQUEST_NULL::cancel);
    }

    @Test
    void waitAnyFindsTheCompleteOne() throws MPIException {
        Request[] requests = receives(0, -1, 1, 2);
        send(2);
        send(1);
        int first = Request.waitAny(requests);
        int second = Request.waitAnyStatus(requests).getIndex();
        assertThat(new int[] {first, second}).containsExactlyInAnyOrder(2, 3);
        assertThat(requests[first].isNull()).isTrue();
        assertThat(Request.testAny(requests)).isEqualTo(MPI.UNDEFINED);
        assertThat(Request.testAnyStatus(requests)).isNull();
        send(0);
        Status status = Request.testAnyStatus(requests);
        assertThat(status.getIndex()).isZero();
        assertThat(status.getTag()).isZero();
    }

    @Test
    void anyOfNoneIsUndefined() throws MPIException {
        Request[] none = {null, MPI.REQUEST_NULL};
        assertThat(Request.waitAny(none)).isEqualTo(MPI.UNDEFINED);
        assertThat(Request.testAny(none)).isEqualTo(MPI.UNDEFINED);
        assertThat(Request.waitAnyStatus(none).getIndex()).isEqualTo(MPI.UNDEFINED);
        assertThat(Request.testAnyStatus(none).getIndex()).isEqualTo(MPI.UNDEFINED);
        assertThat(Request.testAnyStatus(new Request[0]).getCount(MPI.BYTE)).isZero();
    }

    @Test
    void waitAllCompletesAll() throws MPIException {
        Request[] requests = receives(0, -1, 1);
        send(1);
        send(0);
        Status[] statuses = Request.waitAllStatus(requests);
        assertThat(statuses[0].getTag()).isZero();
        assertThat(statuses[1].getTag()).isEqualTo(MPI.ANY_TAG);
        assertThat(statuses[2].getTag()).isEqualTo(1);
        Request.waitAll(requests);
        Request.waitAll(new Request[0]);
    }

    @Test
    void testAllIsAllOrNothing() throws MPIException {
        Request[] requests = receives(0, 1);
        send(0);
        assertThat(Request.testAll(requests)).isFalse();
        assertThat(Request.testAllStatus(requests)).isNull();
        assertThat(requests[0].isNull()).isFalse();
        send(1);
        assertThat(Request.testAllStatus(requests)).hasSize(2);
        assertThat(requests[0].isNull()).isTrue();
        assertThat(Request.testAll(requests)).isTrue();
    }

    @Test
    void someCompletesThoseThatAre() throws MPIException {
        Request[] requests = receives(0, 1, 2, -1);
        assertThat(Request.testSome(requests)).isEmpty();
        assertThat(Request.testSomeStatus(requests)).isEmpty();
        send(2);
        send(0);
        int[] indices = Request.waitSome(requests);
        assertThat(indices).containsExactly(0, 2);
        send(1);
        Status[] statuses = Request.waitSomeStatus(requests);
        assertThat(statuses).hasSize(1);
        assertThat(statuses[0].getIndex()).isEqualTo(1);
        assertThat(statuses[0].getTag()).isEqualTo(1);
        assertThat(Request.waitSome(requests)).isNull();
        assertThat(Request.testSome(requests)).isNull();
        assertThat(Request.waitSomeStatus(requests)).isNull();
        assertThat(Request.testSomeStatus(requests)).isNull();
    }

    @Test
    void cancelledReceiveSaysSo() throws MPIException {
        Request request = receive(0);
        request.cancel();
        assertThat(request.waitStatus().isCancelled()).isTrue();
        Request matched = receive(1);
        send(1);
        matched.cancel();
        assertThat(matched.waitStatus().isCancelled()).isFalse();
    }

    @Test
    void freedRequestGoesOn() throws MPIException {
        IntBuffer buffer = MPI.newIntBuffer(1);
        Request receive = MPI.COMM_WORLD.iRecv(buffer, 1, MPI.INT, 1, 0);
        receive.free();
        assertThat(receive.isNull()).isTrue();
        receive.free();
        Request send = MPI.COMM_WORLD.isSend(new int[] {7}, 1, MPI.INT, 1, 0);
        send.waitFor();
        assertThat(buffer.get(0)).isEqualTo(7);
        MpiRuntime.running().engine.progress();
        assertThat(Communicator.WORLD.context().operations()).isZero();
        assertThat(mpi.pml().live).isZero();
    }

    @Test
    void forgottenRequestsEndByThemselves() throws MPIException {
        for (int i = 0; i < 100; i++) {
            receive(5);
            send(5);
        }
        MpiRuntime.running().engine.progress();
        assertThat(Communicator.WORLD.context().operations()).isZero();
    }

    @Test
    void buffersAreHeldUntilCompleteOnly() throws MPIException {
        byte[] data = new byte[LONG];
        Request request = MPI.COMM_WORLD.iSend(data, LONG, MPI.BYTE, 1, 0);
        PmlRequest operation = request.pml;
        assertThat(operation.buf.owner()).isSameAs(data);
        MPI.COMM_WORLD.recv(new byte[LONG], LONG, MPI.BYTE, 1, 0);
        request.waitFor();
        assertThat(operation.buf.owner()).isNull();
        assertThat(request.isNull()).isTrue();
    }

    @Test
    void procNullIsCompleteAtOnce() throws MPIException {
        IntBuffer buffer = MPI.newIntBuffer(1).put(0, 5);
        int nobody = MPI.PROC_NULL;
        Status status = MPI.COMM_WORLD.recv(buffer, 1, MPI.INT, nobody, 7);
        assertThat(status.getSource()).isEqualTo(MPI.PROC_NULL);
        assertThat(status.getTag()).isEqualTo(MPI.ANY_TAG);
        assertThat(status.getCount(MPI.INT)).isZero();
        MPI.COMM_WORLD.send(buffer, 1, MPI.INT, nobody, 7);
        Request receive = MPI.COMM_WORLD.iRecv(buffer, 1, MPI.INT, nobody, 7);
        assertThat(receive.isNull()).isFalse();
        assertThat(receive.waitStatus().getSource()).isEqualTo(MPI.PROC_NULL);
        assertThat(receive.isNull()).isTrue();
        Prequest persistent = MPI.COMM_WORLD.recvInit(buffer, 1, MPI.INT, nobody, 7);
        persistent.start();
        assertThat(persistent.testStatus().getSource()).isEqualTo(MPI.PROC_NULL);
        persistent.start();
        assertThat(Request.waitAny(new Request[] {persistent})).isZero();
        persistent.free();
        assertThat(MPI.COMM_WORLD.probe(nobody, 1).getSource()).isEqualTo(MPI.PROC_NULL);
        assertThat(MPI.COMM_WORLD.iProbe(nobody, 1).getSource()).isEqualTo(MPI.PROC_NULL);
        assertThat(buffer.get(0)).isEqualTo(5);
    }

    @Test
    void persistentRequestsRestart() throws MPIException {
        IntBuffer out = MPI.newIntBuffer(1);
        IntBuffer in = MPI.newIntBuffer(1);
        Prequest receive = MPI.COMM_WORLD.recvInit(in, 1, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
        Prequest send = MPI.COMM_WORLD.sendInit(out, 1, MPI.INT, 1, 4);
        assertThat(receive.test()).isTrue();
        assertThat(receive.waitStatus().getSource()).isEqualTo(MPI.ANY_SOURCE);
        for (int i = 0; i < 3; i++) {
            out.put(0, i);
            Prequest.startAll(new Prequest[] {receive, send});
            assertThat(Request.waitAllStatus(new Request[] {receive, send})[0].getTag())
                    .isEqualTo(4);
            assertThat(in.get(0)).isEqualTo(i);
            assertThat(receive.isNull()).isFalse();
        }
        receive.start();
        assertFails(MPI.ERR_REQUEST, receive::start).contains("active");
        receive.cancel();
        assertThat(receive.waitStatus().isCancelled()).isTrue();
        receive.free();
        send.free();
        assertThat(receive.isNull()).isTrue();
        assertFails(MPI.ERR_REQUEST, receive::start).contains("null");
        assertThat(mpi.pml().live).isZero();
    }

    /** A freed communicator stays in the stack until its persistent requests are freed. */
    @Test
    void persistentRequestsOutliveTheirCommunicator() throws MPIException {
        IntBuffer in = MPI.newIntBuffer(1);
        IntBuffer out = MPI.newIntBuffer(1);
        Intracomm comm = MPI.COMM_SELF.dup();
        Prequest send = comm.sendInit(out, 1, MPI.INT, 0, 4);
        Prequest receive = comm.recvInit(in, 1, MPI.INT, 0, 4);
        long identity = comm.comm.context().identity();
        comm.free();
        assertThat(mpi.pml().comms).contains(identity);
        for (int i = 1; i <= 2; i++) {
            in.put(0, 0);
            out.put(0, i);
            Prequest.startAll(new Prequest[] {receive, send});
            Request.waitAll(new Request[] {receive, send});
            assertThat(in.get(0)).isEqualTo(i);
        }
        receive.free();
        receive.free();
        assertThat(mpi.pml().comms).contains(identity);
        send.free();
        assertThat(mpi.pml().comms).doesNotContain(identity);
        assertThat(mpi.pml().live).isZero();
    }

    @Test
    void activePersistentRequestMayBeFreed() throws MPIException {
        IntBuffer in = MPI.newIntBuffer(1);
        Prequest receive = MPI.COMM_WORLD.recvInit(in, 1, MPI.INT, 1, 4);
        receive.start();
        receive.free();
        assertThat(Request.waitAny(new Request[] {receive})).isEqualTo(MPI.UNDEFINED);
        send(4);
        MpiRuntime.running().engine.progress();
        assertThat(in.get(0)).isEqualTo(4);
        assertThat(mpi.pml().live).isZero();
    }

    @Test
    void truncationTellsTheRoom() throws MPIException {
        MPI.COMM_WORLD.send(new int[4], 4, MPI.INT, 1, 9);
        Request request = MPI.COMM_WORLD.iRecv(MPI.newIntBuffer(2), 2, MPI.INT, 1, 9);
        assertThat(request.getStatus().getError()).isEqualTo(MPI.ERR_TRUNCATE);
        assertFails(MPI.ERR_TRUNCATE, request::waitFor)
                .startsWith("MPI_ERR_TRUNCATE: message truncated")
                .contains("rank 1, tag 9: the message has 16 bytes")
                .contains("there is room for 2 × MPI.INT (8 bytes)");
        assertThat(request.isNull()).isTrue();
    }

    @Test
    void severalFailuresAreInStatus() throws MPIException {
        Request[] requests = receives(0, 1, 2);
        MPI.COMM_WORLD.send(new int[4], 4, MPI.INT, 1, 0);
        MPI.COMM_WORLD.send(new int[4], 4, MPI.INT, 1, 2);
        send(1);
        assertFails(MPI.ERR_IN_STATUS, () -> Request.waitAll(requests))
                .contains("request 0: MPI_ERR_TRUNCATE", "request 2: MPI_ERR_TRUNCATE")
                .doesNotContain("request 1");
        Request[] again = receives(0);
        MPI.COMM_WORLD.send(new int[4], 4, MPI.INT, 1, 0);
        assertFails(MPI.ERR_TRUNCATE, () -> Request.waitAny(again)).contains("request 0");
        assertFails(MPI.ERR_REQUEST, () -> Request.waitAll(null));
    }

    @Test
    void messagesAreTakenOnce() throws MPIException {
        Message message = new Message();
        assertThat(message.isNull()).isTrue();
        assertThat(message.imProbe(1, 6, MPI.COMM_WORLD)).isNull();
        send(6);
        Status found = message.mProbe(MPI.ANY_SOURCE, MPI.ANY_TAG, MPI.COMM_WORLD);
        assertThat(found.getTag()).isEqualTo(6);
        assertThat(found.getCount(MPI.INT)).isEqualTo(1);
        assertThat(MPI.COMM_WORLD.iProbe(1, 6)).isNull();
        int[] to = new int[1];
        assertThat(message.mRecv(to, 1, MPI.INT).getTag()).isEqualTo(6);
        assertThat(to).containsExactly(6);
        assertThat(message.isNull()).isTrue();
        assertFails(MPI.ERR_REQUEST, () -> message.mRecv(to, 1, MPI.INT));
        send(8);
        message.imProbe(1, 8, MPI.COMM_WORLD);
        Request request = message.imRecv(to, 1, MPI.INT);
        assertThat(message.isNull()).isTrue();
        request.waitFor();
        assertThat(to).containsExactly(8);
    }

    @Test
    void messageFromNobody() throws MPIException {
        Message message = new Message();
        message.mProbe(MPI.PROC_NULL, 0, MPI.COMM_WORLD);
        assertThat(message.isNoProc()).isTrue();
        assertThat(message.isNull()).isFalse();
        Status status = message.mRecv(new int[1], 1, MPI.INT);
        assertThat(status.getSource()).isEqualTo(MPI.PROC_NULL);
        assertThat(message.isNull()).isTrue();
    }

    @Test
    void statusCanBeSet() throws MPIException {
        Status status = MPI.REQUEST_NULL.waitStatus();
        status.setElements(MPI.INT, 6);
        Datatype pair = Datatype.createContiguous(2, MPI.INT);
        pair.commit();
        assertThat(status.getCount(pair)).isEqualTo(3);
        status.setElementsX(MPI.INT, new Count(3));
        assertThat(status.getCount(pair)).isEqualTo(MPI.UNDEFINED);
        assertThat(status.getElements(pair)).isEqualTo(3);
        assertThat(status.getElementsX(pair).equals(new Count(3))).isTrue();
        status.setCancelled(true);
        assertThat(status.isCancelled()).isTrue();
        assertFails(MPI.ERR_COUNT, () -> status.setElements(MPI.INT, -1));
    }
}
