package org.strata.tests.system.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.strata.tests.system.JobRunner.mpirun;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.testkit.LongRun;
import org.strata.testkit.UsualRows;
import org.strata.tests.system.BesideOthers;
import org.strata.tests.system.JobRunner;
import org.strata.tests.system.JobRunner.Result;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

@BesideOthers
class LaunchOptionsTest {
    private static final String SHOW = "echo $OMPI_COMM_WORLD_RANK/$OMPI_COMM_WORLD_SIZE";

    @TempDir Path temp;

    @ParameterizedTest
    @UsualRows(1)
    @ValueSource(strings = {"-n", "-np", "--np", "-c", "--n"})
    void countOfProcesses(String option) {
        Result result = mpirun(option, "3", "sh", "-c", SHOW).run().ok();
        assertThat(result.lines()).containsExactlyInAnyOrder("0/3", "1/3", "2/3");
        result.quiet();
    }

    @Test
    void withoutCountOneProcessPerSlot() {
        assertThat(mpirun("-H", "localhost:3", "sh", "-c", SHOW).run().ok().lines())
                .containsExactlyInAnyOrder("0/3", "1/3", "2/3");
    }

    @Test
    @LongRun
    void perNodeCount() {
        assertThat(mpirun("-N", "2", "sh", "-c", SHOW).run().ok().lines()).hasSize(2);
        assertThat(mpirun("--map-by", "ppr:2:node", "sh", "-c", SHOW).run().ok().lines())
                .hasSize(2);
    }

    @Test
    void severalProgramsShareOneWorld() {
        Result result =
                mpirun(
                                "-np",
                                "1",
                                "-x",
                                "WHO=first",
                                "sh",
                                "-c",
                                "echo $WHO $OMPI_COMM_WORLD_RANK/$OMPI_COMM_WORLD_SIZE"
                                        + " of $OMPI_NUM_APP_CTX: $OMPI_APP_CTX_NUM_PROCS"
                                        + " from $OMPI_FIRST_RANKS",
                                ":",
                                "-np",
                                "2",
                                "-x",
                                "WHO=second",
                                "sh",
                                "-c",
                                "echo $WHO $OMPI_COMM_WORLD_RANK/$OMPI_COMM_WORLD_SIZE")
                        .run()
                        .ok();
        assertThat(result.lines())
                .containsExactlyInAnyOrder(
                        "first 0/3 of 2: 1 2 from 0 1", "second 1/3", "second 2/3");
    }

    @Test
    void programsFromAFile() throws IOException {
        Path file =
                Files.writeString(
                        temp.resolve("app"),
                        """
                        # two programs
                        -np 1 sh -c 'echo "one  $OMPI_COMM_WORLD_RANK"'

                        -np 2 echo "with blank"
                        """);
        Result result = mpirun("--app", file.toString(), "ignored").run().ok();
        assertThat(result.lines()).containsExactlyInAnyOrder("one  0", "with blank", "with blank");
    }

    @Test
    void severalProgramsEachNeedTheirCount() {
        Result result = mpirun("-np", "1", "true", ":", "true").run().failed(1);
        assertThat(result.err()).contains("each needs its number of processes");
    }

    @Test
    void environmentVariables() {
        Result result =
                mpirun(
                                "-np",
                                "1",
                                "-x",
                                "GIVEN=a b=c",
                                "-x",
                                "OWN",
                                "-x",
                                "ABSENT",
                                "sh",
                                "-c",
                                "echo \"$GIVEN|$OWN|${ABSENT-unset}\"")
                        .env("OWN", "mine")
                        .env("ABSENT", null)
                        .run()
                        .ok();
        assertThat(result.lines()).containsExactly("a b=c|mine|unset");
        assertThat(result.err()).contains("-x ABSENT").contains("no such environment variable");
    }

    @Test
    void standardVariables() {
        Result result =
                mpirun(
                                "-np",
                                "2",
                                "-H",
                                "localhost:4",
                                "--mca",
                                "btl_tcp_links",
                                "2",
                                "sh",
                                "-c",
                                "[ $OMPI_COMM_WORLD_RANK = 1 ] || exit 0; env | grep OMPI_ | sort",
                                "x",
                                "y z")
                        .run()
                        .ok();
        assertThat(result.lines())
                .contains(
                        "OMPI_COMM_WORLD_RANK=1",
                        "OMPI_COMM_WORLD_SIZE=2",
                        "OMPI_COMM_WORLD_LOCAL_RANK=1",
                        "OMPI_COMM_WORLD_LOCAL_SIZE=2",
                        "OMPI_COMM_WORLD_NODE_RANK=1",
                        "OMPI_UNIVERSE_SIZE=4",
                        "OMPI_NUM_APP_CTX=1",
                        "OMPI_FIRST_RANKS=0",
                        "OMPI_MCA_btl_tcp_links=2",
                        "OMPI_COMMAND=sh");
    }

    @Test
    void theSecretIsInNoEnvironmentAndOnNoCommandLine() throws IOException {
        Result result =
                mpirun(
                                "-np",
                                "1",
                                "sh",
                                "-c",
                                "cat \"$STRATA_CONTACT\"; stat -c %a \"$STRATA_CONTACT\";"
                                        + " cat /proc/*/cmdline /proc/self/environ 2>/dev/null"
                                        + " | tr '\\0' '\\n'")
                        .run()
                        .ok();
        String secret = result.lines().get(1);
        assertThat(secret).matches("[0-9a-f]{64}");
        assertThat(result.lines().get(2)).isEqualTo("600");
        assertThat(result.lines().subList(3, result.lines().size()))
                .noneMatch(line -> line.contains(secret));
    }

    @ParameterizedTest
    @UsualRows(1)
    @ValueSource(strings = {"--wdir", "--wd", "-wdir"})
    void workingDirectory(String option) {
        Result result = mpirun(option, temp.toString(), "-np", "1", "pwd").run().ok();
        assertThat(result.lines()).containsExactly(temp.toString());
        assertThat(mpirun(option, temp + "/absent", "pwd").run().failed(1).message())
                .contains("does not exist")
                .doesNotContain("is written");
    }

    @Test
    void argumentsOfTheProgramAreItsOwn() {
        Result result =
                mpirun(
                                "-np",
                                "1",
                                "sh",
                                "-c",
                                "for w; do echo \"<$w>\"; done",
                                "sh",
                                "-np",
                                "7",
                                "--mca",
                                "a b",
                                "-cp",
                                "",
                                "--help",
                                "--",
                                "@x",
                                "*")
                        .run()
                        .ok();
        assertThat(result.lines())
                .containsExactly(
                        "<-np>",
                        "<7>",
                        "<--mca>",
                        "<a b>",
                        "<-cp>",
                        "<>",
                        "<--help>",
                        "<-->",
                        "<@x>",
                        "<*>");
    }

    @Test
    @LongRun
    void programThatIsNotThere() {
        assertThat(mpirun("-np", "2", "no-such-program").run().failed(1).message())
                .contains("no-such-program")
                .contains("not found");
        assertThat(mpirun("-np", "2", "./absent").run().failed(1).message())
                .contains("does not exist");
        assertThat(mpirun("-np", "2").run().failed(1).message()).contains("No program was given");
    }

    @Test
    void unknownOption() {
        assertThat(mpirun("--tag-outptu", "true").run().failed(1).message())
                .contains("--tag-outptu")
                .contains("Did you mean --tag-output?");
        assertThat(mpirun("-np", "x", "true").run().failed(1).message()).contains("whole number");
        assertThat(mpirun("-np", "-1", "true").run().failed(1).message()).contains("at least 1");
        assertThat(
                        mpirun("-np", "1", "true", ":", "-np", "1", "--tag-output", "true")
                                .run()
                                .failed(1)
                                .message())
                .contains("holds for the whole job");
    }

    @Test
    void versionAndHelp() {
        assertThat(mpirun("--version").run().ok().text()).startsWith("mpirun (Strata) ");
        assertThat(mpirun("-V").run().ok().text()).startsWith("mpirun (Strata) ");
        assertThat(mpirun("-h").run().ok().text()).contains("mpirun -np 4 java Hello.java");
        assertThat(mpirun("--help", "mapping").run().ok().text()).contains("--oversubscribe");
        assertThat(mpirun("--help", "exit").run().ok().text()).contains("110");
        assertThat(mpirun("--help", "full").run().ok().lines())
                .anyMatch(line -> line.contains("--tag-output"))
                .allMatch(line -> line.length() <= 80);
        assertThat(mpirun("--help", "nonsense").run().failed(1).message())
                .contains("Topics: general");
    }

    @Test
    void timeout() {
        Result result = mpirun("-np", "2", "--timeout", "1", "sleep", "100").run().failed(110);
        assertThat(result.err()).contains("longer than the 1 s");
        mpirun("-np", "1", "sleep", "100").env("MPIEXEC_TIMEOUT", "1").run().failed(110);
        mpirun("-np", "1", "--timeout", "100", "true").run().ok();
    }

    @Test
    void rootMayRun() {
        mpirun("--allow-run-as-root", "-np", "1", "true").run().ok();
    }

    @Test
    void quietAndVerbose() {
        assertThat(mpirun("-v", "-np", "1", "true").run().ok().err()).contains("rank 0 is process");
        mpirun("-q", "-np", "1", "-x", "NO_SUCH", "true").run().ok().quiet();
    }

    @Test
    void worksFromAnywhereAndThroughLinks() throws IOException {
        Path folder = Files.createDirectories(temp.resolve("with blank"));
        Path link = folder.resolve("mpirun link");
        Files.createSymbolicLink(link, JobRunner.root().resolve("mpirun"));
        Path second = temp.resolve("second");
        Files.createSymbolicLink(second, Path.of("with blank/mpirun link"));
        assertThat(
                        JobRunner.command(second.toString(), "-np", "1", "echo", "a  b")
                                .in(temp)
                                .run()
                                .ok()
                                .text())
                .isEqualTo("a  b\n");
    }
}
