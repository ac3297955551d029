package program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import mpi.Datatype;
import mpi.MPIException;

import org.junit.jupiter.api.Test;

/** What a program sees, which is in none of the library's packages. */
class StackTraceTest {
    @Test
    void beginsAtTheMethodThatTheProgramCalled() {
        MPIException e =
                catchThrowableOfType(MPIException.class, () -> Datatype.Contiguous(1, null));
        assertThat(e).hasMessage("MPI_ERR_TYPE: the old datatype is null");
        StackTraceElement[] frames = e.getStackTrace();
        assertThat(frames[0].getMethodName()).isEqualTo("Contiguous");
        assertThat(frames[1].getClassName()).startsWith(StackTraceTest.class.getName());
    }

    @Test
    void ofAnExceptionOfTheProgramIsWhole() {
        MPIException e = new MPIException("mine");
        assertThat(e.getStackTrace()[0].getClassName()).isEqualTo(StackTraceTest.class.getName());
        assertThat(new MPIException(e)).hasCause(e);
        assertThat(new MPIException()).hasMessage(null);
    }
}
