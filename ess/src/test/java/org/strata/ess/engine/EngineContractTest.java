package org.strata.ess.engine;

import org.junit.jupiter.api.io.TempDir;
import org.strata.ess.base.GuestJob;
import org.strata.mca.ess.EssComponent;
import org.strata.testkit.EssContract;

import java.nio.file.Path;
import java.util.List;

class EngineContractTest extends EssContract {
    @TempDir Path directory;

    @Override
    protected List<EssComponent> launch() {
        FakeEngine engine = new FakeEngine(3, List.of("h1", "h1", "h1"));
        return List.of(rank(engine, 0), rank(engine, 1), rank(engine, 2));
    }

    private EssComponent rank(FakeEngine engine, int rank) {
        return new EngineComponent(
                new EngineConfig(30_000),
                config -> new GuestJob.Setting("x", directory, "", 30_000),
                () -> new EngineRank.Registration(engine.rank(rank), code -> {}));
    }

    @Override
    protected EssComponent notLaunched() {
        return new EngineComponent(new EngineConfig(1), config -> null, () -> null);
    }

    @Override
    protected void end() {}
}
