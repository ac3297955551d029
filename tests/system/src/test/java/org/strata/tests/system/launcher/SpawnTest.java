package org.strata.tests.system.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.strata.tests.system.JobRunner.mpirun;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.strata.testkit.LongRun;
import org.strata.tests.system.BesideOthers;
import org.strata.tests.system.JobRunner;
import org.strata.tests.system.JobRunner.Result;
import org.strata.tests.system.Leftovers;

/** Jobs that grow while they run: spawned worlds, ports, and what ends such a job. */
@BesideOthers
class SpawnTest {
    private static final String SPAWNS = "org.strata.tests.system.launcher.programs.Spawns";

    private Leftovers leftovers;

    @BeforeEach
    void lookAround() {
        leftovers = Leftovers.ofMarkedJobs();
    }

    @AfterEach
    void nothingIsLeft() {
        leftovers.assertNothingNew();
    }

    private JobRunner job(int ranks, String action) {
        return mpirun(
                "-np",
                "" + ranks,
                "java",
                JobRunner.JVM,
                "-cp",
                leftovers.classes(),
                SPAWNS,
                action);
    }

    private static long lines(Result result, String line) {
        return result.text().lines().filter(line::equals).count();
    }

    @Test
    @LongRun
    void worldsSpawnWorlds() {
        Result result = job(2, "generations").run().ok();
        for (int generation = 0; generation < 3; generation++) {
            assertThat(lines(result, "done generations " + generation)).isEqualTo(2);
        }
    }

    @Test
    void worldsFindEachOtherByName() {
        Result result = job(1, "services").run().ok();
        assertThat(lines(result, "done services 0")).isEqualTo(1);
        assertThat(lines(result, "done services 1")).isEqualTo(2);
    }

    @Test
    void whatCannotBeStartedIsAnErrorOfItsClass() {
        Result result = job(2, "refusals").run().ok();
        assertThat(lines(result, "done refusals 0")).isEqualTo(2);
    }

    @Test
    void aChildThatIsKilledEndsTheJob() {
        Result result = job(2, "kill").run().failed(137);
        assertThat(result.message())
                .contains("Rank 3 was probably killed by a signal")
                .contains("3 (rank 1 of a spawned world)")
                .contains("have been ended: 3");
    }

    /** Its parents would wait for it for ever. */
    @Test
    @LongRun
    void aChildThatNeverCallsInitEndsTheJob() {
        Result result = job(1, "silent").run().failed(1);
        assertThat(result.message()).contains("Rank 1 exited without MPI.Init");
    }

    @Test
    @LongRun
    void theExampleSpawnsItsWorkers() {
        String source = JobRunner.root().resolve("examples/PrimeFarm.java").toString();
        // Processes of one spawned world reach each other by btl-openib, the others by btl-tcp.
        Result result =
                mpirun(
                                "--mca",
                                "btl",
                                "self,openib,tcp",
                                "-np",
                                "2",
                                "java",
                                source,
                                "--limit",
                                "200000")
                        .run()
                        .ok();
        assertThat(result.text()).contains("17984 primes below 200000, as it should be: true");
    }
}
