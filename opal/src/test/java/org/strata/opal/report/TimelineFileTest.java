package org.strata.opal.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.strata.opal.report.NumbersCodec.DamagedException;
import org.strata.opal.report.TimelineEvents.Event;
import org.strata.opal.report.TimelineEvents.Kind;

import java.io.IOException;
import java.nio.ByteBuffer;
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

    /** Nobody need flush: a batch that is full goes to the file by itself. */
    @Test
    void fullBatchesAreWritten() throws Exception {
        Path path = directory.resolve("batch");
        try (TimelineFile file = TimelineFile.create(path, 1 << 20)) {
            for (int i = 0; i < 1023; i++) {
                add(file, i);
            }
            assertThat(events(TimelineFile.read(path))).isEmpty();
            add(file, 1023);
            assertThat(events(TimelineFile.read(path))).hasSize(1024);
        }
    }

    @Test
    void roomIsBounded() throws Exception {
        for (long bytes : new long[] {-1, 0, 1 << 16, Long.MAX_VALUE}) {
            Path path = directory.resolve("room " + bytes);
            try (TimelineFile file = TimelineFile.create(path, bytes)) {
                file.flush();
            }
            long room = ByteBuffer.wrap(TimelineFile.read(path)).getInt(4);
            long events = Math.max(0, bytes) / TimelineFile.EVENT;
            assertThat(room).isEqualTo(Math.clamp(events, TimelineFile.LEAST, TimelineFile.MOST));
        }
    }

    @Test
    void aNameHasOneNumber() throws IOException {
        try (TimelineFile file = TimelineFile.create(directory.resolve("numbers"), 0)) {
            int first = file.name("first");
            assertThat(file.name("second")).isNotEqualTo(first);
            assertThat(file.name("first")).isEqualTo(first);
            assertThat(file.name("")).isZero();
        }
    }

    @Test
    void longNamesAreCut() throws Exception {
        Path path = directory.resolve("long");
        try (TimelineFile file = TimelineFile.create(path, 0)) {
            for (int length : new int[] {199, 200, 201}) {
                file.add(Kind.REGION, "x".repeat(length), "", "main", -1, 1, 1);
            }
            file.flush();
        }
        assertThat(events(TimelineFile.read(path)))
                .extracting(Event::name)
                .containsExactly("x".repeat(199), "x".repeat(200), "x".repeat(199) + "…");
    }

    /** What can be read of an event that is partly damaged is given; one without sense is not. */
    @Test
    void eventsWithoutSenseAreLeftOut() throws Exception {
        Path path = directory.resolve("senseless");
        try (TimelineFile file = TimelineFile.create(path, 0)) {
            for (int i = 0; i < 4; i++) {
                add(file, i);
            }
            file.flush();
        }
        ByteBuffer bytes = ByteBuffer.wrap(TimelineFile.read(path));
        int at = TimelineFile.FIRST_EVENT;
        bytes.putShort(at + 20, (short) Kind.values().length);
        bytes.putShort(at + TimelineFile.EVENT + 20, (short) -1);
        bytes.putLong(at + 2 * TimelineFile.EVENT + 8, -1);
        bytes.putShort(at + 3 * TimelineFile.EVENT + 24, (short) -1);
        bytes.putShort(at + 3 * TimelineFile.EVENT + 26, (short) 4711);
        assertThat(events(bytes.array()))
                .containsExactly(new Event(Kind.WAIT, "?", "?", "main", 3, 3, 7));
    }

    /** The header is believed as far as the file goes, and no further. */
    @Test
    void aHeaderOfOtherNumbersIsRefusedOrBounded() throws Exception {
        Path path = directory.resolve("header");
        try (TimelineFile file = TimelineFile.create(path, 0)) {
            add(file, 1);
            add(file, 2);
            file.flush();
        }
        byte[] whole = TimelineFile.read(path);
        assertThat(TimelineEvents.of(whole).lost()).isZero();
        TimelineEvents more = TimelineEvents.of(changed(whole, 8, 1L << 40));
        assertThat(more.lost()).isEqualTo((1L << 40) - 2);
        List<Event> all = new ArrayList<>();
        more.forEach(all::add);
        assertThat(all).hasSize(2);
        TimelineEvents none = TimelineEvents.of(changed(whole, 8, -1));
        assertThat(none.lost()).isZero();
        none.forEach(event -> assertThat(event).isNull());
        for (int at : new int[] {0, 4, 16}) {
            assertThatThrownBy(() -> TimelineEvents.of(changed(whole, at, -1)))
                    .as("at %d", at)
                    .isInstanceOf(DamagedException.class);
        }
        byte[] names = changed(whole, 16, (TimelineFile.NAMES + 1L) << Integer.SIZE);
        assertThatThrownBy(() -> TimelineEvents.of(names)).isInstanceOf(DamagedException.class);
        int used = ByteBuffer.wrap(whole).getInt(16);
        byte[] cut = Arrays.copyOf(whole, TimelineFile.HEADER + used);
        assertThat(events(cut)).isEmpty();
        assertThat(TimelineEvents.of(cut).lost()).isEqualTo(2);
        assertThatThrownBy(() -> TimelineEvents.of(Arrays.copyOf(cut, cut.length - 1)))
                .isInstanceOf(DamagedException.class);
    }

    private static byte[] changed(byte[] whole, int at, long value) {
        byte[] changed = whole.clone();
        ByteBuffer.wrap(changed).putLong(at, value);
        return changed;
    }
}
