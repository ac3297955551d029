package org.strata.launcher.map;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.strata.launcher.cli.UsageException;
import org.strata.mca.proc.Proc;

class ProcessCountTest {
    @Test
    void theLastNumberIsGivenAndNoneOfAnotherJob() throws UsageException {
        ProcessCount.check(Proc.JOB_SPAN - 2, 2);
        ProcessCount.check(0, Proc.JOB_SPAN);
        assertThatThrownBy(() -> ProcessCount.check(Proc.JOB_SPAN - 2, 3))
                .isInstanceOfSatisfying(
                        UsageException.class,
                        e ->
                                assertThat(String.join(" ", e.lines()))
                                        .contains("131072 processes", "131070; 3 more"));
        assertThatThrownBy(() -> ProcessCount.check(0, Integer.MAX_VALUE))
                .isInstanceOf(UsageException.class);
    }
}
