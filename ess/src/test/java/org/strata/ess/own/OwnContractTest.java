package org.strata.ess.own;

import org.junit.jupiter.api.io.TempDir;
import org.strata.mca.ess.EssComponent;
import org.strata.testkit.EssContract;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

class OwnContractTest extends EssContract {
    @TempDir Path directory;

    private TestLauncher launcher;

    @Override
    protected List<EssComponent> launch() throws IOException {
        launcher = new TestLauncher(directory);
        return List.of(rank(0), rank(1), rank(2));
    }

    private EssComponent rank(int rank) {
        return launcher.rank(rank, code -> {});
    }

    @Override
    protected EssComponent notLaunched() {
        return new OwnComponent(new OwnConfig(1), Map.of("STRATA_JOB_ID", "1-a"), code -> {});
    }

    @Override
    protected void end() {
        if (launcher != null) {
            launcher.close();
        }
    }
}
