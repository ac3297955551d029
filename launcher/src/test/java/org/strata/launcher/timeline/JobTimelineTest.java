package org.strata.launcher.timeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.strata.opal.report.TimelineEvents.Kind;
import org.strata.opal.report.TimelineFile;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/** The file that a job's ranks leave in common. */
class JobTimelineTest {
    private static final String EVIL = "\"><script>\\\u0007é";

    @TempDir private Path directory;

    private byte[] events(int rank, long begin) throws IOException {
        Path path = TimelineFile.path(directory, "1-a", rank);
        try (TimelineFile file = TimelineFile.create(path, 0)) {
            file.add(Kind.CALL, "MPI_Allreduce", "A.main(A.java:9)", "main", -1, begin, 90_000);
            file.add(Kind.WAIT, "MPI_Allreduce", "", "main", 1 - rank, begin + 1_500, 50_000);
            file.add(Kind.WAIT, "MPI_Recv", "", EVIL, -2, begin, 50_000);
            file.add(Kind.REGION, EVIL, "", "main", -1, begin, 500_000);
            file.flush();
        }
        return TimelineFile.read(path);
    }

    private static String read(Path file) throws IOException {
        if (!file.toString().endsWith(".gz")) {
            return Files.readString(file);
        }
        try (var in = new GZIPInputStream(Files.newInputStream(file))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void ranksOfTwoHosts() throws IOException {
        for (String name : new String[] {"t.json", "t.json.gz"}) {
            Path file = directory.resolve(name);
            JobTimeline timeline = new JobTimeline(TimelineTarget.open(file));
            long now = System.nanoTime();
            // The other host's clock is an hour ahead.
            long hour = 3_600_000_000_000L;
            timeline.clocks().add(1, now, now + 20_000 + hour, now + 40_000);
            timeline.add(0, "h0", JobTimeline.HERE, events(0, now));
            timeline.add(1, EVIL, 1, events(1, now + hour + 20_000));
            timeline.add(2, "h0", JobTimeline.HERE, null);
            timeline.add(3, "h0", JobTimeline.HERE, new byte[100]);
            String line = timeline.finish("1-a", "java " + EVIL);
            assertThat(line)
                    .startsWith("timeline: ")
                    .contains("(8 events; clocks of hosts within ±20 us");
            String json = read(file);
            assertThat(json)
                    .contains("\"name\":\"wait for rank 1\"", "\"name\":\"wait for several ranks\"")
                    .contains("\"dur\":90.000,\"cat\":\"call\",\"name\":\"MPI_Allreduce\"")
                    .contains("\"args\":{\"at\":\"A.main(A.java:9)\"}")
                    .contains("rank 0 on h0", "the clock of mpirun", "clock within \\u00b120 us")
                    .contains(
                            "\"rank 2\":\"left no events\"",
                            "\"rank 3\":\"its timeline is damaged\"")
                    .doesNotContain("<script>", "\u0007", "é");
            // Both calls began at the same time, but for the 20 us between them.
            String[] times =
                    json.lines()
                            .filter(event -> event.contains("\"cat\":\"call\""))
                            .map(event -> event.replaceAll(".*\"ts\":([-0-9.]+),.*", "$1"))
                            .toArray(String[]::new);
            assertThat(Double.parseDouble(times[1]) - Double.parseDouble(times[0]))
                    .isBetween(19.9, 20.1);
            Files.delete(TimelineFile.path(directory, "1-a", 0));
            Files.delete(TimelineFile.path(directory, "1-a", 1));
        }
    }

    @Test
    void filesThatCannotBeWritten() throws IOException {
        assertThat(TimelineTarget.accepts("a.json.gz")).isTrue();
        assertThat(TimelineTarget.accepts("a.PFTRACE.gz")).isTrue();
        for (String name : new String[] {"a.html", "json", ".gz", "a.pftrace.zip", "a.json/"}) {
            assertThat(TimelineTarget.accepts(name)).as(name).isFalse();
        }
        assertThatThrownBy(() -> TimelineTarget.open(directory.resolve("no/such/t.json")))
                .isInstanceOf(IOException.class);
        assertThatThrownBy(() -> TimelineTarget.open(directory)).isInstanceOf(IOException.class);
        Path gone = Files.createDirectory(directory.resolve("gone"));
        JobTimeline timeline = new JobTimeline(TimelineTarget.open(gone.resolve("t.json")));
        Files.delete(gone);
        timeline.add(0, "h0", JobTimeline.HERE, events(0, 1));
        assertThat(timeline.finish("1-a", "java A")).startsWith("no timeline: ");
    }

    @Test
    void nothingElseIsLeft() throws IOException {
        Path clean = Files.createDirectory(directory.resolve("clean"));
        JobTimeline timeline = new JobTimeline(TimelineTarget.open(clean.resolve("t.json")));
        assertThat(timeline.finish("1-a", "java A")).contains("(0 events)");
        try (Stream<Path> files = Files.list(clean)) {
            assertThat(files).containsExactly(clean.resolve("t.json"));
        }
    }
}
