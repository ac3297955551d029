package org.strata.junit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.AssertionFailedError;
import org.strata.junit.RankResult.Status;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;

class RankFailuresTest {
    private static RankResult broken() {
        Throwable cause = new IllegalStateException("the cause");
        return RankResult.failed(new IllegalStateException("on purpose", cause));
    }

    @Test
    void equalFailuresAreOneLine() {
        RankResult other = RankResult.failed(new AssertionFailedError("expected 5 but was 4"));
        RankFailures failures =
                new RankFailures(Arrays.asList(broken(), other, RankResult.passed(), broken()));
        assertThat(failures.error(""))
                .hasMessage(
                        """
                        ranks 0, 3: java.lang.IllegalStateException: on purpose
                        caused by java.lang.IllegalStateException: the cause
                        rank 1: expected 5 but was 4\
                        """);
        assertThat(failures.error("").getSuppressed()).hasSize(2);
        assertThat(failures.error("").getStackTrace()[0].getMethodName()).isEqualTo("broken");
        assertThat(failures.any(Status.ABORTED)).isFalse();
    }

    @Test
    void ranksWithoutAResultAreNamed() {
        RankFailures failures = new RankFailures(Arrays.asList(RankResult.passed(), null));
        assertThat(failures.complete()).isFalse();
        assertThat(failures.missing()).isEqualTo("There is no result of rank 1.");
    }

    @Test
    void resultsPassThroughFiles(@TempDir Path directory) throws IOException {
        RankResult aborted = RankResult.aborted(new IllegalStateException("no \u00e4dapter"));
        aborted.write(directory, 1);
        RankResult read = RankResult.read(directory, 1);
        assertThat(read.status()).isEqualTo(Status.ABORTED);
        assertThat(read.message()).isEqualTo(aborted.message());
        assertThat(read.frames())
                .extracting(StackTraceElement::getMethodName)
                .isEqualTo(
                        Arrays.stream(aborted.frames())
                                .map(StackTraceElement::getMethodName)
                                .toList());
        assertThat(RankResult.read(directory, 0)).isNull();
        assertThat(RankResult.count(directory, 3)).isEqualTo(1);
    }
}
