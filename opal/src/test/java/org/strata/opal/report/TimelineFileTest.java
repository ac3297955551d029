package org.strata.opal.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.strata.opal.report.NumbersCodec.DamagedException;
import org.strata.opal.report.TimelineEvents.Event;
import org.strata.opal.report.TimelineEvents.Kind;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** The file of a rank's events: what was written is there, and the last ones when it is full. */
class TimelineFileTest {
    @TempDir private Path directory;

    private static void add(TimelineFile file, int number) {
        file.add(Kind.WAIT, "MPI_Recv", "A.main(A.java:" + number % 9 + ")", "main", 3, number, 7);
    }

    private static List<Event> events(byte[] bytes) throws DamagedException {
        List<Event> all = new ArrayList<>();
        TimelineEvents.of(bytes).forEach(all::add);
        return all;
    }

    @Test
    void whatWasWrittenIsThere() throws Exception {
        Path path = TimelineFile.path(directory, "1-a", 5);
        assertThat(path.getFileName()).hasToString("strata.1-a.5.timeline");
        try (TimelineFile file = TimelineFile.create(path, 1 << 20)) {
            add(file, 2);
            file.add(Kind.REGION, "\"><script>é", "", "worker", -1, -5, 1L << 40);
            assertThat(events(TimelineFile.read(path))).isEmpty();
            file.flush();
            add(file, 4);
            file.flush();
        }
        assertThat(events(TimelineFile.read(path)))
                .containsExactly(
                        new Event(Kind.WAIT, "MPI_Recv", "A.main(A.java:2)", "main", 3, 2, 7),
                        new Event(Kind.REGION, "\"><script>é", "", "worker", -1, -5, 1L << 40),
                        new Event(Kind.WAIT, "MPI_Recv", "A.main(A.java:4)", "main", 3, 4, 7));
    }

    @Test
    void theLastOnesAreKept() throws Exception {
        Path path = directory.resolve("full");
        int all = 2 * TimelineFile.LEAST + 100;
        try (TimelineFile file = TimelineFile.create(path, 0)) {
            for (int i = 0; i < all; i++) {
                add(file, i);
            }
            file.flush();
        }
        byte[] bytes = TimelineFile.read(path);
        assertThat(TimelineEvents.of(bytes).lost()).isEqualTo(all - TimelineFile.LEAST);
        assertThat(events(bytes).stream().map(Event::begin).sorted().toList())
                .hasSize(TimelineFile.LEAST)
                .startsWith((long) all - TimelineFile.LEAST)
                .endsWith(all - 1L);
        assertThat(bytes).hasSizeLessThan(1 << 17);
    }

    @Test
    void namesAreBounded() throws Exception {
        Path path = directory.resolve("names");
        try (TimelineFile file = TimelineFile.create(path, 0)) {
            for (int i = 0; i < 10_000; i++) {
                file.add(Kind.REGION, "region " + i, "", "main", -1, i, 1);
            }
            file.add(Kind.REGION, "x".repeat(100_000), "", "main", -1, 1, 1);
            file.flush();
        }
        assertThat(events(TimelineFile.read(path)).getLast().name()).isEqualTo("(other)");
    }

    /** Bytes of others: anything may be in them. */
    @Test
    void damagedFiles() throws Exception {
        Path path = directory.resolve("whole");
        try (TimelineFile file = TimelineFile.create(path, 0)) {
            add(file, 1);
            file.flush();
        }
        byte[] whole = TimelineFile.read(path);
        Random random = new Random(7);
        for (int i = 0; i < 2_000; i++) {
            byte[] bytes = whole.clone();
            for (int k = 0; k < 4; k++) {
                int at = random.nextInt(k < 3 ? 64 : bytes.length);
                bytes[at] = (byte) random.nextInt();
            }
            try {
                assertThat(events(bytes)).hasSizeLessThanOrEqualTo(1);
            } catch (DamagedException _) {
                // It says so.
            }
        }
        assertThatThrownBy(() -> TimelineEvents.of(new byte[3]))
                .isInstanceOf(DamagedException.class);
        assertThat(TimelineEvents.of(Arrays.copyOf(whole, 100))).isNotNull();
    }

    @Test
    void aFileThatIsThereIsNobodysOwn() throws IOException {
        Path path = Files.createFile(directory.resolve("there"));
        assertThatThrownBy(() -> TimelineFile.create(path, 0)).isInstanceOf(IOException.class);
        Path link = Files.createSymbolicLink(directory.resolve("link"), path);
        assertThatThrownBy(() -> TimelineFile.read(link)).isInstanceOf(IOException.class);
    }
}
