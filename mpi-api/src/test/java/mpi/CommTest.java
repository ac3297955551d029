package mpi;

import static mpi.MpiAssertions.assertFails;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.strata.mca.pml.CommId;
import org.strata.testkit.FakeEnvironment;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Communicators, error handlers and the state of MPI; rank 1 of 4. */
class CommTest {
    @RegisterExtension final LocalMpi mpi = new LocalMpi();

    @Test
    void predefinedCommunicators() throws MPIException {
        assertThat(MPI.COMM_WORLD.getSize()).isEqualTo(4);
        assertThat(MPI.COMM_WORLD.getRank()).isEqualTo(1);
        assertThat(MPI.COMM_SELF.getSize()).isEqualTo(1);
        assertThat(MPI.COMM_SELF.getRank()).isZero();
        assertThat(MPI.COMM_WORLD.getName()).isEqualTo("MPI_COMM_WORLD");
        assertThat(MPI.COMM_WORLD.isInter()).isFalse();
        assertFails(MPI.ERR_COMM, MPI.COMM_WORLD::free).contains("predefined");
        assertFails(MPI.ERR_COMM, MPI.COMM_SELF::disconnect).contains("predefined");
    }

    @Test
    void duplicatesHaveTheirOwnContext() throws MPIException {
        Intracomm first = MPI.COMM_WORLD.dup();
        Intracomm second = MPI.COMM_WORLD.clone();
        assertThat(mpi.pml().comms)
                .containsExactlyInAnyOrder(
                        CommId.world(0), CommId.self(1), identity(first), identity(second));
        long freed = identity(first);
        assertThat(Comm.compare(first, second)).isEqualTo(MPI.CONGRUENT);
        assertThat(Comm.compare(first, first)).isEqualTo(MPI.IDENT);
        assertThat(Comm.compare(first, MPI.COMM_SELF)).isEqualTo(MPI.UNEQUAL);
        MPI.COMM_WORLD.send(new int[] {1}, 1, MPI.INT, 1, 0);
        assertThat(first.iProbe(1, 0)).isNull();
        first.free();
        assertThat(first.isNull()).isTrue();
        assertThat(mpi.pml().comms).doesNotContain(freed);
        assertThat(identity(MPI.COMM_WORLD.dup())).isNotEqualTo(freed);
    }

    private static long identity(Intracomm comm) {
        return comm.comm.context().identity();
    }

    @Test
    void freedCommunicatorLivesAsLongAsItsOperations() throws MPIException {
        Intracomm comm = MPI.COMM_SELF.dup();
        int[] to = new int[1];
        Request receive = comm.iRecv(to, 1, MPI.INT, 0, 0);
        Request send = comm.isSend(new int[] {3}, 1, MPI.INT, 0, 0);
        long freed = identity(comm);
        comm.free();
        assertThat(mpi.pml().comms).contains(freed);
        receive.waitFor();
        send.waitFor();
        assertThat(to).containsExactly(3);
        assertThat(mpi.pml().comms).doesNotContain(freed);
    }

    @Test
    void disconnectWaits() throws MPIException {
        Intracomm comm = MPI.COMM_SELF.dup();
        Request receive = comm.iRecv(new int[1], 1, MPI.INT, 0, 0);
        comm.send(new int[1], 1, MPI.INT, 0, 0);
        comm.disconnect();
        assertThat(comm.isNull()).isTrue();
        receive.waitFor();
        assertThat(mpi.pml().comms).containsExactlyInAnyOrder(CommId.world(0), CommId.self(1));
    }

    /** More communicators live at once than Open MPI has ids for, and more come and go. */
    @Test
    void communicatorsAreManyAndNoNameComesAgain() throws MPIException {
        Set<Long> names = new HashSet<>();
        List<Intracomm> all = new ArrayList<>();
        for (int i = 0; i < 70_000; i++) {
            Intracomm made = MPI.COMM_SELF.dup();
            all.add(made);
            assertThat(names.add(identity(made))).isTrue();
        }
        assertThat(mpi.pml().comms).hasSize(70_002);
        for (Intracomm comm : all) {
            comm.free();
            Intracomm made = MPI.COMM_SELF.dup();
            assertThat(names.add(identity(made))).isTrue();
            made.free();
        }
        assertThat(mpi.pml().comms).hasSize(2);
    }

    @Test
    void namesEndInAnError() throws MPIException {
        MpiRuntime.current().names = new CommId.Namer(1, (1L << 32) - 2);
        assertThat(MPI.COMM_SELF.dup().isNull()).isFalse();
        assertThat(MPI.COMM_SELF.split(3, 0).isNull()).isFalse();
        assertFails(MPI.ERR_NO_MEM, MPI.COMM_SELF::dup).contains("2^32 communicators");
        assertFails(MPI.ERR_NO_MEM, () -> MPI.COMM_SELF.split(3, 0)).contains("2^32");
        assertThat(MPI.COMM_SELF.split(MPI.UNDEFINED, 0).isNull()).isTrue();
    }

    @Test
    void splitOfOne() throws MPIException {
        Intracomm same = MPI.COMM_SELF.split(7, 0);
        assertThat(same.getSize()).isEqualTo(1);
        assertThat(MPI.COMM_SELF.split(MPI.UNDEFINED, 0).isNull()).isTrue();
        assertFails(MPI.ERR_ARG, () -> MPI.COMM_SELF.split(-1, 0));
    }

    @Test
    void createTakesAGroup() throws MPIException {
        Group world = MPI.COMM_WORLD.getGroup();
        Intracomm reversed = MPI.COMM_WORLD.create(world.incl(new int[] {3, 2, 1, 0}));
        assertThat(reversed.getRank()).isEqualTo(2);
        assertThat(Comm.compare(reversed, MPI.COMM_WORLD)).isEqualTo(MPI.SIMILAR);
        Intracomm others = MPI.COMM_WORLD.create(world.excl(new int[] {1}));
        assertThat(others.isNull()).isTrue();
        assertFails(MPI.ERR_GROUP, () -> MPI.COMM_SELF.create(world)).contains("rank 0");
        assertFails(MPI.ERR_GROUP, () -> MPI.COMM_WORLD.create(null));
    }

    @Test
    void namesAndHandlers() throws MPIException {
        Intracomm comm = MPI.COMM_SELF.dup();
        assertThat(comm.getName()).isEmpty();
        comm.setName("mine");
        assertThat(comm.getName()).isEqualTo("mine");
        assertThat(comm.getErrhandler()).isSameAs(MPI.ERRORS_RETURN);
        comm.setErrhandler(MPI.ERRORS_ARE_FATAL);
        assertThat(comm.dup().getErrhandler()).isSameAs(MPI.ERRORS_ARE_FATAL);
        assertFails(MPI.ERR_ARG, () -> MPI.COMM_SELF.setErrhandler(null));
    }

    @Test
    void fatalErrorsAbortWithABlock() throws MPIException {
        Intracomm comm = MPI.COMM_SELF.dup();
        comm.setName("mine");
        comm.setErrhandler(MPI.ERRORS_ARE_FATAL);
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        PrintStream before = System.err;
        System.setErr(new PrintStream(printed, true, StandardCharsets.UTF_8));
        FakeEnvironment.Aborted aborted;
        try {
            aborted =
                    catchThrowableOfType(
                            FakeEnvironment.Aborted.class,
                            () -> comm.send(new int[1], 1, MPI.INT, 5, 0));
        } finally {
            System.setErr(before);
        }
        assertThat(aborted.code()).isEqualTo(MPI.ERR_RANK);
        assertThat(aborted.getMessage()).contains("Rank 1", "MPI_ERR_RANK in MPI_Send");
        String prefix = "[node0:" + ProcessHandle.current().pid() + "] *** ";
        String text = printed.toString(StandardCharsets.UTF_8);
        assertThat(text.lines()).allMatch(line -> line.startsWith(prefix));
        assertThat(text)
                .contains("MPI_Send", ",1]", "mine", "MPI_ERR_RANK: invalid rank")
                .contains("MPI_ERRORS_ARE_FATAL");
    }

    @Test
    void handlersAreCalledOnRequest() throws MPIException {
        MPI.COMM_WORLD.callErrhandler(MPI.ERR_TRUNCATE);
        Intracomm comm = MPI.COMM_SELF.dup();
        comm.setErrhandler(MPI.ERRORS_ARE_FATAL);
        FakeEnvironment.Aborted aborted =
                catchThrowableOfType(
                        FakeEnvironment.Aborted.class, () -> comm.callErrhandler(MPI.ERR_TRUNCATE));
        assertThat(aborted.code()).isEqualTo(MPI.ERR_TRUNCATE);
    }

    @Test
    void abortSaysWho() {
        FakeEnvironment.Aborted aborted =
                catchThrowableOfType(FakeEnvironment.Aborted.class, () -> MPI.COMM_WORLD.abort(77));
        assertThat(aborted.code()).isEqualTo(77);
        assertThat(aborted.getMessage()).contains("Rank 1", "MPI_COMM_WORLD", "77");
    }
}
