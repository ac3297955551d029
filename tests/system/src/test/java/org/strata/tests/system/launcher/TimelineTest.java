package org.strata.tests.system.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.strata.tests.system.JobRunner.mpirun;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.strata.testkit.LongRun;
import org.strata.tests.system.BesideOthers;
import org.strata.tests.system.JobRunner;
import org.strata.tests.system.JobRunner.Result;
import org.strata.tests.system.launcher.programs.Regions;
import org.strata.tests.system.launcher.programs.Steps;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What {@code mpirun --timeline} leaves of real jobs. */
@BesideOthers
class TimelineTest {
    private static final double SLEEP_MICROS = 50_000;

    @TempDir private Path directory;

    private Result run(String action, String... options) {
        return run(Steps.class, action, options);
    }

    private Result run(Class<?> program, String action, String... options) {
        List<String> words = new ArrayList<>(List.of(options));
        words.addAll(List.of("-np", "3", "java", "-cp", JobRunner.classes()));
        words.addAll(List.of(program.getName(), action));
        return mpirun(words.toArray(String[]::new)).in(directory).run();
    }

    /** Returns the events of a rank with this name. */
    private static List<String> events(String json, int rank, String name) {
        return json.lines()
                .filter(line -> line.contains("\"ph\":\"X\",\"pid\":" + rank + ","))
                .filter(line -> line.contains("\"name\":\"" + name + "\""))
                .toList();
    }

    private static double number(String event, String name) {
        Matcher found = Pattern.compile("\"" + name + "\":(-?[0-9.]+)").matcher(event);
        assertThat(found.find()).as(event).isTrue();
        return Double.parseDouble(found.group(1));
    }

    private static void assertNothingIsLeft(Result result) throws IOException {
        Matcher job = Pattern.compile("job ([0-9a-f-]+)").matcher(result.err());
        if (job.find()) {
            try (Stream<Path> files = Files.list(Path.of("/dev/shm"))) {
                String name = "strata." + job.group(1);
                assertThat(files).noneMatch(file -> file.toString().contains(name));
            }
        }
    }

    @Test
    void eachWaitIsThereWithItsLine() throws IOException {
        Result result = run("", "--report", "--timeline", "t.json");
        assertThat(result.ok().err()).contains("  timeline: ", "events)");
        String json = Files.readString(directory.resolve("t.json"));
        for (int rank = 0; rank < 2; rank++) {
            List<String> waits = events(json, rank, "wait for rank 2");
            // Where the host is busy, the messages of several steps are there at once.
            assertThat(waits).as("rank %d", rank).hasSizeGreaterThan(2);
            String last = waits.getLast();
            assertThat(last).contains("\"call\":\"MPI_", "\"rank\":2", "Steps.main(Steps.java:");
            double longest = waits.stream().mapToDouble(one -> number(one, "dur")).max().orElse(0);
            assertThat(longest).isGreaterThan(SLEEP_MICROS / 2);
            assertThat(number(last, "ts"))
                    .isGreaterThan(number(waits.getFirst(), "ts") + SLEEP_MICROS);
        }
        // Short messages of rank 2 are no events, what all do for long is one.
        assertThat(events(json, 2, "MPI_Send")).isEmpty();
        assertThat(json)
                .contains("\"name\":\"rank 2 on ", "\"the clock of mpirun\"", "\"time 0\":");
        assertNothingIsLeft(result);
    }

    /** Without a report, and in a short form. */
    @Test
    @LongRun
    void alone() throws IOException {
        Result result = run("", "--timeline", "t.json.gz");
        assertThat(result.ok().err())
                .containsOnlyOnce("timeline: ")
                .containsPattern("(?m)^mpirun: timeline: ")
                .doesNotContain("useful");
        assertThat(Files.readAllBytes(directory.resolve("t.json.gz"))).startsWith(0x1f, 0x8b);
    }

    /** Regions are in the timeline, around the waits in them, and named in all of the report. */
    @Test
    @LongRun
    void regionsOfTheProgram() throws IOException {
        Result result = run(Regions.class, "", "--report=r.json", "--timeline", "t.json").ok();
        assertThat(result.err())
                .contains("  region step: ", "  region exchange: ")
                .contains("  region never ended: ")
                .doesNotContain("was never begun");
        String json = Files.readString(directory.resolve("t.json"));
        for (int rank = 0; rank < 3; rank++) {
            List<String> steps = events(json, rank, "step");
            assertThat(steps).hasSize(Regions.STEPS).allMatch(one -> one.contains("\"region\""));
            assertThat(events(json, rank, "never ended")).hasSize(1);
            assertThat(events(json, rank, "was never begun")).isEmpty();
        }
        assertThat(events(json, 2, "step"))
                .allMatch(one -> number(one, "dur") > 900.0 * Regions.LATE_MILLIS, "it sleeps");
        String step = events(json, 0, "step").getLast();
        List<String> inside =
                events(json, 0, "exchange").stream()
                        .filter(one -> number(one, "ts") >= number(step, "ts"))
                        .filter(one ->
                                number(one, "ts") <= number(step, "ts") + number(step, "dur"))
                        .toList();
        assertThat(inside).hasSize(1);
        String report = Files.readString(directory.resolve("r.json"));
        assertThat(report)
                .contains("\"region\":\"step\",\"ranks\":3,\"runs\":" + 3 * Regions.STEPS)
                .contains("\"region\":\"exchange\"");
        for (String text : List.of(json, report)) {
            assertThat(text).doesNotContain("<1>");
        }
        assertThat(json).contains("set \\u0022up\\u0022 \\u003c1\\u003e");
    }

    @Test
    @LongRun
    void regionsInAPage() throws IOException {
        run(Regions.class, "", "--report=r.html").ok();
        assertThat(Files.readString(directory.resolve("r.html")))
                .contains("Regions that the program has named", "set &quot;up&quot; &lt;1&gt;")
                .doesNotContain("<1>");
    }

    /** Perfetto's format: PerfettoTraceTest reads it; here is what a job leaves in it. */
    @Test
    @LongRun
    void inPerfettosFormat() throws IOException {
        Result result = run(Regions.class, "", "--timeline", "t.pftrace").ok();
        assertThat(result.err()).contains("timeline: ", "t.pftrace (");
        byte[] trace = Files.readAllBytes(directory.resolve("t.pftrace"));
        String text = new String(trace, StandardCharsets.ISO_8859_1);
        assertThat(text)
                .contains("rank 0 on ", "rank 2 on ", "the clock of mpirun", "start of the job")
                .contains("never ended", "wait for rank 2", "MPI_Barrier");
    }

    /** It has left what it had done a second before, or less. */
    @Test
    void aRankThatIsKilledIsInIt() throws IOException {
        run("kill", "--timeline", "t.json").failed(137);
        String json = Files.readString(directory.resolve("t.json"));
        assertThat(events(json, 0, "wait for rank 2")).isNotEmpty();
        assertThat(json).contains("rank 2 on ");
    }

    @Test
    @LongRun
    void boundsAndRefusals() throws IOException {
        Result small = run("", "--mca", "mpi_timeline_min", "0", "--timeline", "t.json").ok();
        assertThat(small.err()).contains("timeline: ");
        for (String file : List.of("no/such/t.json", "t.html", ".json/")) {
            Result result = run("", "--timeline", file);
            assertThat(result.code()).as(file).isEqualTo(1);
            assertThat(result.err()).contains("--timeline");
        }
    }
}
