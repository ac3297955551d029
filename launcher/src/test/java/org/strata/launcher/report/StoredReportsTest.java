package org.strata.launcher.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.launcher.report.Jobs.Life;
import org.strata.launcher.report.StoredReports.View;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;

/** Reports that are read again. */
class StoredReportsTest {
    @TempDir private Path directory;

    private static JobReport report(int ranks, long work) {
        return Jobs.report(
                ranks,
                rank -> new Life(work + 17L * rank, 400, 30, 0, Jobs.EVIL + rank),
                Jobs.usualSizes());
    }

    private String kept(String name, JobReport report) throws IOException {
        Path file = directory.resolve(name);
        Files.writeString(file, JsonReport.of(report));
        return file.toString();
    }

    /** The page anew has every number of the first one: times, pairs, lines, links, counters. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5, 200})
    void aReportThatIsReadAgainIsTheSame(int ranks) throws IOException {
        JobReport report = report(ranks, 1000);
        JobReport again = StoredReport.of(JsonReport.of(report));
        assertThat(JsonReport.of(again)).isEqualTo(JsonReport.of(report));
        assertThat(SummaryText.lines(again)).isEqualTo(SummaryText.lines(report));
        // Times of the drawing and of the efficiencies are kept with four digits.
        assertThat(ReportPage.of(again).replaceAll("[0-9.]+", "0"))
                .isEqualTo(ReportPage.of(report).replaceAll("[0-9.]+", "0"));
    }

    /** Rank 3 computes twice as much in it as the others do. */
    @Test
    void aRegionSaysWhoHasMostWorkInIt() {
        JobReport report =
                Jobs.report(
                        4,
                        rank -> new Life(rank == 3 ? 2000 : 1000, 400, 0, 3, "A.b(A.java:1)"),
                        Jobs.usualSizes());
        String json = JsonReport.of(report);
        assertThat(json)
                .contains("\"ranks\":4,\"runs\":12,\"nanos\":4100000000,\"mpi\":1600000000")
                .contains("\"mostUseful\":1000000000,\"busiest\":3}")
                .doesNotContain("region runs");
        assertThat(SummaryText.lines(report))
                .anySatisfy(line ->
                        assertThat(line)
                                .startsWith("  region ")
                                .endsWith(
                                        "1.03 s per rank, useful 61 %, waiting 39 %; most work in"
                                                + " rank 3, 1.60 times the mean"));
        assertThat(ReportPage.of(report)).contains("Regions that the program has named");
    }

    @Test
    void twoRunsAreCompared() throws IOException {
        String first = kept("a.json", report(4, 1000));
        String second = kept("b.json", report(4, 3000));
        List<String> lines = StoredReports.read(List.of(first, second), View.AUTOMATIC).lines();
        assertThat(lines).anySatisfy(line -> assertThat(line).contains("a.json", "b.json"));
        // (3000 + 3 * 17 + 430) / (1000 + 3 * 17 + 430) = 2.35
        assertThat(lines)
                .anySatisfy(line -> assertThat(line).matches(" *time +1.48 s +3.48 s +\\+135 %"));
        assertThat(lines).anySatisfy(line -> assertThat(line).contains("MPI_Recv", "+0 s"));
    }

    /** Twice the ranks in half the time, and a tenth of the work twice. */
    @Test
    void severalRunsAreATableOfHowTheyScale() throws IOException {
        JobReport small =
                Jobs.report(
                        2, rank -> new Life(1000, 0, 0, -1, "A.b(A.java:1)"), Jobs.usualSizes());
        JobReport large =
                Jobs.report(4, rank -> new Life(550, 0, 0, -1, "A.b(A.java:1)"), Jobs.usualSizes());
        String a = kept("four.json", large);
        String b = kept("two.json", small);
        StoredReports both = StoredReports.read(List.of(a, b), View.SCALING);
        // Speed-up 1000 / 550; all ranks together compute 2200 ms instead of 2000.
        assertThat(both.lines().get(2)).startsWith("  two.json").contains(" 2 ", "1.00 s");
        assertThat(both.lines().get(3))
                .startsWith("  four.json")
                .matches(".* 4 +2 +0.55 s +1.82 +0.91 +1.00 +0.91 +1.00 +1.00 +1.00");
        Path page = directory.resolve("s.html");
        both.write(page, ReportTarget.Form.HTML);
        assertThat(Files.readString(page)).contains("four.json").doesNotContain("<script>alert");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{}",
                "[1]",
                "no json",
                "{\"format\":2}",
                "{\"format\":1}",
                "{\"format\":1,\"rank\":[{\"rank\":2147483647}]}"
            })
    void whatIsNoReportIsRefusedByName(String text) throws IOException {
        Path file = directory.resolve("x.json");
        Files.writeString(file, text);
        assertThatThrownBy(() -> StoredReports.read(List.of(file.toString()), View.AUTOMATIC))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("x.json");
    }

    /** Its line and column in a table of pairs would be as long. */
    @Test
    void noRankHasTheNumber() throws IOException {
        String json = JsonReport.of(report(2, 1000));
        String huge = json.replaceFirst("\"rank\":1,", "\"rank\":2147483647,");
        assertThat(huge).isNotEqualTo(json);
        assertThatThrownBy(() -> StoredReport.of(huge))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no rank has this number");
    }

    @Test
    void aFileThatIsTooLargeIsNotRead() throws IOException {
        Path file = directory.resolve("large.json");
        try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
            sparse.setLength((64 << 20) + 1);
        }
        assertThatThrownBy(() -> StoredReport.read(file)).hasMessage("it has more than 64 MiB");
    }

    /** Versions before had no time on cores: it is unknown, not zero. */
    @Test
    void aReportOfAnEarlierVersionIsRead() throws IOException {
        String json = JsonReport.of(report(2, 1000));
        String earlier = json.replaceAll(",\"(coreTime|offCore)\":-?[0-9]+", "");
        assertThat(earlier).isNotEqualTo(json);
        assertThat(StoredReport.of(earlier).numbers().rows())
                .hasSize(2)
                .allMatch(row -> row.worked() == -1 && row.offCore() == -1);
    }

    @Test
    void bracketsInTextsAreNotNested() throws IOException {
        String json = JsonReport.of(report(1, 1000));
        String command = "\"command\":\"x \\\"" + "[{".repeat(50) + "\\\\\",";
        String changed =
                json.replaceFirst(
                        "\"command\":\"([^\"\\\\]|\\\\.)*\",", Matcher.quoteReplacement(command));
        assertThat(StoredReport.of(changed).header().command())
                .isEqualTo("x \"" + "[{".repeat(50) + "\\");
    }

    @Test
    void filesOfOneNameKeepTheirDirectories() throws IOException {
        Files.createDirectories(directory.resolve("before"));
        Files.createDirectories(directory.resolve("after"));
        String first = kept("before/r.json", report(2, 1000));
        String second = kept("after/r.json", report(2, 2000));
        assertThat(StoredReports.read(List.of(first, second), View.COMPARE).lines())
                .anySatisfy(line -> assertThat(line).contains(first, second));
    }

    @Test
    void bracketsWithoutEndAreRefused() {
        assertThatThrownBy(() -> StoredReport.of("[".repeat(1_000_000)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("too deeply");
    }

    @Test
    void aMissingFileIsNamed() {
        String file = directory.resolve("none.json").toString();
        assertThatThrownBy(() -> StoredReports.read(List.of(file), View.AUTOMATIC))
                .isInstanceOf(IOException.class)
                .hasMessage(file + ": there is no such file");
    }
}
