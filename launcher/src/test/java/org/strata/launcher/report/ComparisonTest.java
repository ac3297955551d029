package org.strata.launcher.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.strata.launcher.report.Jobs.Life;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What two runs are compared by. */
class ComparisonTest {
    private static final Pattern PLACE = Pattern.compile("A\\.java:(\\d+)");

    private static List<String> lines(JobReport first, JobReport second) {
        List<String> lines = new ArrayList<>();
        new Comparison(new NamedReport("a", first), new NamedReport("b", second))
                .tables()
                .forEach(table -> lines.addAll(table.lines()));
        return lines;
    }

    /** Every rank waits at a line of its own. */
    private static JobReport waits(int ranks, IntUnaryOperator millis) {
        return Jobs.report(
                ranks,
                rank -> new Life(2000, millis.applyAsInt(rank), 0, -1, "A.b(A.java:" + rank + ")"),
                Jobs.usualSizes());
    }

    /** A user looks for what became slower or faster, not for what takes long in both runs. */
    @Test
    void whatHasChangedMostComesFirst() {
        int ranks = 14;
        JobReport first = waits(ranks, rank -> 1000 - 10 * rank);
        JobReport second =
                waits(ranks, rank -> 1000 - 10 * rank + (rank % 2 == 0 ? 10 : -10) * rank);
        List<String> places = new ArrayList<>();
        for (String line : lines(first, second)) {
            Matcher place = PLACE.matcher(line);
            if (place.find()) {
                places.add(place.group(1));
                // 130 ms and 120 ms of one rank among 14.
                assertThat(!place.group(1).equals("13") || line.endsWith("-9.3 ms")).isTrue();
                assertThat(!place.group(1).equals("12") || line.endsWith("+8.6 ms")).isTrue();
            }
        }
        assertThat(places).as("twelve rows").startsWith("13", "12", "11", "10").hasSize(12);
        assertThat(places).endsWith("3", "2");
    }

    /** One rank alone sends nothing: there is no per cent of that. */
    @Test
    void whatWasNothingBeforeHasNoChangeInPerCent() {
        List<String> lines = lines(waits(1, rank -> 0), waits(2, rank -> 0));
        assertThat(lines)
                .anySatisfy(line -> assertThat(line.strip()).matches("messages +0 +20"))
                .noneMatch(line -> line.contains("NaN") || line.contains("Infinity"));
        assertThat(lines(waits(2, rank -> 0), waits(1, rank -> 0)))
                .anySatisfy(line -> assertThat(line.strip()).matches("messages +20 +0 +-100 %"));
    }
}
