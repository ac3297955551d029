package org.strata.mca.base;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.strata.opal.progress.IdlePolicy;

import java.nio.file.Path;

class IdlePoliciesTest {
    @TempDir private Path directory;

    @Test
    void ranksThatShareCoresHardlySpin() {
        IdlePolicy roomy = choose(new ParameterFixture(directory), 2, 2);
        IdlePolicy crowded = choose(new ParameterFixture(directory), 3, 2);
        assertThat(roomy.adapts()).isTrue();
        assertThat(crowded.adapts()).isFalse();
        assertThat(crowded.spins()).isLessThan(100);
        assertThat(roomy.parks()).isTrue();
        assertThat(crowded.parks()).isTrue();
    }

    @Test
    void theUserDecides() {
        ParameterFixture fixture = new ParameterFixture(directory).mca("mpi_yield_when_idle", "1");
        assertThat(choose(fixture, 1, 8)).isEqualTo(choose(new ParameterFixture(directory), 9, 8));
        fixture.mca("mpi_idle_spins", "7").mca("mpi_idle_yields", "0").mca("mpi_idle_park", "no");
        assertThat(choose(fixture, 1, 8)).isEqualTo(new IdlePolicy(7, 0, false));
    }

    private static IdlePolicy choose(ParameterFixture fixture, int ranks, int cores) {
        return IdlePolicies.choose(fixture.resolve().orThrow().section("mpi"), ranks, cores);
    }
}
