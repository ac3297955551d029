package mpi;

import static mpi.MpiAssertions.assertFails;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import java.nio.IntBuffer;

class PointToPointTest {
    @RegisterExtension final LocalMpi mpi = new LocalMpi();

    private static final int[] ONE = {1};

    @Test
    void argumentsAreChecked() {
        Comm world = MPI.COMM_WORLD;
        assertFails(MPI.ERR_RANK, () -> world.send(ONE, 1, MPI.INT, 4, 0)).contains("4");
        assertFails(MPI.ERR_RANK, () -> world.send(ONE, 1, MPI.INT, MPI.ANY_SOURCE, 0));
        assertFails(MPI.ERR_RANK, () -> world.recv(ONE, 1, MPI.INT, -3, 0)).contains("-3");
        assertFails(MPI.ERR_TAG, () -> world.send(ONE, 1, MPI.INT, 1, -1));
        assertFails(MPI.ERR_TAG, () -> world.send(ONE, 1, MPI.INT, 1, 1_000_001));
        assertFails(MPI.ERR_TAG, () -> world.recv(ONE, 1, MPI.INT, 1, -2));
        assertFails(MPI.ERR_COUNT, () -> world.send(ONE, -1, MPI.INT, 1, 0));
        assertFails(MPI.ERR_TYPE, () -> world.send(ONE, 1, null, 1, 0));
        assertFails(MPI.ERR_TYPE, () -> world.recv(ONE, 1, MPI.DATATYPE_NULL, 1, 0));
        assertFails(MPI.ERR_RANK, () -> world.iSend(ONE, 1, MPI.INT, 4, 0));
        assertFails(MPI.ERR_TAG, () -> world.iRecv(ONE, 1, MPI.INT, 1, -5));
        assertFails(MPI.ERR_RANK, () -> world.sendInit(ONE, 1, MPI.INT, 9, 0));
        assertFails(MPI.ERR_RANK, () -> world.probe(9, 0));
        assertFails(MPI.ERR_TAG, () -> world.iProbe(1, -7));
        assertFails(MPI.ERR_COMM, () -> new Message().mProbe(1, 0, null));
    }

    @Test
    void nullCommunicatorsAreRefused() {
        Intracomm none = new Intracomm(new Communicator());
        assertFails(MPI.ERR_COMM, () -> none.send(ONE, 1, MPI.INT, 0, 0));
        assertFails(MPI.ERR_COMM, none::getRank);
        assertFails(MPI.ERR_COMM, none::barrier);
        assertFails(MPI.ERR_COMM, none::free);
        assertThat(none.isNull()).isTrue();
    }

    /** Else a wait for this and a receive from the same peer would last for ever. */
    @Test
    void nonBlockingSendsToThemFailAtOnce() {
        IntBuffer buffer = MPI.newIntBuffer(1);
        assertFails(MPI.ERR_INTERN, () -> MPI.COMM_WORLD.iSend(buffer, 1, MPI.INT, 2, 0))
                .contains("no BTL reaches rank 2");
        assertThat(mpi.pml().live).isZero();
    }

    @Test
    void unreachablePeersAreExplained() {
        assertFails(MPI.ERR_INTERN, () -> MPI.COMM_WORLD.send(ONE, 1, MPI.INT, 2, 0))
                .contains("no BTL reaches rank 2");
    }

    @Test
    void sendRecvExchanges() throws MPIException {
        int[] to = new int[2];
        int[] from = {1, 2};
        Status status = MPI.COMM_WORLD.sendRecv(from, 2, MPI.INT, 1, 3, to, 2, MPI.INT, 1, 3);
        assertThat(to).containsExactly(1, 2);
        assertThat(status.getTag()).isEqualTo(3);
        int nobody = MPI.PROC_NULL;
        status = MPI.COMM_WORLD.sendRecv(from, 2, MPI.INT, nobody, 3, to, 2, MPI.INT, nobody, 3);
        assertThat(status.getSource()).isEqualTo(MPI.PROC_NULL);
    }

    @Test
    void failedSendOfAnExchangeLeavesNoReceive() {
        int[] to = new int[1];
        assertFails(
                MPI.ERR_INTERN,
                () -> MPI.COMM_WORLD.sendRecv(ONE, 1, MPI.INT, 2, 0, to, 1, MPI.INT, 1, 0));
        assertThat(Communicator.WORLD.context().operations()).isZero();
        assertThat(mpi.pml().live).isZero();
    }

    @Test
    void sendRecvReplaceReplaces() throws MPIException {
        Datatype column = Datatype.createVector(2, 1, 2, MPI.INT);
        column.commit();
        int[] buffer = {1, -1, 2, -2};
        Status status = MPI.COMM_WORLD.sendRecvReplace(buffer, 1, column, 1, 0, 1, 0);
        assertThat(buffer).containsExactly(1, -1, 2, -2);
        assertThat(status.getCount(column)).isEqualTo(1);
        int[] other = {7, 8};
        MPI.COMM_WORLD.send(other, 2, MPI.INT, 1, 5);
        MPI.COMM_WORLD.sendRecvReplace(buffer, 1, column, 1, 6, 1, 5);
        assertThat(buffer).containsExactly(7, -1, 8, -2);
        MPI.COMM_WORLD.recv(other, 2, MPI.INT, 1, 6);
        assertThat(other).containsExactly(1, 2);
    }

    @Test
    void sendRecvReplaceOfMoreThanThereIsMemory() throws MPIException {
        Datatype everywhere = Datatype.createResized(MPI.INT, 0, 0);
        Datatype huge = Datatype.createContiguous(1 << 30, everywhere);
        huge.commit();
        assertFails(
                        MPI.ERR_NO_MEM,
                        () -> MPI.COMM_WORLD.sendRecvReplace(ONE, 1 << 10, huge, 1, 0, 1, 0))
                .contains("4398046511104 bytes");
        assertThat(mpi.pml().live).as("operations left behind").isZero();
        Datatype huger = Datatype.createContiguous(1 << 20, huge);
        huger.commit();
        assertFails(
                MPI.ERR_BUFFER,
                () -> MPI.COMM_WORLD.sendRecvReplace(ONE, Integer.MAX_VALUE, huger, 1, 0, 1, 0));
    }

    @Test
    void sendRecvReplaceWithNobody() throws MPIException {
        int[] buffer = {1, 2};
        int nobody = MPI.PROC_NULL;
        Comm world = MPI.COMM_WORLD;
        assertThat(world.sendRecvReplace(buffer, 2, MPI.INT, nobody, 0, nobody, 0).getSource())
                .isEqualTo(nobody);
        world.send(new int[] {3, 4}, 2, MPI.INT, 1, 7);
        world.sendRecvReplace(buffer, 2, MPI.INT, nobody, 0, 1, 7);
        assertThat(buffer).containsExactly(3, 4);
        world.sendRecvReplace(buffer, 2, MPI.INT, 1, 8, nobody, 0);
        assertThat(buffer).containsExactly(3, 4);
        assertThat(world.recv(buffer, 2, MPI.INT, 1, 8).getCount(MPI.INT)).isEqualTo(2);
        assertFails(MPI.ERR_INTERN, () -> world.sendRecvReplace(buffer, 2, MPI.INT, 2, 0, 1, 0));
        assertThat(mpi.pml().live).as("operations left behind").isZero();
    }

    /** Open MPI's own programs send short messages so. */
    @Test
    void shortBufferedSendsNeedNoBuffer() throws MPIException {
        MPI.COMM_WORLD.bSend(ONE, 1, MPI.INT, 1, 0);
        MPI.COMM_WORLD.ibSend(ONE, 1, MPI.INT, 1, 0).waitFor();
        Prequest persistent = MPI.COMM_WORLD.bSendInit(ONE, 1, MPI.INT, 1, 0);
        persistent.start();
        persistent.waitFor();
        int[] in = new int[1];
        for (int i = 0; i < 3; i++) {
            assertThat(MPI.COMM_WORLD.recv(in, 1, MPI.INT, 1, 0).getCount(MPI.INT)).isEqualTo(1);
        }
    }

    @Test
    void bufferedSendsNeedRoom() throws MPIException {
        int[] many = new int[257];
        assertFails(MPI.ERR_BUFFER, () -> MPI.COMM_WORLD.bSend(many, 257, MPI.INT, 1, 0))
                .contains("no buffer is attached");
        assertFails(MPI.ERR_BUFFER, () -> MPI.COMM_WORLD.ibSend(many, 257, MPI.INT, 1, 0))
                .contains("no buffer is attached");
        Prequest persistent = MPI.COMM_WORLD.bSendInit(many, 257, MPI.INT, 1, 0);
        assertFails(MPI.ERR_BUFFER, persistent::start).contains("no buffer is attached");
        assertThat(persistent.isNull()).as("may be started again").isFalse();
        assertThat(mpi.pml().live).as("operations left behind").isZero();
        assertFails(MPI.ERR_BUFFER, MPI::detachBuffer);
        byte[] buffer = new byte[4 + MPI.BSEND_OVERHEAD];
        MPI.attachBuffer(buffer);
        assertFails(MPI.ERR_BUFFER, () -> MPI.attachBuffer(new byte[9]));
        MPI.COMM_WORLD.bSend(ONE, 1, MPI.INT, 1, 0);
        int[] to = new int[2];
        MPI.COMM_WORLD.recv(to, 1, MPI.INT, 1, 0);
        assertFails(MPI.ERR_BUFFER, () -> MPI.COMM_WORLD.bSend(to, 2, MPI.INT, 1, 0))
                .contains("132 bytes");
        assertFails(MPI.ERR_BUFFER, () -> MPI.COMM_WORLD.ibSend(to, 2, MPI.INT, 1, 0))
                .contains("132 bytes");
        Prequest fitting = MPI.COMM_WORLD.bSendInit(ONE, 1, MPI.INT, 1, 0);
        fitting.start();
        fitting.waitFor();
        MPI.COMM_WORLD.recv(to, 1, MPI.INT, 1, 0);
        assertThat(MPI.detachBuffer()).isSameAs(buffer);
    }

    /** Too long to be sent before there is a receive, in any other mode. */
    @Test
    void persistentBufferedSendsCopyAtEveryStart() throws MPIException {
        int length = LoopbackPml.EAGER;
        int[] out = new int[length];
        IntBuffer direct = MPI.newIntBuffer(length);
        Prequest[] sends = {
            MPI.COMM_WORLD.bSendInit(out, length, MPI.INT, 1, 0),
            MPI.COMM_WORLD.bSendInit(direct, length, MPI.INT, 1, 0)
        };
        byte[] room = new byte[Integer.BYTES * length + MPI.BSEND_OVERHEAD];
        MPI.attachBuffer(room);
        int[] in = new int[length];
        for (int round = 1; round <= 3; round++) {
            for (Prequest send : sends) {
                out[length - 1] = round;
                direct.put(length - 1, round);
                send.start();
                send.waitFor();
                out[length - 1] = -1;
                direct.put(length - 1, -1);
                MPI.COMM_WORLD.recv(in, length, MPI.INT, 1, 0);
                assertThat(in[length - 1]).isEqualTo(round);
            }
        }
        assertThat(MPI.detachBuffer()).isSameAs(room);
        for (Prequest send : sends) {
            send.free();
        }
    }

    @Test
    void packedDataTravels() throws MPIException {
        int[] ints = {1, 2, 3, 4};
        double[] doubles = {0.5};
        Datatype every = Datatype.createVector(2, 1, 2, MPI.INT);
        every.commit();
        byte[] packed = new byte[32];
        Comm world = MPI.COMM_WORLD;
        assertThat(world.packSize(1, every)).isEqualTo(8);
        int position = world.pack(ints, 1, every, packed, 0);
        position = world.pack(doubles, 1, MPI.DOUBLE, packed, position);
        assertThat(position).isEqualTo(16);
        world.send(packed, position, MPI.PACKED, 1, 0);
        byte[] received = new byte[32];
        Status status = world.recv(received, 32, MPI.PACKED, 1, 0);
        assertThat(status.getCount(MPI.PACKED)).isEqualTo(16);
        int[] to = new int[4];
        int at = world.unpack(received, 0, to, 1, every);
        assertThat(at).isEqualTo(8);
        assertThat(to).containsExactly(1, 0, 3, 0);
        double[] real = new double[1];
        assertThat(world.unpack(received, at, real, 1, MPI.DOUBLE)).isEqualTo(16);
        assertThat(real).containsExactly(0.5);
        assertFails(MPI.ERR_TRUNCATE, () -> world.pack(ints, 4, MPI.INT, packed, 20))
                .contains("16 bytes at position 20 need 36 bytes");
        assertFails(MPI.ERR_TRUNCATE, () -> world.unpack(packed, 30, to, 1, MPI.INT));
        assertFails(MPI.ERR_ARG, () -> world.pack(ints, 1, MPI.INT, null, 0));
    }

    @Test
    void packingIsPiecewise() throws MPIException {
        int count = 60_000;
        Datatype every = Datatype.createVector(count, 1, 2, MPI.INT);
        every.commit();
        int[] from = new int[2 * count];
        for (int i = 0; i < from.length; i++) {
            from[i] = i;
        }
        byte[] packed = new byte[MPI.COMM_WORLD.packSize(1, every)];
        MPI.COMM_WORLD.pack(from, 1, every, packed, 0);
        int[] evens = new int[count];
        MPI.COMM_WORLD.unpack(packed, 0, evens, count, MPI.INT);
        for (int i = 0; i < count; i++) {
            assertThat(evens[i]).isEqualTo(2 * i);
        }
        int[] back = new int[2 * count];
        MPI.COMM_WORLD.unpack(packed, 0, back, 1, every);
        assertThat(back[2 * count - 2]).isEqualTo(2 * count - 2);
        assertThat(back[1]).isZero();
    }
}
