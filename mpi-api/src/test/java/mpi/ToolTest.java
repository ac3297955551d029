package mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import java.util.List;

/** The tool information interface: variables, sessions, handles and what they refuse. */
class ToolTest {
    /** Nothing is said to an error handler: the default one would end the process. */
    private static void assertRefused(int error, ThrowingCallable call, String... texts) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        MPIException.class,
                        thrown -> {
                            assertThat(thrown.getErrorClass()).isEqualTo(error);
                            assertThat(thrown.getMessage()).startsWith("MPI_T_ERR_");
                            assertThat(List.of(texts)).allMatch(thrown.getMessage()::contains);
                        });
    }

    /** Before MPI.Init. */
    @Nested
    class Before {
        @BeforeEach
        @AfterEach
        void forget() {
            MPI.forget();
        }

        @Test
        void whatIsClosedIsRefused() throws MPIException {
            Tool tool = Tool.open(99);
            assertThat(tool.provided()).isEqualTo(MPI.THREAD_MULTIPLE);
            assertThat(Tool.open(-9).provided()).isEqualTo(MPI.THREAD_SINGLE);
            assertRefused(Tool.ERR_INVALID_NAME, () -> tool.pvar(null), "MPI.Init adds");
            Tool.Session session = tool.session();
            tool.close();
            tool.close();
            assertRefused(Tool.ERR_NOT_INITIALIZED, tool::cvars);
            assertRefused(Tool.ERR_NOT_INITIALIZED, tool::session);
            assertRefused(Tool.ERR_NOT_INITIALIZED, session::start);
            assertRefused(Tool.ERR_NOT_INITIALIZED, () -> tool.pvar("x"));
        }

        /** Here are none; tests/system reads and writes real ones. */
        @Test
        void parametersNeedComponents() {
            assertRefused(Tool.ERR_CANNOT_INIT, Tool.open(0)::cvars, "META-INF/services");
        }

        @Test
        void handlesHaveNoValues() throws MPIException {
            try (Tool tool = Tool.open(0);
                    Tool.Session session = tool.session()) {
                Tool.Pvar sent = tool.pvar("pml_monitoring_messages_count");
                assertThat(sent.isOfCommunicator()).isTrue();
                assertRefused(Tool.ERR_INVALID, () -> session.handle(sent, MPI.COMM_WORLD), "null");
                assertRefused(Tool.ERR_INVALID, () -> session.handle(sent), "communicator");
                assertRefused(Tool.ERR_INVALID, () -> session.handle(null), "null");
            }
        }
    }

    /** While MPI runs. */
    @Nested
    class Running {
        @RegisterExtension final LocalMpi mpi = new LocalMpi();

        private Tool tool;
        private Tool.Session session;

        @BeforeEach
        void open() throws MPIException {
            Communicator.WORLD.setErrorHandler(MPI.ERRORS_ARE_FATAL);
            tool = Tool.open(MPI.THREAD_SINGLE);
            session = tool.session();
        }

        private Tool.Handle handle(String name) throws MPIException {
            return session.handle(tool.pvar(name), MPI.COMM_WORLD);
        }

        @Test
        void countersCountWhileStarted() throws MPIException {
            Tool.Handle sent = handle("pml_monitoring_messages_count");
            assertThat(sent.read()).containsExactly(0, 0, 0, 0);
            send();
            sent.start();
            sent.start();
            send();
            send();
            assertThat(sent.read()).containsExactly(0, 2, 0, 0);
            sent.stop();
            send();
            sent.start();
            send();
            assertThat(sent.readReset()).containsExactly(0, 3, 0, 0);
            send();
            session.stop();
            assertThat(sent.read()).containsExactly(0, 1, 0, 0);
            session.reset();
            assertThat(sent.read()).containsExactly(0, 0, 0, 0);
            sent.stop();
            session.start();
            send();
            assertThat(sent.read()).containsExactly(0, 1, 0, 0);
            sent.reset();
            assertThat(sent.read()).containsExactly(0, 0, 0, 0);
            try (Tool.Session other = tool.session()) {
                Tool.Handle bytes =
                        other.handle(tool.pvar("pml_monitoring_messages_size"), MPI.COMM_SELF);
                other.start();
                send();
                assertThat(bytes.read())
                        .as("to this process, sent in the world")
                        .containsExactly(8);
            }
        }

        private void send() throws MPIException {
            MPI.COMM_WORLD.iSend(new int[2], 2, MPI.INT, 1, 0).waitFor();
            MPI.COMM_WORLD.recv(new int[2], 2, MPI.INT, 1, 0);
        }

        @Test
        void queuesHaveLengths() throws MPIException {
            Tool.Handle waiting = handle("pml_ob1_unexpected_msgq_length");
            assertThat(waiting.read()).hasSize(4);
            assertRefused(Tool.ERR_PVAR_NO_STARTSTOP, waiting::start);
            assertRefused(Tool.ERR_PVAR_NO_STARTSTOP, waiting::stop);
            assertRefused(Tool.ERR_PVAR_NO_WRITE, waiting::reset);
            assertRefused(Tool.ERR_PVAR_NO_WRITE, waiting::readReset);
            session.start();
            session.reset();
        }

        @Test
        void whatWasClosedIsRefused() throws MPIException {
            Tool.Handle one = handle("pml_monitoring_messages_count");
            one.close();
            one.close();
            assertRefused(Tool.ERR_INVALID_HANDLE, one::read, "closed");
            Intracomm copy = MPI.COMM_SELF.dup();
            Tool.Handle bound = session.handle(tool.pvar("pml_ob1_posted_recvq_length"), copy);
            assertThat(bound.read()).containsExactly(0);
            copy.free();
            assertRefused(Tool.ERR_INVALID_HANDLE, bound::read, "freed");
            session.close();
            assertRefused(Tool.ERR_INVALID_SESSION, bound::read);
            assertRefused(Tool.ERR_INVALID_SESSION, session::start);
        }
    }

    @Test
    void errorsAreOpenMpis() {
        assertThat(Tool.ERR_CANNOT_INIT).isEqualTo(56);
        assertThat(Tool.ERR_INVALID_NAME).isEqualTo(73);
    }
}
