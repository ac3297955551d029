package org.strata.launcher.live;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.strata.ess.base.Ownership;
import org.strata.launcher.live.LiveRanks.LiveRank;
import org.strata.opal.report.NumbersCodec;
import org.strata.opal.report.NumbersFile;
import org.strata.opal.report.RankNumbers;
import org.strata.opal.report.RankNumbers.Activity;
import org.strata.opal.report.RankNumbers.Call;
import org.strata.opal.report.RankNumbers.Peer;
import org.strata.opal.report.RankNumbers.State;
import org.strata.opal.report.RankNumbers.Times;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

/** What is read of ranks that run, and what mpi_top and Prometheus get of it. */
class LiveNumbersTest {
    private static final long SECOND = 1_000_000_000L;
    private static final String EVIL = "\"><script>\\\n";

    @TempDir private Path directory;

    /** A rank that has spent a quarter of its time in MPI_Recv, waiting for rank 7. */
    private static RankNumbers numbers(int rank, long seconds) {
        long waiting = seconds * SECOND / 4;
        return new RankNumbers(
                rank,
                State.RUNNING,
                new Times(seconds * SECOND, 2 * waiting, waiting, 0),
                List.of(
                        new Call("MPI_Recv", 10 * seconds, 0, waiting, 0, waiting),
                        new Call("MPI_Send", 10 * seconds, 0, waiting / 2, 0, 0)),
                List.of(),
                List.of(new Peer(7, 0, 0, 0, 0, waiting, "shm"), new Peer(3, 0, 0, 0, 0, 5, "shm")),
                List.of(),
                List.of(),
                new Activity(SECOND, new long[0], new long[0]),
                Map.of("messages sent", 3 * seconds, "bytes sent", 2000 * seconds, "memory", 5000L),
                Map.of());
    }

    private void write(String job, int rank, RankNumbers numbers) throws IOException {
        try (NumbersFile file = NumbersFile.create(NumbersFile.path(directory, job, rank))) {
            file.write(NumbersCodec.encode(numbers, NumbersFile.CAPACITY));
        }
    }

    private List<LiveRank> read(String job) throws IOException {
        return new LiveRanks(directory, Ownership.ofThisProcess()).read(job);
    }

    private static List<LiveRank> ranks(int count, long seconds) {
        List<LiveRank> ranks = new ArrayList<>();
        IntStream.range(0, count)
                .forEach(i ->
                        ranks.add(
                                new LiveRank("1-ab", FileTime.fromMillis(0), numbers(i, seconds))));
        return ranks;
    }

    @Test
    void ranksOfAJobInOrderWithoutWhatOthersLeave() throws IOException {
        write("77-ab", 1, numbers(1, 2));
        write("77-ab", 0, numbers(0, 2));
        write("778-ab", 0, numbers(0, 2));
        write("77-cd", 3, numbers(4, 2));
        Files.writeString(directory.resolve("strata.77-ef.0.stats"), "damaged");
        Files.createSymbolicLink(
                directory.resolve("strata.77-gh.0.stats"),
                directory.resolve("strata.77-ab.0.stats"));
        assertThat(read("77-ab."))
                .extracting(rank -> rank.job() + '/' + rank.numbers().rank())
                .containsExactly("77-ab/0", "77-ab/1");
        assertThat(read("77")).hasSize(3);
        assertThat(read("[7]*")).isEmpty();
        assertThat(new LiveRanks(directory, new Ownership(987_654)).read("")).isEmpty();
        assertThat(new LiveRanks(directory.resolve("no"), Ownership.ofThisProcess()).read(""))
                .isEmpty();
    }

    @Test
    void topShowsTheLastInterval() {
        TopScreen screen = new TopScreen("h1");
        screen.lines(ranks(2, 10), true, 99);
        List<String> lines = screen.lines(ranks(2, 12), true, 99);
        assertThat(lines).hasSize(4);
        assertThat(lines.getFirst()).isEqualTo("job 1-ab on h1: 2 ranks here, 12 s");
        assertThat(lines.get(3).split(" +"))
                .containsExactly(
                        "",
                        "1",
                        "12",
                        "s",
                        "50",
                        "%",
                        "25",
                        "%",
                        "25",
                        "%",
                        "2.0",
                        "kB",
                        "3",
                        "5.0",
                        "kB",
                        "MPI_Recv",
                        "rank",
                        "7");
        assertThat(screen.lines(ranks(2, 12), true, 99)).as("nothing new").isEqualTo(lines);
        assertThat(screen.lines(ranks(2, 13), false, 99).getLast()).contains("all", "6", "10 kB");
        assertThat(screen.lines(ranks(50, 14), true, 10))
                .hasSize(10)
                .last()
                .asString()
                .contains("43");
        assertThat(screen.lines(List.of(), true, 9).getFirst()).contains("No job");
    }

    @Test
    void prometheusGetsEachRankOrTheirSum() {
        String text = Metrics.text(ranks(2, 10), EVIL);
        String labels = "{job=\"1-ab\",host=\"\\\"><script>\\\\\\n\",rank=\"1\"} ";
        assertThat(text)
                .contains("strata_mpi_waiting_seconds_total" + labels + "2.500000\n")
                .contains("strata_mpi_useful_seconds" + labels + "5\n")
                .contains("strata_mpi_calls_total" + labels + "200\n")
                .contains("strata_mpi_sent_bytes_total" + labels + "20000\n");
        assertThat(text.lines().filter(line -> !line.startsWith("#")))
                .allMatch(line -> line.matches("strata_mpi_[a-z_]+\\{.*} [0-9.]+"));
        String sum = Metrics.text(ranks(65, 10), "h1");
        assertThat(sum)
                .doesNotContain("rank=")
                .contains("sent_messages_total{job=\"1-ab\",host=\"h1\"} 1950\n");
    }

    @Test
    void theFileIsThereWhileTheJobRuns() {
        Path file = directory.resolve("m.prom");
        List<String> warnings = new CopyOnWriteArrayList<>();
        try (MetricsFile _ = MetricsFile.start(file, 1, () -> "text", warnings::add)) {
            await(() -> Files.exists(file));
            assertThat(file).hasContent("text");
        }
        assertThat(directory).isEmptyDirectory();
        Path nowhere = directory.resolve("no/m.prom");
        try (MetricsFile _ = MetricsFile.start(nowhere, 1, () -> "text", warnings::add)) {
            await(() -> !warnings.isEmpty());
        }
        assertThat(warnings).hasSize(1);
        assertThat(warnings.getFirst()).contains("mpi_metrics_file", "no/m.prom");
    }

    /** The test's own time limit ends it otherwise. */
    private static void await(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            LockSupport.parkNanos(1_000_000);
        }
    }

    private static String ask(int port, String request) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", port)) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        }
    }

    @Test
    void thePortAnswersAlsoAfterThoseWhoDoNotAsk() throws IOException {
        try (MetricsPort port = MetricsPort.open(0, () -> "text\n")) {
            try (Socket silent = new Socket("127.0.0.1", port.port())) {
                assertThat(ask(port.port(), "GET /metrics HTTP/1.1\r\nHost: h\r\n\r\n"))
                        .startsWith("HTTP/1.1 200 OK\r\n")
                        .endsWith("Content-Length: 5\r\nConnection: close\r\n\r\ntext\n");
                assertThat(silent.isConnected()).isTrue();
            }
            assertThat(ask(port.port(), "GET /../etc HTTP/1.1\r\n\r\n")).startsWith("HTTP/1.1 404");
            assertThat(ask(port.port(), "x".repeat(1024))).startsWith("HTTP/1.1 404");
        }
    }
}
