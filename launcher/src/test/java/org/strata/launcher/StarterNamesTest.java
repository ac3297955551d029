package org.strata.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.strata.launcher.cli.UsageException;

import java.util.Set;

class StarterNamesTest {
    @ParameterizedTest
    @CsvSource({
        "'', true, true",
        "slurm, true, false",
        "rsh, false, true",
        "ssh, false, true",
        "'tm, slurm', true, false",
        "^slurm, false, true",
        "^rsh, true, false",
        "'^tm,lsf', true, true",
    })
    void namesAndExclusions(String value, boolean slurm, boolean rsh) throws UsageException {
        StarterNames names = StarterNames.parse(value);
        assertThat(names.allow(StarterNames.SLURM)).isEqualTo(slurm);
        assertThat(names.allow(StarterNames.RSH)).isEqualTo(rsh);
    }

    @Test
    void somethingMustBeLeft() {
        for (String value : Set.of("tm", "^slurm,ssh")) {
            assertThatThrownBy(() -> StarterNames.parse(value)).hasMessageContaining(value);
        }
    }
}
