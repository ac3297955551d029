package org.strata.ess.rendezvous;

import org.junit.jupiter.api.io.TempDir;
import org.strata.mca.ess.EssComponent;
import org.strata.testkit.EssContract;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

class RendezvousContractTest extends EssContract {
    private static final int SECONDS = 60;

    @TempDir Path directory;

    @Override
    protected List<EssComponent> launch() throws IOException {
        MeetingFixture meeting = new MeetingFixture(directory, 3);
        Map<String, String> torchrun = meeting.environment(1);
        torchrun.remove("STRATA_RENDEZVOUS");
        torchrun.put("MASTER_ADDR", "127.0.0.1");
        torchrun.put("MASTER_PORT", "" + meeting.port());
        Map<String, String> indexed = meeting.environment(2);
        indexed.remove("RANK");
        indexed.put("JOB_COMPLETION_INDEX", "2");
        return List.of(
                meeting.rank(0, SECONDS),
                meeting.component(torchrun, SECONDS),
                meeting.component(indexed, SECONDS));
    }

    /** Other software sets these, too. */
    @Override
    protected EssComponent notLaunched() {
        return new RendezvousComponent(
                new RendezvousConfig(1, 1),
                config -> null,
                Map.of("MASTER_ADDR", "x", "MASTER_PORT", "1", "RANK", "0", "WORLD_SIZE", "2"),
                code -> {});
    }

    @Override
    protected void end() {}
}
