package org.strata.benchmarks.profile;

import static org.assertj.core.api.Assertions.assertThat;

import jdk.jfr.Configuration;
import jdk.jfr.Recording;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.ParseException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** A page from a short recording of this JVM, and the command line. */
class ProfileTest {
    private static final int BYTES = 1 << 20;
    private static final int ARRAYS = 400;

    @TempDir private Path directory;

    /** Keeps the arrays from being optimized away. */
    private byte[] kept = {};

    private void allocate() {
        for (int i = 0; i < ARRAYS; i++) {
            byte[] made = new byte[BYTES];
            made[i] = (byte) kept.length;
            kept = made;
        }
    }

    private Path record() throws IOException, ParseException {
        Path file = directory.resolve("1234.jfr");
        try (Recording recording = new Recording(Configuration.getConfiguration("profile"))) {
            recording.enable("jdk.ThreadPark").withThreshold(Duration.ZERO);
            recording.start();
            allocate();
            LockSupport.parkNanos(2_000_000);
            System.gc();
            recording.stop();
            recording.dump(file);
        }
        return file;
    }

    @Test
    void aRecordingBecomesAPage() throws IOException, ParseException {
        JobProfile job = new JobProfile(Duration.ZERO);
        Path file = record();
        job.read(file);
        RankProfile rank = job.ranks.getFirst();
        assertThat(rank.rank).isEqualTo("1234.jfr");
        assertThat(rank.allocated).isGreaterThan(BYTES);
        assertThat(rank.collections).isPositive();
        assertThat(rank.length()).isPositive();
        assertThat(job.allocatedByClass.top(1).getFirst().name()).isEqualTo("byte[]");
        String site = "benchmarks.profile.ProfileTest.allocate:";
        assertThat(job.allocatedBySite.top(1).getFirst().name()).startsWith(site);
        assertThat(job.collections.top(9))
                .extracting(Tally.Entry::name)
                .anyMatch(n -> n.endsWith("System.gc()"));
        assertThat(job.parked.total()).isGreaterThanOrEqualTo(2_000_000);

        Page page = new Page("title <1>", job, 3);
        String text = TextPage.render(page);
        assertThat(text).startsWith("title <1>\n").contains("\nHot methods", site, "byte[]");
        page.sections().forEach(section -> assertThat(section.rows()).hasSizeLessThanOrEqualTo(3));
        String html = HtmlPage.render(page);
        JobProfile nothing = new JobProfile(Duration.ofHours(1));
        nothing.read(file);
        assertThat(nothing.ranks).hasSize(1);
        assertThat(nothing.allocatedByClass.total() + nothing.parked.total()).isZero();
        assertThat(html).contains("<h1>title &lt;1&gt;</h1>", "<td>byte[]</td>");
    }

    @Test
    void keptRecordingsAreReadAgain() throws IOException, ParseException {
        record();
        Path page = directory.resolve("page.html");
        assertThat(
                        Profile.execute(
                                "--root",
                                "/",
                                "--read",
                                directory.toString(),
                                "--html",
                                "-o",
                                page.toString()))
                .isZero();
        assertThat(Files.readString(page)).contains("Deoptimizations");
        Files.delete(directory.resolve("1234.jfr"));
        assertThat(Profile.execute("--root", "/", "--read", directory.toString())).isEqualTo(1);
    }

    @Test
    void wrongOptionsAreRefused() {
        assertThat(Profile.execute("--root", "/")).isEqualTo(2);
        assertThat(Profile.execute("--root", "/", "--bind-to", "core", "osu_bw")).isEqualTo(2);
        assertThat(Profile.execute("--root", "/", "osu_bw", "-np", "0")).isEqualTo(2);
    }

    @Test
    void theRecorderIsOneOptionOfTheRanks() {
        List<String> options = RecordedJob.options(Path.of("/tmp/x"), 7);
        assertThat(options.getFirst())
                .startsWith("-XX:StartFlightRecording=filename=/tmp/x/%p.jfr,settings=profile,")
                .contains("jdk.ExecutionSample#period=7 ms");
        assertThat(
                        RecordedJob.command(
                                Path.of("m"), List.of("-np", "3"), options, List.of("P", "a")))
                .startsWith("m", "-np", "3", "java")
                .endsWith("P", "a");
    }

    @Test
    void namesOfArraysAreReadable() {
        assertThat(JobProfile.readable("[J")).isEqualTo("long[]");
        assertThat(JobProfile.readable("[[Ljava.lang.String;")).isEqualTo("java.lang.String[][]");
        assertThat(JobProfile.readable("[Lorg.strata.not.Here;")).isEqualTo("not.Here[]");
        assertThat(JobProfile.readable("org.strata.opal.Rc")).isEqualTo("opal.Rc");
    }
}
