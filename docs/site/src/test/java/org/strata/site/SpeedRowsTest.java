package org.strata.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The figures of README are those of docs/measurements.md, which has their commands. */
class SpeedRowsTest {
    private static final Pattern ROW = Pattern.compile("\\|(.*)\\| ([\\d.]+) µs \\| (.*)\\|");
    private static final double ROUNDED = 0.006;

    private static List<String> rows() throws IOException {
        String readme = Files.readString(PagesTest.ROOT.resolve("README.md"));
        String section = readme.split("## How fast\n", 2)[1].split("\n## ", 2)[0];
        return section.lines().filter(line -> ROW.matcher(line).matches()).toList();
    }

    @Test
    void everyRowIsAMeasurement() throws IOException {
        String measured = Files.readString(PagesTest.ROOT.resolve("docs/measurements.md"));
        assertThat(rows()).hasSizeGreaterThanOrEqualTo(5);
        for (String row : rows()) {
            String figures = row.substring(row.indexOf('|', 1));
            assertThat(measured).as(row).contains(figures.strip());
        }
    }

    /** README also names what takes longer than with Open MPI. */
    @Test
    void whatTakesLongerIsAMeasurement() throws IOException {
        String readme = Files.readString(PagesTest.ROOT.resolve("README.md"));
        Matcher slower = Pattern.compile("It takes more for .*?\\(([\\d.–]+)\\)").matcher(readme);
        assertThat(slower.find()).isTrue();
        String measured = Files.readString(PagesTest.ROOT.resolve("docs/measurements.md"));
        assertThat(measured).containsPattern("\\| bcast[^|]*\\| " + Pattern.quote(slower.group(1)));
        assertThat(Double.parseDouble(slower.group(1).split("–")[0])).isGreaterThan(1);
    }

    @Test
    void everyRatioIsThatOfItsRow() throws IOException {
        for (String row : rows()) {
            String[] cells = row.replace(" µs", "").split("\\|");
            double ours = Double.parseDouble(cells[2].strip());
            double theirs = Double.parseDouble(cells[3].strip());
            assertThat(Double.parseDouble(cells[4].strip()))
                    .as(row)
                    .isCloseTo(ours / theirs, within(ROUNDED));
        }
    }
}
