package org.strata.ess.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.strata.ess.base.ForeignLauncher;
import org.strata.ess.base.GuestJob;
import org.strata.mca.ess.EssComponent;
import org.strata.mca.ess.EssComponent.Membership;
import org.strata.mca.proc.Proc;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

class EngineComponentTest {
    private static final int ABORT_CODE = 7;

    @TempDir Path directory;

    @Test
    void joinsWithOneFenceWhereTheHostsAreKnown() throws Exception {
        FakeEngine engine = new FakeEngine(2, List.of("h1", "h1"));
        List<Membership> job = join(engine, 2);
        assertThat(engine.fences()).isEqualTo(1);
        List<Proc> procs = job.get(1).environment().procs();
        assertThat(procs).extracting(Proc::host).containsExactly("h1", "h1");
        assertThat(procs).extracting(Proc::localRank).containsExactly(0, 1);
        assertThat(procs).extracting(Proc::local).containsOnly(true);
        leave(job);
    }

    @Test
    void asksForHostsWhereTheyAreNot() throws Exception {
        FakeEngine engine = new FakeEngine(2, List.of());
        List<Membership> job = join(engine, 2);
        assertThat(engine.fences()).isEqualTo(2);
        assertThat(job.get(0).environment().procs()).extracting(Proc::host).containsOnly("x");
        leave(job);
    }

    @Test
    void refusesAWrongNumberOfHosts() {
        FakeEngine engine = new FakeEngine(1, List.of("h1", "h2"));
        assertThatThrownBy(() -> component(engine.rank(0)).join())
                .isInstanceOf(EssComponent.EssException.class)
                .hasRootCauseMessage("the launcher names 2 hosts of 1 processes");
    }

    /** An engine shows the rank that is the cause, not the first one that ends. */
    @Test
    void saysWhichRankEndsTheJob() throws Exception {
        FakeEngine engine = new FakeEngine(2, List.of("h1", "h1"));
        List<Membership> job = join(engine, 2);
        Thread.ofPlatform().daemon().start(() -> job.get(1).environment().abort(ABORT_CODE, ""));
        synchronized (engine.ends) {
            while (engine.ends.size() < 2) {
                engine.ends.wait();
            }
            assertThat(engine.ends)
                    .containsExactlyInAnyOrder(
                            new FakeEngine.End(0, 1, ABORT_CODE),
                            new FakeEngine.End(1, 1, ABORT_CODE));
        }
    }

    @Test
    void aSecondRankInAJvmIsRefused() {
        FakeEngine engine = new FakeEngine(1, List.of());
        EngineRank.register(engine.rank(0), code -> {});
        assertThatThrownBy(() -> EngineRank.register(engine.rank(0), code -> {}))
                .isInstanceOf(IllegalStateException.class);
        assertThat(EngineRank.registration()).isNotNull();
    }

    private EngineComponent component(ForeignLauncher rank) {
        return new EngineComponent(
                new EngineConfig(30_000),
                config -> new GuestJob.Setting("x", directory, "", 30_000),
                () -> new EngineRank.Registration(rank, code -> {}));
    }

    private List<Membership> join(FakeEngine engine, int size) throws Exception {
        List<Callable<Membership>> tasks = new ArrayList<>();
        for (int rank = 0; rank < size; rank++) {
            EngineComponent component = component(engine.rank(rank));
            tasks.add(component::join);
        }
        List<Membership> job = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(size)) {
            for (Future<Membership> joined : threads.invokeAll(tasks)) {
                job.add(joined.get());
            }
        }
        return job;
    }

    /** Rank 0 last: it waits for the others. */
    private static void leave(List<Membership> job) {
        for (Membership member : job) {
            member.environment().reportFinalized();
        }
        job.reversed().forEach(member -> member.environment().close());
    }
}
