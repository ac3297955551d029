package org.strata.launcher.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.opal.report.NumbersCodec;
import org.strata.opal.report.NumbersFile;
import org.strata.opal.report.ReportMaker;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;

/** Reports of jobs without an mpirun: the same as mpirun's, of what ranks have left. */
class GuestReportTest {
    @TempDir private Path directory;

    private static ReportMaker maker() {
        return ServiceLoader.load(ReportMaker.class).findFirst().orElseThrow();
    }

    private static byte[] numbers(int rank) {
        Jobs.Life life = new Jobs.Life(100, 50, 10, 1 - rank, "A.a(A.java:1)");
        return NumbersCodec.encode(
                Jobs.rank(rank, life, 1, Jobs.usualSizes()), NumbersFile.CAPACITY);
    }

    private static ReportMaker.Job job(Map<Integer, byte[]> numbers) {
        return new ReportMaker.Job(
                "77-ab",
                "java " + Jobs.EVIL,
                List.of("h1", Jobs.EVIL, "h1"),
                numbers,
                "ended with code 9",
                List.of("x = " + Jobs.EVIL));
    }

    @ParameterizedTest
    @ValueSource(strings = {"r.html", "r.json", "r.txt"})
    void whatRanksHaveLeftAndWhoIsMissing(String name) throws IOException {
        List<String> lines =
                maker().begin(name, directory).write(job(Map.of(0, numbers(0), 1, numbers(1))));
        assertThat(lines)
                .anyMatch(line -> line.contains("ended with code 9"))
                .anyMatch(line -> line.contains("rank 2: host h1, which left no numbers"))
                .endsWith("  report: " + directory.resolve(name));
        String text = Files.readString(directory.resolve(name));
        assertThat(text).contains("MPI_Recv", "77-ab");
        if (!name.endsWith("txt")) {
            assertThat(text).doesNotContain(Jobs.EVIL, "<script>alert");
        }
    }

    @Test
    void damagedNumbersAreMissingOnes() throws IOException {
        List<String> lines =
                maker().begin("summary", directory)
                        .write(job(Map.of(0, numbers(0), 1, new byte[] {1, 2, 3}, 2, numbers(0))));
        assertThat(lines)
                .anyMatch(line -> line.contains("its numbers are damaged"))
                .anyMatch(line -> line.contains("rank 2") && line.contains("of another rank"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"no/such/r.json", "r.pdf", ".html/", "\0.html"})
    void aFileThatCannotBeWrittenIsRefusedAtOnce(String name) {
        assertThatThrownBy(() -> maker().begin(name, directory))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(name);
    }
}
