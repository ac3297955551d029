package org.strata.launcher.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.strata.opal.report.TimelineEvents;
import org.strata.opal.report.TimelineEvents.Kind;
import org.strata.opal.report.TimelineFile;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/** Perfetto's format, read back as Perfetto does: tracks, slices, times, texts by number. */
class PerfettoTraceTest {
    private static final long JOB_BEGAN = 1_000_000;
    private static final String EVIL = "\"><script>\u0007é";

    @TempDir private Path directory;

    private int files;

    /** A slice that was read; its end is -1 while it is open. */
    private record Slice(
            String track, String category, String name, long begin, long end, String notes) {}

    /** What a trace says. */
    private static final class Read {
        private final Map<Long, String> tracks = new HashMap<>();
        private final Map<Long, String> labels = new HashMap<>();
        private final List<Slice> slices = new ArrayList<>();
        private final Map<Long, Map<Integer, Map<Long, String>>> texts = new HashMap<>();
        private final Map<Long, Deque<Slice>> open = new TreeMap<>();
        private final Map<Long, Long> latest = new HashMap<>();

        Read(byte[] trace) {
            new ProtoReader(trace).messages(1).forEach(this::packet);
            open.forEach((track, left) -> assertThat(left).as("open slices").isEmpty());
        }

        private void packet(ProtoReader packet) {
            long sequence = packet.number(10);
            boolean first = packet.has(13) && (packet.number(13) & 1) != 0;
            assertThat(texts.containsKey(sequence))
                    .as("state was cleared once")
                    .isNotEqualTo(first);
            Map<Integer, Map<Long, String>> known =
                    texts.computeIfAbsent(sequence, any -> new HashMap<>());
            if (packet.has(12)) {
                for (int kind : new int[] {1, 2, 3, 29}) {
                    packet.message(12)
                            .messages(kind)
                            .forEach(each ->
                                    assertThat(
                                                    known.computeIfAbsent(
                                                                    kind, any -> new HashMap<>())
                                                            .put(each.number(1), each.text(2)))
                                            .as("told once")
                                            .isNull());
                }
            }
            if (packet.has(60)) {
                track(packet.message(60));
            } else {
                event(packet.number(8), packet.message(11), known);
            }
        }

        private void track(ProtoReader track) {
            long uuid = track.number(1);
            String name;
            if (track.has(3)) {
                ProtoReader process = track.message(3);
                assertThat(process.number(1)).as("pid 0 is the idle process").isPositive();
                name = process.text(6);
                labels.put(uuid, process.text(8));
            } else {
                name = track.text(2);
                name = track.has(5) ? tracks.get(track.number(5)) + "/" + name : name;
            }
            assertThat(tracks.put(uuid, name)).as("described once").isNull();
        }

        private void event(long time, ProtoReader event, Map<Integer, Map<Long, String>> known) {
            long uuid = event.number(11);
            assertThat(tracks).containsKey(uuid);
            assertThat(time).as("time").isGreaterThanOrEqualTo(latest.getOrDefault(uuid, 0L));
            latest.put(uuid, time);
            Deque<Slice> stack = open.computeIfAbsent(uuid, any -> new ArrayDeque<>());
            StringBuilder notes = new StringBuilder();
            for (ProtoReader note : event.messages(4)) {
                notes.append(note.has(1) ? known.get(3).get(note.number(1)) : note.text(10));
                notes.append('=');
                notes.append(
                        note.has(17)
                                ? known.get(29).get(note.number(17))
                                : note.has(4) ? "" + note.number(4) : note.text(6));
                notes.append(' ');
            }
            String track = tracks.get(uuid);
            switch ((int) event.number(9)) {
                case 1 -> {
                    String category = known.get(1).get(event.number(3));
                    String name = known.get(2).get(event.number(10));
                    stack.push(new Slice(track, category, name, time, -1, notes.toString()));
                }
                case 2 -> {
                    Slice top = stack.pop();
                    slices.add(
                            new Slice(track, top.category, top.name, top.begin, time, top.notes));
                }
                case 3 -> slices.add(new Slice(track, "", event.text(23), time, time, notes + ""));
                default -> throw new AssertionError("type " + event.number(9));
            }
        }
    }

    /** Adds events to a file. */
    private interface Filler {
        void fill(TimelineFile file);
    }

    private TimelineEvents events(Filler filler) throws IOException {
        Path path = TimelineFile.path(directory, "1-a", files++);
        try (TimelineFile file = TimelineFile.create(path, 0)) {
            filler.fill(file);
            file.flush();
        }
        try {
            return TimelineEvents.of(TimelineFile.read(path));
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private static Read read(Map<Integer, TimelineEvents> ranks) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PerfettoTrace trace = new PerfettoTrace(out);
        for (Map.Entry<Integer, TimelineEvents> rank : ranks.entrySet()) {
            trace.rank(rank.getKey(), "h" + EVIL, "clock", rank.getValue(), t -> t - JOB_BEGAN);
        }
        trace.close(Map.of("command", "java " + EVIL));
        Read read = new Read(out.toByteArray());
        assertThat(trace.events()).isEqualTo(read.slices.size() - 1);
        return read;
    }

    @Test
    void tracksSlicesAndTimes() throws IOException {
        String line = "A.main(A.java:9)";
        TimelineEvents one =
                events(file -> {
                    file.add(Kind.WAIT, "MPI_Recv", line, "main", 1, 1_010_000, 50_000);
                    file.add(Kind.TRANSFER, "MPI_Recv", "", "main", -1, 1_060_000, 20_000);
                    file.add(Kind.CALL, "MPI_Recv", line, "main", -1, 1_010_000, 90_000);
                    file.add(Kind.REGION, EVIL, "", "main", -1, 1_010_000, 90_000);
                    file.add(Kind.WAIT, "MPI_Test", "", "other", -2, 1_000_000, 3_000);
                });
        Read read = read(Map.of(0, one));
        String rank = "rank 0 on h" + EVIL;
        assertThat(read.slices)
                .containsExactlyInAnyOrder(
                        new Slice(rank + "/main", "region", EVIL, 10_000, 100_000, ""),
                        new Slice(
                                rank + "/main",
                                "call",
                                "MPI_Recv",
                                10_000,
                                100_000,
                                "at=" + line + " "),
                        new Slice(
                                rank + "/main",
                                "wait",
                                "wait for rank 1",
                                10_000,
                                60_000,
                                "call=MPI_Recv rank=1 at=" + line + " "),
                        new Slice(
                                rank + "/main",
                                "transfer",
                                "transfer",
                                60_000,
                                80_000,
                                "call=MPI_Recv "),
                        new Slice(
                                rank + "/other",
                                "wait",
                                "wait for several ranks",
                                0,
                                3_000,
                                "call=MPI_Test "),
                        new Slice(
                                "job", "", "start of the job", 0, 0, "command=java " + EVIL + " "));
        assertThat(read.labels.values()).containsExactly("clock");
    }

    /** Events that overlap or lie before the start of the job, as other clocks have them. */
    @Test
    void slicesOfATrackLieInOneAnother() throws IOException {
        TimelineEvents one =
                events(file -> {
                    file.add(Kind.CALL, "a", "", "main", -1, 1_000, 999_500);
                    file.add(Kind.CALL, "b", "", "main", -1, 1_000_100, 100);
                    file.add(Kind.CALL, "c", "", "main", -1, 1_000_150, 500);
                    file.add(Kind.CALL, "d", "", "main", -1, 1_000_200, 0);
                });
        assertThat(read(Map.of(2, one)).slices)
                .extracting(each -> each.name + " " + each.begin + "-" + each.end)
                .containsExactlyInAnyOrder(
                        "a 0-500", "b 100-200", "c 150-200", "d 200-200", "start of the job 0-0");
    }

    @Test
    void anyEventsOfSeveralRanks() throws IOException {
        Random random = new Random(42);
        Map<Integer, TimelineEvents> ranks = new TreeMap<>();
        for (int rank = 0; rank < 3; rank++) {
            ranks.put(
                    rank,
                    events(file -> {
                        for (int i = 0; i < 500; i++) {
                            file.add(
                                    Kind.values()[random.nextInt(4)],
                                    "name " + random.nextInt(20),
                                    "",
                                    "thread " + random.nextInt(3),
                                    random.nextInt(4) - 2,
                                    JOB_BEGAN + random.nextInt(100_000),
                                    random.nextInt(10_000));
                        }
                    }));
        }
        Read read = read(ranks);
        assertThat(read.slices).hasSize(1501);
        assertThat(read.tracks).hasSize(3 * 4 + 1);
    }

    @Test
    void nothingIsAFile() throws IOException {
        assertThat(read(Map.of()).slices).hasSize(1);
        Path file = directory.resolve("t.pftrace");
        JobTimeline timeline = new JobTimeline(TimelineTarget.open(file));
        assertThat(timeline.finish("1-a", "java A")).contains("(0 events)");
        assertThat(new Read(Files.readAllBytes(file)).slices)
                .singleElement()
                .extracting(Slice::notes)
                .asString()
                .contains("job=1-a", "command=java A");
    }
}
