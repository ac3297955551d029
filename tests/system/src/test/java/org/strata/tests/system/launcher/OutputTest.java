package org.strata.tests.system.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.strata.tests.system.JobRunner.command;
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
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;

@BesideOthers
class OutputTest {
    private static final String BOTH =
            "echo out $OMPI_COMM_WORLD_RANK; echo err $OMPI_COMM_WORLD_RANK >&2";

    @TempDir Path temp;

    @ParameterizedTest
    @UsualRows(1)
    @ValueSource(strings = {"--tag-output", "--output=tag", "-tag-output"})
    void tags(String option) {
        Result result = mpirun(option, "-np", "2", "sh", "-c", BOTH).run().ok();
        assertThat(result.lines())
                .containsExactlyInAnyOrder("[1,0]<stdout>:out 0", "[1,1]<stdout>:out 1");
        assertThat(result.err().lines())
                .containsExactlyInAnyOrder("[1,0]<stderr>:err 0", "[1,1]<stderr>:err 1");
    }

    @Test
    void tagsEndAnUnfinishedLine() {
        assertThat(mpirun("--tag-output", "-np", "1", "printf", "a\\nb").run().ok().text())
                .isEqualTo("[1,0]<stdout>:a\n[1,0]<stdout>:b\n");
    }

    @Test
    void timestamps() {
        String time = "\\w{3} \\w{3} [ \\d]\\d \\d\\d:\\d\\d:\\d\\d \\d{4}";
        assertThat(mpirun("--timestamp-output", "-np", "1", "echo", "x").run().ok().text())
                .matches(time + "<stdout>:x\n");
        assertThat(mpirun("--output", "tag,timestamp", "-np", "1", "echo", "x").run().ok().text())
                .matches(time + "\\[1,0]<stdout>:x\n");
    }

    @ParameterizedTest
    @UsualRows(1)
    @ValueSource(strings = {"--merge-stderr-to-stdout", "--output=merge"})
    void merge(String option) {
        Result result = mpirun(option, "-np", "1", "sh", "-c", BOTH).run().ok();
        assertThat(result.lines()).containsExactly("out 0", "err 0");
        result.quiet();
    }

    @Test
    @LongRun
    void filesNamedByRankHostAndJob() throws IOException {
        String own = temp + "/own/%h.%r.%%r";
        mpirun("--output-filename", own + ":nocopy", "-np", "2", "sh", "-c", BOTH).run().ok();
        try (var folders = Files.newDirectoryStream(temp.resolve("own"), "*.[01].%r")) {
            for (Path folder : folders) {
                String rank = folder.toString().replaceAll(".*\\.([01])\\.%r", "$1");
                assertThat(folder.resolve("stdout")).hasContent("out " + rank);
                assertThat(folder.resolve("stderr")).hasContent("err " + rank);
            }
        }
        assertThat(temp.resolve("own")).isDirectoryContaining("glob:**.0.%r");
        assertThat(temp.resolve("own")).isDirectoryContaining("glob:**.1.%r");
        mpirun("--output", "dir=" + temp + "/job-%j", "-np", "1", "sh", "-c", BOTH).run().ok();
        try (var folders = Files.newDirectoryStream(temp, "job-*")) {
            Path folder = folders.iterator().next();
            assertThat(folder.toString()).matches(".*/job-\\d+.*");
            assertThat(folder.resolve("1/rank.0/stdout")).hasContent("out 0");
        }
    }

    @Test
    void files() throws IOException {
        Path folder = temp.resolve("logs");
        Result copied =
                mpirun("--output-filename", folder.toString(), "-np", "2", "sh", "-c", BOTH)
                        .run()
                        .ok();
        assertThat(copied.lines()).hasSize(2);
        assertThat(folder.resolve("1/rank.0/stdout")).hasContent("out 0");
        assertThat(folder.resolve("1/rank.1/stderr")).hasContent("err 1");
        Path quiet = temp.resolve("quiet");
        Result moved =
                mpirun(
                                "--output-filename",
                                quiet + ":nocopy,nojobid",
                                "--oversubscribe",
                                "-np",
                                "11",
                                "sh",
                                "-c",
                                BOTH)
                        .run()
                        .ok();
        assertThat(moved.text()).isEmpty();
        moved.quiet();
        assertThat(quiet.resolve("rank.03/stdout")).hasContent("out 3");
        mpirun("--output", "dir=" + temp.resolve("v5"), "-np", "1", "sh", "-c", BOTH).run().ok();
        assertThat(temp.resolve("v5/1/rank.0/stdout")).hasContent("out 0");
    }

    @Test
    void unknownOutputWord() {
        assertThat(mpirun("--output", "shiny", "true").run().failed(1).message()).contains("shiny");
    }

    /** Many times what pipes hold, through a reader that dawdles: nothing lost or reordered. */
    @Test
    void tenMegabytesPerRankThroughASlowReader() throws IOException {
        int lines = 100_000;
        String script =
                "exec "
                        + JobRunner.root().resolve("mpirun")
                        + " -np 2 awk -v r=$0 'BEGIN { r = ENVIRON[\"OMPI_COMM_WORLD_RANK\"];"
                        + " pad = sprintf(\"%085d\", 0);"
                        + " for (i = 0; i < "
                        + lines
                        + "; i++) printf \"%d %08d %s\\n\", r, i, pad }'"
                        + " | (sleep 1; exec cat) > "
                        + temp.resolve("all");
        command("/bin/sh", "-c", script).run().ok();
        Map<Character, Integer> next = new HashMap<>();
        try (var reader = Files.newBufferedReader(temp.resolve("all"))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                int number = Integer.parseInt(line, 2, 10, 10);
                int expected = next.getOrDefault(line.charAt(0), 0);
                if (number != expected || line.length() != 96) {
                    throw new AssertionError("expected line " + expected + ", got: " + line);
                }
                next.put(line.charAt(0), number + 1);
            }
        }
        assertThat(next).isEqualTo(Map.of('0', lines, '1', lines));
    }

    @Test
    void bytesArriveAsTheyWere() throws IOException {
        byte[] bytes = new byte[5_000_000];
        new Random(3).nextBytes(bytes);
        Path file = Files.write(temp.resolve("random"), bytes);
        assertThat(mpirun("-np", "1", "cat", file.toString()).run().ok().out()).isEqualTo(bytes);
        assertThat(mpirun("-np", "1", "printf", "no end").run().ok().text()).isEqualTo("no end");
    }

    @Test
    void anUnfinishedLineAppearsWhileTheRankRuns() {
        try (JobRunner.Running job =
                mpirun("-np", "1", "sh", "-c", "printf 'name? '; sleep 100").start()) {
            job.awaitOut("name? "::equals);
        }
    }

    @Test
    void whenNobodyReadsTheRanksAreToldByABrokenPipe() throws IOException {
        Path codes = temp.resolve("code");
        String script =
                "{ "
                        + JobRunner.root().resolve("mpirun")
                        + " -np 2 yes; echo $? > "
                        + codes
                        + "; } | head -n 1";
        assertThat(command("/bin/sh", "-c", script).run().ok().text()).isEqualTo("y\n");
        assertThat(Files.readString(codes, StandardCharsets.US_ASCII)).isNotEqualTo("0\n");
    }

    @Test
    void stdinGoesToRankZeroOnly() {
        byte[] input = "line\n".repeat(100_000).getBytes(StandardCharsets.US_ASCII);
        String[] count = {"sh", "-c", "echo $OMPI_COMM_WORLD_RANK $(wc -c)"};
        assertThat(mpirun("-np", "2", count[0], count[1], count[2]).stdin(input).run().ok().lines())
                .containsExactlyInAnyOrder("0 500000", "1 0");
        assertThat(
                        mpirun("--stdin", "1", "-np", "2", count[0], count[1], count[2])
                                .stdin(input)
                                .run()
                                .ok()
                                .lines())
                .containsExactlyInAnyOrder("0 0", "1 500000");
        assertThat(
                        mpirun("--stdin", "all", "-np", "2", count[0], count[1], count[2])
                                .stdin(input)
                                .run()
                                .ok()
                                .lines())
                .containsExactlyInAnyOrder("0 500000", "1 500000");
        assertThat(
                        mpirun("--stdin", "none", "-np", "2", count[0], count[1], count[2])
                                .stdin(input)
                                .run()
                                .ok()
                                .lines())
                .containsExactlyInAnyOrder("0 0", "1 0");
        assertThat(mpirun("--stdin", "7", "-np", "2", "true").run().failed(1).message())
                .contains("7");
    }

    @Test
    void aJobThatReadsNothingLeavesStdinToTheNextCommand() {
        String script = "{ " + JobRunner.root().resolve("mpirun") + " -np 2 true; cat; }";
        assertThat(
                        command("/bin/sh", "-c", script)
                                .stdin("rest".getBytes(StandardCharsets.US_ASCII))
                                .run()
                                .ok()
                                .text())
                .isEqualTo("rest");
    }

    /** The end of a pipe that only the rank writes tells the other process that it has gone. */
    @Test
    void outputOfAProcessThatOutlivesItsRankArrives() {
        String script = "mkfifo p; { read -r x <p; echo late; } & exec 3>p; echo early";
        assertThat(mpirun("-np", "1", "sh", "-c", script).in(temp).run().ok().lines())
                .containsExactly("early", "late");
    }
}
