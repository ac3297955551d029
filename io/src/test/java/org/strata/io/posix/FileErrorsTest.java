package org.strata.io.posix;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.strata.mca.io.IoFailure;
import org.strata.opal.Rc;

/** Each errno of Linux that calls on files have has the class of errors that MPI has for it. */
class FileErrorsTest {
    @ParameterizedTest
    @CsvSource({
        "1, ACCESS_DENIED",
        "2, NO_SUCH_FILE",
        "5, IO_FAILED",
        "6, BAD_FILE",
        "13, ACCESS_DENIED",
        "16, FILE_IN_USE",
        "17, FILE_EXISTS",
        "20, BAD_FILE",
        "21, BAD_FILE",
        "22, IO_FAILED",
        "26, FILE_IN_USE",
        "28, NO_SPACE",
        "29, BAD_FILE",
        "30, READ_ONLY",
        "36, BAD_FILE",
        "40, BAD_FILE",
        "122, OVER_QUOTA"
    })
    void anErrnoHasItsCode(int errno, String code) {
        IoFailure failure = FileErrors.failure(errno, "cannot open /f");
        assertThat(Rc.name(failure.rc())).isEqualTo(code);
        assertThat(failure.errno()).isEqualTo(errno);
        assertThat(failure).hasMessageStartingWith("cannot open /f: ");
        assertThat(failure).hasMessageEndingWith(" (errno " + errno + ")");
    }
}
