package org.strata.tests.system.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.strata.tests.system.JobRunner.mpirun;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.strata.testkit.UsualRows;
import org.strata.tests.system.BesideOthers;
import org.strata.tests.system.JobRunner;
import org.strata.tests.system.JobRunner.Result;
import org.strata.tests.system.api.ApiPrograms;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

@BesideOthers
class ParameterOptionsTest {
    private static final String[] SHOW = {"sh", "-c", "echo links=$OMPI_MCA_btl_tcp_links"};

    @TempDir Path temp;

    @Test
    void mistypedParametersStartNothingAndAreAllNamed() {
        Path witness = temp.resolve("started");
        Result result =
                mpirun(
                                "--mca",
                                "btl_tcp_if_includ",
                                "x",
                                "--mca",
                                "btl",
                                "tpc",
                                "-np",
                                "2",
                                "touch",
                                witness.toString())
                        .env("STRATA_MCA_btl_tcp_eager_limit", "12q")
                        .run()
                        .failed(1);
        assertThat(witness).doesNotExist();
        assertThat(result.err())
                .contains("btl_tcp_if_include")
                .contains("tpc")
                .contains("btl_tcp_eager_limit");
    }

    @Test
    void limitsThatContradictEachOtherStartNothing() throws Exception {
        Result result =
                mpirun(
                                "--mca",
                                "btl_shm_eager_limit",
                                "64k",
                                "--mca",
                                "btl_shm_max_send_size",
                                "1k",
                                "--mca",
                                "btl_tcp_rndv_eager_limit",
                                "64k",
                                "--mca",
                                "btl_tcp_max_send_size",
                                "2k",
                                "-np",
                                "2",
                                "true")
                        .run()
                        .failed(1);
        assertThat(result.err())
                .contains("must not be more than btl_shm_max_send_size = 1k")
                .contains("must not be more than btl_tcp_max_send_size = 2k");
    }

    /** At once: ranks that wait for each other's messages would do so for ever. */
    @ParameterizedTest
    @UsualRows(1)
    @CsvSource({
        "self, self: reaches only the rank itself",
        "'self,openib', soft0:1 is excluded by parameters"
    })
    void ranksThatNothingConnectsDoNotStart(String btl, String reason) {
        Result result =
                mpirun(
                                "-np",
                                "2",
                                "--oversubscribe",
                                "--mca",
                                "btl",
                                btl,
                                "--mca",
                                "btl_openib_if_exclude",
                                "soft0:1",
                                "java",
                                "-cp",
                                JobRunner.classes(),
                                ApiPrograms.class.getName(),
                                "collectives")
                        .run()
                        .failed(1);
        assertThat(result.message())
                .contains("MPI cannot start")
                .contains("cannot reach each other")
                .contains(reason)
                .as("each rank says it once")
                .doesNotContain("Caused by");
    }

    /** Each rank has a link, but none that the other has: a barrier of both must not last. */
    @Test
    void collectivesOfRanksThatNothingConnectsFail() {
        String program = ApiPrograms.class.getName();
        Result result =
                mpirun(
                                "-np",
                                "1",
                                "--oversubscribe",
                                "--mca",
                                "btl",
                                "self,shm",
                                "java",
                                "-cp",
                                JobRunner.classes(),
                                program,
                                "collectives",
                                ":",
                                "-np",
                                "1",
                                "--mca",
                                "btl",
                                "self,tcp",
                                "java",
                                "-cp",
                                JobRunner.classes(),
                                program,
                                "collectives")
                        .run()
                        .failed(1);
        assertThat(result.message()).contains("cannot reach each other").contains("BTL self");
    }

    @Test
    void forOneProgramOrForAll() {
        Result result =
                mpirun(
                                "-np",
                                "1",
                                "--mca",
                                "btl_tcp_links",
                                "2",
                                SHOW[0],
                                SHOW[1],
                                SHOW[2] + " a",
                                ":",
                                "-np",
                                "1",
                                "--mca",
                                "btl_tcp_links",
                                "3",
                                SHOW[0],
                                SHOW[1],
                                SHOW[2] + " b",
                                ":",
                                "-np",
                                "1",
                                SHOW[0],
                                SHOW[1],
                                SHOW[2] + " c")
                        .run()
                        .ok();
        assertThat(result.lines()).containsExactlyInAnyOrder("links=2 a", "links=3 b", "links=2 c");
    }

    @Test
    void aWrongParameterOfALaterProgramIsAnErrorToo() {
        assertThat(
                        mpirun(
                                        "-np",
                                        "1",
                                        "true",
                                        ":",
                                        "-np",
                                        "1",
                                        "--mca",
                                        "nonsense",
                                        "1",
                                        "true")
                                .run()
                                .failed(1)
                                .message())
                .contains("nonsense");
    }

    @Test
    void filesAndProfiles() throws IOException {
        Path am = Files.writeString(temp.resolve("am.conf"), "btl_tcp_links = 5\n");
        Path tune = Files.writeString(temp.resolve("tune"), "--mca btl_tcp_links 6 -x TUNED=yes\n");
        String[] program = {"sh", "-c", "echo $STRATA_PARAM_FILES $TUNED"};
        assertThat(run("--am", am.toString(), program)).contains(am.toString());
        assertThat(run("--tune", tune.toString(), program))
                .contains(tune.toString())
                .contains("yes");
        assertThat(run("--profile", "tcp", program)).contains("profiles/tcp.conf");
        Result absent = mpirun("--am", temp + "/absent", "-np", "1", "echo", "a").run().ok();
        assertThat(absent.lines()).containsExactly("a");
        assertThat(absent.complaints())
                .startsWith(
                        "mpirun: ignored: --am or --tune " + temp + "/absent (there is no such");
        assertThat(mpirun("--profile", "nosuch", "-np", "1", "true").run().failed(1).message())
                .contains("nosuch");
    }

    private static String run(String option, String value, String[] program) {
        return mpirun(option, value, "-np", "1", program[0], program[1], program[2])
                .run()
                .ok()
                .text();
    }
}
