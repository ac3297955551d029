package org.strata.launcher.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.launcher.report.Jobs.Life;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Base64;
import java.util.Deque;
import java.util.Random;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The page: what may be in it, and how large it is. */
class ReportPageTest {
    private static final Set<String> ALONE = Set.of("meta");
    private static final Pattern TAG =
            Pattern.compile("<(/?)([a-z][a-z0-9]*)((?:\\s+[a-zA-Z-]+=\"[^\"<>]*\")*)>");

    private static JobReport report(int ranks) {
        return Jobs.report(
                ranks,
                rank ->
                        new Life(
                                1000 + rank % 7 * 40L,
                                200,
                                30,
                                (rank + 1) % ranks,
                                Jobs.EVIL + rank % 50),
                Jobs.usualSizes());
    }

    /** Names of hosts, programs, lines and communicators are texts, wherever they stand. */
    @Test
    void namesEndNoElementAndNoAttribute() {
        String page = ReportPage.of(report(4));
        assertThat(page).doesNotContain("<script>alert").doesNotContain("\u0001");
        String style = page.substring(page.indexOf("<style>"), page.indexOf("</style>"));
        String script = page.substring(page.lastIndexOf("<script>"), page.lastIndexOf("</script>"));
        String rest = page.replace(style, "<style>").replace(script, "<script>");
        Deque<String> open = new ArrayDeque<>();
        Matcher tag = TAG.matcher(rest);
        int at = rest.indexOf("<html");
        while (tag.find(at)) {
            assertThat(rest.substring(at, tag.start())).doesNotContain("<").doesNotContain(">");
            if (!tag.group(1).isEmpty()) {
                assertThat(tag.group(2)).isEqualTo(open.pop());
            } else if (!ALONE.contains(tag.group(2))) {
                open.push(tag.group(2));
            }
            at = tag.end();
        }
        assertThat(open).isEmpty();
        assertThat(rest.substring(at)).isBlank();
    }

    @Test
    void nothingIsAskedOfANetwork() {
        String page = ReportPage.of(report(4));
        assertThat(page).contains("default-src &#39;none&#39;");
        assertThat(page).doesNotContain("unsafe-inline").doesNotContain(" src=");
        Matcher link = Pattern.compile("(?:href|url)[=(]\"?([^\" )]*)").matcher(page);
        while (link.find()) {
            assertThat(link.group(1)).matches("#.*|data:application/json;base64,.*");
        }
        assertThat(page.replace("http://www.w3.org/2000/svg", "")).doesNotContain("http://");
        assertThat(page).doesNotContain("https://");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 128, 300, 10_000})
    void aPageHasAMegabyteAtMost(int ranks) {
        String page = ReportPage.of(report(ranks));
        assertThat(page.getBytes(StandardCharsets.UTF_8)).hasSizeLessThan(1_000_000);
    }

    @Test
    void theNumbersInThePageAreTheJson() {
        JobReport report = report(4);
        String page = ReportPage.of(report);
        Matcher data = Pattern.compile("base64,([A-Za-z0-9+/=]*)").matcher(page);
        assertThat(data.find()).isTrue();
        byte[] json = Base64.getDecoder().decode(data.group(1));
        assertThat(new String(json, StandardCharsets.UTF_8)).isEqualTo(JsonReport.of(report));
    }

    /** A rank that was killed is in the report; one without numbers is named. */
    @Test
    void ranksThatDidNotFinishAreNamed() {
        JobNumbers numbers = new JobNumbers();
        var life = new Life(100, 100, 10, 0, "A.b(A.java:1)");
        var whole = Jobs.rank(1, life, 1, Jobs.usualSizes());
        var killed =
                new org.strata.opal.report.RankNumbers(
                        1,
                        org.strata.opal.report.RankNumbers.State.RUNNING,
                        whole.times(),
                        whole.calls(),
                        whole.sites(),
                        whole.peers(),
                        whole.sizes(),
                        whole.comms(),
                        whole.activity(),
                        whole.values(),
                        whole.facts());
        numbers.add(killed, "h1", "ended before MPI.Finalize");
        JobReport report =
                JobReport.of(
                        Jobs.header(2, "ended with code 137 of rank 1"),
                        numbers,
                        java.util.List.of("rank 0: host h1, which left no numbers"));
        assertThat(ReportPage.of(report))
                .contains("1 (ended before MPI.Finalize)")
                .contains(
                        "Unfinished: the job ended with code 137 of rank 1, and rank 1 ended"
                                + " before")
                .contains("Missing: rank 0: host h1, which left no numbers");
        assertThat(JsonReport.of(report)).contains("\"ended\":\"ended before MPI.Finalize\"");
    }

    /** Every block of ranks talks to and waits for every other one, each pair differently. */
    @Test
    void aPageOfTenThousandRanksThatAllTalkHasOneMegabyteAtMost() {
        JobReport report =
                Jobs.report(
                        10_000,
                        rank -> new Life(900 + rank % 200, 300, 100, rank / 2, "A.a(A.java:1)"),
                        Jobs.usualSizes());
        Random random = new Random(1);
        for (int i = 0; i < 200_000; i++) {
            int from = random.nextInt(10_000);
            report.numbers().bytes.add(from, random.nextInt(10_000), random.nextInt(1 << 30));
            report.numbers().waits.add(from, random.nextInt(10_000), random.nextInt(1 << 30));
        }
        byte[] page = ReportPage.of(report).getBytes(StandardCharsets.UTF_8);
        assertThat(page).hasSizeBetween(500_000, 1_000_000);
    }
}
