package mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import mpi.course.Lesson;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.strata.testkit.FakeEnvironment;

import program.FailingProgram;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** What a program sees of a failure: its own line, below one frame of the library. */
class StackTraceTest {
    @RegisterExtension final LocalMpi mpi = new LocalMpi();

    @ParameterizedTest
    @EnumSource
    void beginsAtTheCalledMethod(FailingProgram program) {
        Throwable failure = catchThrowable(() -> program.run(MPI.COMM_WORLD));
        StackTraceElement[] frames = failure.getStackTrace();
        assertThat(frames[0].getClassName()).isEqualTo(program.type);
        assertThat(frames[0].getMethodName()).isEqualTo(program.method);
        assertThat(frames[1].getClassName()).startsWith(FailingProgram.class.getName());
    }

    @Test
    void beginsThereAlsoWhereMpiDoesNotRun() {
        MPI.forget();
        Throwable failure = catchThrowable(() -> FailingProgram.SEND.run(MPI.COMM_WORLD));
        assertThat(failure).hasMessage("MPI is not initialized.");
        assertThat(failure.getStackTrace()[0].getClassName()).isEqualTo("mpi.Comm");
        assertThat(failure.getStackTrace()[1].getClassName()).startsWith("program.");
    }

    @Test
    void programsMayHavePackagesBelowMpi() {
        Throwable failure = catchThrowable(() -> Lesson.run(MPI.COMM_WORLD));
        assertThat(failure.getStackTrace()[0].getMethodName()).isEqualTo("send");
        assertThat(failure.getStackTrace()[1].getClassName()).isEqualTo(Lesson.class.getName());
    }

    @Test
    void exceptionsOfTheProgramKeepTheirs() {
        StackTraceElement[] frames = FailingProgram.own().getStackTrace();
        assertThat(frames[0].getMethodName()).isEqualTo("own");
        assertThat(frames[1].getClassName()).isEqualTo(StackTraceTest.class.getName());
    }

    @ParameterizedTest
    @EnumSource(names = {"SEND", "RECV", "ALL_REDUCE", "CREATE_CART", "WAIT_ALL"})
    void fatalErrorsNameTheLine(FailingProgram program) throws MPIException {
        Intracomm comm = MPI.COMM_WORLD.dup();
        comm.setErrhandler(MPI.ERRORS_ARE_FATAL);
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        PrintStream before = System.err;
        System.setErr(new PrintStream(printed, true, StandardCharsets.UTF_8));
        Throwable ended;
        try {
            ended = catchThrowable(() -> program.run(comm));
        } finally {
            System.setErr(before);
        }
        assertThat(ended).isInstanceOf(FakeEnvironment.Aborted.class);
        assertThat(printed.toString(StandardCharsets.UTF_8))
                .contains(", called at " + FailingProgram.class.getName());
    }
}
