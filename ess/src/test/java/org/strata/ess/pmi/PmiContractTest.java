package org.strata.ess.pmi;

import org.junit.jupiter.api.io.TempDir;
import org.strata.mca.ess.EssComponent;
import org.strata.testkit.EssContract;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

class PmiContractTest extends EssContract {
    @TempDir Path directory;

    private FakePmi server;

    /** Two ranks over a socket pair, one over TCP. */
    @Override
    protected List<EssComponent> launch() throws IOException {
        server = new FakePmi(3, directory);
        return List.of(
                server.rank(server.descriptor(0), "x", code -> {}),
                server.rank(server.port(1), "y", code -> {}),
                server.rank(server.descriptor(2), "x", code -> {}));
    }

    @Override
    protected EssComponent notLaunched() {
        return new PmiComponent(
                new PmiConfig(1),
                config -> null,
                Map.of("SLURM_PROCID", "0", "SLURM_STEP_NUM_TASKS", "2"),
                code -> {});
    }

    @Override
    protected void end() throws IOException {
        if (server != null) {
            server.close();
        }
    }
}
