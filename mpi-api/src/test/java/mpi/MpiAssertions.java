package mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import org.assertj.core.api.AbstractStringAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Assertions on MPI errors. */
final class MpiAssertions {
    private MpiAssertions() {}

    /** Asserts that a call fails with an error class; returns its message to assert more. */
    static AbstractStringAssert<?> assertFails(int errorClass, ThrowingCallable call) {
        Throwable thrown = catchThrowable(call);
        assertThat(thrown).isInstanceOf(MPIException.class);
        MPIException failure = (MPIException) thrown;
        assertThat(failure.getErrorClass()).as(failure.getMessage()).isEqualTo(errorClass);
        assertThat(failure.getErrorCode()).isEqualTo(errorClass);
        return assertThat(failure.getMessage());
    }
}
