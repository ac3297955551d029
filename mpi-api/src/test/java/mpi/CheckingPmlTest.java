package mpi;

import static mpi.MpiAssertions.assertFails;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.mca.pml.CommContext;
import org.strata.mca.pml.Pml;
import org.strata.mca.pml.PmlRequest;
import org.strata.mca.pml.SendMode;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayouts;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.util.HashSet;
import java.util.Set;

/** What {@code mpi_check} finds in messages, and what it leaves alone. */
class CheckingPmlTest {
    private static final int ME = 1;

    @RegisterExtension final LocalMpi mpi = LocalMpi.checking();

    private static Comm world() {
        return MPI.COMM_WORLD;
    }

    @Test
    void anArrayOfAnotherTypeThanTheDatatypeIsRefused() {
        assertFails(MPI.ERR_TYPE, () -> world().send(new int[4], 2, MPI.DOUBLE, ME, 0))
                .contains("the datatype's elements are MPI.DOUBLE, the buffer is an int[]");
        assertFails(MPI.ERR_TYPE, () -> world().recv(new short[4], 2, MPI.CHAR, ME, 0))
                .contains("MPI.CHAR, the buffer is a short[], whose elements are MPI.SHORT");
    }

    @Test
    void aBufferOfAnotherTypeIsRefusedWhenItsCallOrItsWaitEnds() throws MPIException {
        FloatBuffer floats = MPI.newFloatBuffer(4);
        assertFails(MPI.ERR_TYPE, () -> world().iSend(floats, 2, MPI.INT, ME, 0))
                .contains("MPI.INT, the buffer is a FloatBuffer");
        assertFails(MPI.ERR_TYPE, world().sendInit(floats, 2, MPI.INT, ME, 0)::start)
                .contains("FloatBuffer");
        Request receive = world().iRecv(floats, 2, MPI.INT, ME, 0);
        assertFails(MPI.ERR_TYPE, receive::waitFor)
                .contains("FloatBuffer", ". The request was started at ");
        assertThat(mpi.pml().live).isZero();
    }

    @Test
    void bytesHoldAnyElementsAndAnyBufferHoldsBytes() throws MPIException {
        world().send(new byte[8], 2, MPI.INT, ME, 0);
        world().recv(new int[2], 8, MPI.BYTE, ME, 0);
        Request send = world().iSend(ByteBuffer.allocateDirect(8), 1, MPI.DOUBLE, ME, 0);
        world().recv(new double[1], 1, MPI.DOUBLE, ME, 0);
        send.waitFor();
    }

    @Test
    void aMessageReceivedAsAnotherTypeFailsWithTheLinesOfBoth() throws MPIException {
        world().send(new int[] {5, 6}, 2, MPI.INT, ME, 7);
        float[] floats = new float[2];
        assertFails(MPI.ERR_TYPE, () -> world().recv(floats, 2, MPI.FLOAT, ME, 7))
                .contains("from rank 1, tag 7: the message has elements MPI.INT")
                .contains("the receive takes MPI.FLOAT; it was sent at ");
        assertThat(floats[0]).isEqualTo(Float.intBitsToFloat(5));
        world().send(new int[] {5}, 1, MPI.INT, ME, 7);
        Request receive = world().iRecv(floats, 1, MPI.FLOAT, ME, MPI.ANY_TAG);
        assertFails(MPI.ERR_TYPE, receive::waitFor).contains("elements MPI.INT");
    }

    /** Where ranks have parameters of their own: 96 bytes of its data would be taken for a head. */
    @ParameterizedTest
    @ValueSource(ints = {8, 96, 200})
    void aMessageOfASenderThatDoesNotCheckIsRefused(int bytes) {
        Buf data = new Buf(new byte[bytes], 0, bytes, DataLayouts.BYTE);
        CommContext comm = Communicator.WORLD.context();
        mpi.pml().send(data, ME, 9, SendMode.STANDARD, comm);
        byte[] room = new byte[bytes];
        assertFails(MPI.ERR_TYPE, () -> world().recv(room, bytes, MPI.BYTE, ME, 9))
                .contains("its sender does not check (mpi_check)");
    }

    @Test
    void derivedTypesAreTheirElements() throws MPIException {
        Datatype everySecond = Datatype.createVector(2, 1, 2, MPI.INT);
        everySecond.commit();
        world().send(new int[] {1, 2, 3, 4}, 1, everySecond, ME, 0);
        int[] two = new int[2];
        world().recv(two, 2, MPI.INT, ME, 0);
        assertThat(two).containsExactly(1, 3);
        world().send(two, 2, MPI.INT, ME, 0);
        Datatype longs = Datatype.createContiguous(1, MPI.LONG);
        longs.commit();
        assertFails(MPI.ERR_TYPE, () -> world().recv(new long[1], 1, longs, ME, 0))
                .contains("the receive takes MPI.LONG");
        Datatype mixed =
                Datatype.createStruct(
                        new int[] {1, 1}, new int[] {0, 4}, new Datatype[] {MPI.INT, MPI.FLOAT});
        mixed.commit();
        world().send(two, 2, MPI.INT, ME, 0);
        world().recv(new byte[8], 1, mixed, ME, 0);
    }

    @Test
    void statusesAndProbesKnowTheProgramsBytesOnly() throws MPIException {
        world().send(new int[3], 3, MPI.INT, ME, 4);
        assertThat(world().probe(ME, 4).getCount(MPI.INT)).isEqualTo(3);
        assertThat(world().iProbe(ME, 4).getCount(MPI.INT)).isEqualTo(3);
        Message message = new Message();
        assertThat(message.mProbe(ME, 4, MPI.COMM_WORLD).getCount(MPI.INT)).isEqualTo(3);
        assertThat(message.mRecv(new int[5], 5, MPI.INT).getCount(MPI.INT)).isEqualTo(3);
        world().send(new int[3], 3, MPI.INT, ME, 4);
        assertFails(MPI.ERR_TRUNCATE, () -> world().recv(new int[2], 2, MPI.INT, ME, 4))
                .contains("the message has 12 bytes", "8 bytes");
        world().send(new int[0], 0, MPI.INT, ME, 4);
        assertThat(world().recv(new float[1], 1, MPI.FLOAT, ME, 4).getCount(MPI.FLOAT)).isZero();
    }

    @Test
    void dataThatChangeWhileTheyAreSentFailTheWait() throws MPIException {
        double[] data = new double[8];
        Request send = world().iSend(data, 8, MPI.DOUBLE, ME, 0);
        data[5] = 1;
        world().recv(new double[8], 8, MPI.DOUBLE, ME, 0);
        assertFails(MPI.ERR_BUFFER, send::waitFor)
                .contains("has changed element 5 (MPI.DOUBLE) of the data")
                .contains("The request was started at ");
        IntBuffer ints = MPI.newIntBuffer(2);
        Prequest persistent = world().sSendInit(ints, 2, MPI.INT, ME, 0);
        Request receive = world().iRecv(new int[2], 2, MPI.INT, ME, 0);
        persistent.start();
        ints.put(1, 9);
        assertFails(MPI.ERR_IN_STATUS, () -> Request.waitAll(new Request[] {receive, persistent}))
                .contains("element 1 (MPI.INT)");
        persistent.free();
        assertThat(mpi.pml().live).isZero();
    }

    /** A cancelled receive has no data, and so no head to look for. */
    @Test
    void aReceiveMayBeCancelled() throws MPIException {
        int[] room = {7};
        Request receive = world().iRecv(room, 1, MPI.INT, ME, 0);
        receive.cancel();
        Status status = receive.waitStatus();
        assertThat(status.isCancelled()).isTrue();
        assertThat(room).containsExactly(7);
        assertThat(mpi.pml().live).isZero();
    }

    /** As the sender's version may name it: what it is not known to be is not compared. */
    @ParameterizedTest
    @ValueSource(ints = {0, 18, 255})
    void elementsOfAKindThatIsNotKnownAreTaken(int kind) throws MPIException {
        byte[] message = new byte[CheckedMessage.HEAD + Integer.BYTES];
        ByteBuffer head = ByteBuffer.wrap(message).order(ByteOrder.nativeOrder());
        head.putLong(0, 0x414b_4348_4543_4bL | (long) kind << 56);
        head.putInt(CheckedMessage.HEAD, 4321);
        Buf data = new Buf(message, 0, message.length, DataLayouts.BYTE);
        CommContext comm = Communicator.WORLD.context();
        mpi.pml().send(data, ME, 9, SendMode.STANDARD, comm);
        int[] number = new int[1];
        world().recv(number, 1, MPI.INT, ME, 9);
        assertThat(number).containsExactly(4321);
    }

    private static PmlRequest ended(int rc) {
        PmlRequest request =
                new PmlRequest() {
                    @Override
                    public void cancel() {}

                    @Override
                    protected void recycle() {}
                };
        request.setEmpty();
        request.error = rc;
        return request;
    }

    /** The copy of a message is used again, also when the send was refused. */
    @ParameterizedTest
    @ValueSource(ints = {Rc.OK, Rc.NO_BUFFER_SPACE, Rc.UNREACHABLE})
    void copiesAreUsedAgain(int rc) {
        Set<Long> addresses = new HashSet<>();
        InvocationHandler answer =
                (proxy, method, arguments) -> {
                    addresses.add(((Buf) arguments[0]).start());
                    return method.getReturnType() == int.class ? rc : ended(rc);
                };
        Class<?>[] types = {Pml.class};
        Pml next = (Pml) Proxy.newProxyInstance(Pml.class.getClassLoader(), types, answer);
        CheckingPml checking = new CheckingPml(next);
        CommContext comm = Communicator.WORLD.context();
        Buf data = new Buf(new byte[8], 0, 8, DataLayouts.BYTE);
        for (int i = 0; i < 3; i++) {
            checking.send(data, ME, 0, SendMode.STANDARD, comm);
            PmlRequest request = checking.isend(data, ME, 0, SendMode.STANDARD, comm);
            assertThat(request.isDone()).isTrue();
            assertThat(request.error).isEqualTo(rc);
        }
        assertThat(addresses).hasSize(1);
    }

    @Test
    void aFreedReceiveStillGetsItsMessage() throws MPIException {
        IntBuffer ints = MPI.newIntBuffer(1);
        world().iRecv(ints, 1, MPI.INT, ME, 0).free();
        world().send(new int[] {8}, 1, MPI.INT, ME, 0);
        world().send(new int[] {9}, 1, MPI.INT, ME, 1);
        world().recv(new int[1], 1, MPI.INT, ME, 1);
        world().iProbe(ME, 0);
        world().send(new int[0], 0, MPI.INT, ME, 0);
        assertThat(ints.get(0)).isEqualTo(8);
    }

    @Test
    void collectivesComparesBuffersWithDatatypes() throws MPIException {
        assertFails(MPI.ERR_TYPE, () -> MPI.COMM_SELF.bcast(new int[2], 2, MPI.FLOAT, 0))
                .contains("MPI.FLOAT, the buffer is an int[]");
        int[] sum = new int[1];
        MPI.COMM_SELF.allReduce(new int[] {4}, sum, 1, MPI.INT, MPI.SUM);
        assertThat(sum).containsExactly(4);
    }
}
