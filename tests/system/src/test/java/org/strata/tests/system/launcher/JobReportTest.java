package org.strata.tests.system.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.strata.tests.system.JobRunner.mpirun;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.strata.testkit.LongRun;
import org.strata.tests.system.BesideOthers;
import org.strata.tests.system.JobRunner;
import org.strata.tests.system.JobRunner.Result;
import org.strata.tests.system.launcher.programs.Kinds;
import org.strata.tests.system.launcher.programs.Late;
import org.strata.tests.system.launcher.programs.Steps;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What {@code mpirun --report} leaves of real jobs. */
class JobReportTest {
    private static final String[] LATE = {"java", "-cp", JobRunner.classes(), Late.class.getName()};

    @TempDir private Path directory;

    private Result run(String file, String... arguments) {
        List<String> words =
                new ArrayList<>(
                        List.of("--mca", "btl", "self,shm", "--report=" + file, "-np", "2"));
        words.addAll(List.of(LATE));
        words.addAll(List.of(arguments));
        return mpirun(words.toArray(String[]::new)).in(directory).run();
    }

    private static long number(String json, String name) {
        Matcher found = Pattern.compile("\"" + name + "\":(\\d+)").matcher(json);
        assertThat(found.find()).as(name).isTrue();
        return Long.parseLong(found.group(1));
    }

    /** The wait has its time, its cause and its line; messages and bytes are exact. */
    @Test
    void whoWaitsForWhomAndWhatIsSent() throws IOException {
        Result result = run("r.json");
        result.ok();
        String json = Files.readString(directory.resolve("r.json"));
        assertThat(json).contains("\"ended\":\"ended normally\"").contains("\"ranks\":2");
        Matcher wait =
                Pattern.compile("\"waits\":\\[\\{\"from\":0,\"to\":1,\"nanos\":(\\d+)}")
                        .matcher(json);
        assertThat(wait.find()).as(json).isTrue();
        // 100 times 20 ms, but for what lay between the start of the sleep and of the wait.
        assertThat(Long.parseLong(wait.group(1))).isGreaterThan(1_000_000_000L);
        assertThat(json)
                .contains("\"messages\":[{\"from\":1,\"to\":0,\"messages\":100}]")
                .contains("\"bytes\":[{\"from\":1,\"to\":0,\"bytes\":800}]")
                .contains("\"link\":\"shm\",\"messages\":100,\"bytes\":800")
                .contains("Late.main(Late.java:22)")
                .contains("{\"call\":\"MPI_Recv\",\"calls\":100,\"bytes\":800");
        assertThat(number(json, "nanos")).isGreaterThan(1_900_000_000L);
        assertThat(result.err()).contains("rank 1 is waited for most").contains("report: ");
        Matcher job = Pattern.compile("job ([0-9a-f-]+):").matcher(result.err());
        assertThat(job.find()).isTrue();
        assertThat(Path.of("/dev/shm/strata." + job.group(1) + ".0.stats")).doesNotExist();
    }

    /** As Open MPI 4.1.4 writes it, but for the histogram behind each line. */
    @Test
    @BesideOthers
    void whatIsSentInTheFormOfOpenMpi() throws IOException {
        List<String> words = new ArrayList<>(List.of("--mca", "btl", "self,shm"));
        words.addAll(List.of("--mca", "pml_monitoring_enable", "1"));
        words.addAll(List.of("--mca", "pml_monitoring_enable_output", "3"));
        words.addAll(List.of("--mca", "pml_monitoring_filename", "traffic"));
        words.addAll(List.of("-np", "2"));
        words.addAll(List.of(LATE));
        Result result = mpirun(words.toArray(String[]::new)).in(directory).run();
        assertThat(result.ok().err()).doesNotContain("ignored");
        assertThat(directory.resolve("traffic.1.prof"))
                .hasContent(
                        "# POINT TO POINT\n"
                                + "E\t1\t0\t800 bytes\t100 msgs sent\n"
                                + "# OSC\n"
                                + "# COLLECTIVES\n");
        assertThat(directory.resolve("traffic.0.prof"))
                .hasContent("# POINT TO POINT\n# OSC\n# COLLECTIVES\n");
    }

    /** A job that fails has a report with what its ranks had written last. */
    @Test
    @LongRun
    @BesideOthers
    void aRankThatEndsWithoutFinalizeIsInTheReport() throws IOException {
        Result result = run("r.html", "die");
        assertThat(result.code()).isNotZero();
        String page = Files.readString(directory.resolve("r.html"));
        assertThat(page)
                .contains("ended with code 9")
                .contains("1 (ended before MPI.Finalize)")
                .contains("MPI_Recv")
                .doesNotContain("\"><script>\"");
    }

    @Test
    @BesideOthers
    void aFileThatCannotBeWrittenIsRefusedBeforeTheStart() {
        for (String file : List.of("no/such/r.json", "r.pdf", ".")) {
            Result result = run(file);
            assertThat(result.code()).as(file).isEqualTo(1);
            assertThat(result.err()).contains("--report");
        }
    }

    /** Two ranks, 800 bytes in each call of each; what MPI sends by itself is told apart. */
    @Test
    @LongRun
    @BesideOthers
    void bytesOfEveryKindOfCall() throws IOException {
        mpirun(
                        "--report=r.json",
                        "-np",
                        "2",
                        "java",
                        "-cp",
                        JobRunner.classes(),
                        Kinds.class.getName(),
                        directory.toString())
                .in(directory)
                .run()
                .ok();
        String json = Files.readString(directory.resolve("r.json"));
        List<String> each =
                List.of("Isend", "Waitall", "Startall", "Bcast", "Allreduce", "Alltoall", "Put");
        for (String call : each) {
            assertCall(json, call, call.equals("Startall") ? 4 : 2, 1600);
        }
        assertCall(json, "Allgatherv", 2, 800);
        assertCall(json, "Iallreduce", 2, 1600);
        // The receives' half, of the persistent one.
        assertThat(json).containsPattern("\"MPI_Wait\",\"calls\":\\d+,\"bytes\":1600,");
        assertCall(json, "Sendrecv", 2, 3200);
        assertCall(json, "Sendrecv_replace", 2, 3200);
        assertCall(json, "Ssend", 1, 800);
        assertCall(json, "Send", 1, 0);
        assertCall(json, "Mrecv", 1, 800);
        assertCall(json, "File_write_at", 2, 1600);
        assertCall(json, "File_read_at_all", 2, 1600);
        // Isend, the persistent send, Sendrecv, its replacing form; and one Ssend.
        assertThat(number(json, "sent by calls")).isEqualTo(4 * 1600 + 800);
        Matcher link =
                Pattern.compile("\"link\":\"[^\"]*\",\"messages\":\\d+,\"bytes\":(\\d+)}")
                        .matcher(json);
        assertThat(link.find()).isTrue();
        assertThat(Long.parseLong(link.group(1))).isGreaterThanOrEqualTo(4 * 1600 + 800);
    }

    private static void assertCall(String json, String call, int calls, int bytes) {
        String wanted = "{\"call\":\"MPI_" + call + "\",\"calls\":" + calls + ",\"bytes\":" + bytes;
        assertThat(json).contains(wanted + ",");
    }

    /** A process without a launcher is a job of its own. */
    @Test
    void aJobOfOneProcessWithoutALauncher() throws IOException {
        List<String> words = new ArrayList<>();
        words.add(JobRunner.jdk().resolve("bin/java").toString());
        words.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-cp"));
        words.add(JobRunner.root().resolve("dist/lib/mpi.jar") + ":" + JobRunner.classes());
        words.add(Steps.class.getName());
        Result result =
                JobRunner.command(words.toArray(String[]::new))
                        .in(directory)
                        .env("STRATA_MCA_mpi_report", "one.json")
                        .run()
                        .ok();
        assertThat(result.err()).contains("1 rank on 1 host");
        assertThat(Files.readString(directory.resolve("one.json")))
                .contains("\"command\":\"java " + Steps.class.getName())
                .contains("\"ended\":\"ended normally\"", "MPI_Barrier");
        Result refused =
                JobRunner.command(words.toArray(String[]::new))
                        .in(directory)
                        .env("STRATA_MCA_mpi_report", "no/such/one.json")
                        .run()
                        .failed(1);
        assertThat(refused.text()).isEmpty();
        assertThat(refused.err()).contains("no/such/one.json: its directory");
    }

    /** The report is lost, with a line; the job is not. */
    @Test
    @BesideOthers
    void aFullDisk() throws IOException {
        Path full = Files.createDirectory(directory.resolve("full"));
        String script =
                "mount -t tmpfs -o size=8k tmpfs $1 || { echo skipped; exit; }"
                        + "; dd if=/dev/zero of=$1/filler bs=8k count=1 2>/dev/null"
                        + "; shift; \"$@\"; echo code $?";
        List<String> words = new ArrayList<>(List.of("unshare", "-m", "/bin/sh", "-c", script));
        words.addAll(List.of("sh", full.toString(), JobRunner.root() + "/mpirun"));
        words.addAll(List.of("--report=" + full + "/r.html", "-np", "2", "java", "-cp"));
        words.addAll(List.of(JobRunner.classes(), Steps.class.getName()));
        Result result = JobRunner.command(words.toArray(String[]::new)).in(directory).run();
        Assumptions.assumeFalse(result.text().contains("skipped"), "mounting needs rights");
        assertThat(result.lines()).endsWith("code 0");
        assertThat(result.err()).containsOnlyOnce("no report: " + full + "/r.html");
    }

    /** What a job shows while it runs is gone with it. */
    @Test
    void whileItRuns() throws IOException {
        Path file = directory.resolve("m.prom");
        JobRunner job =
                mpirun(
                                "--mca",
                                "mpi_metrics_file",
                                "m.prom",
                                "--mca",
                                "mpi_metrics_interval",
                                "1",
                                "-np",
                                "2",
                                "java",
                                "-cp",
                                JobRunner.classes(),
                                Steps.class.getName(),
                                "wait")
                        .in(directory);
        try (var running = job.start()) {
            running.awaitOut(out -> out.lines().count() == 2);
            Awaitility.await()
                    .untilAsserted(() ->
                            assertThat(file)
                                    .content()
                                    .containsPattern("sent_messages_total.*rank=\"1\"} 30\n"));
            String command = JobRunner.root().resolve("dist/bin/mpi_top").toString();
            String top = JobRunner.command(command, "--count", "1").run().ok().text();
            assertThat(top).contains("useful").containsPattern("job .*: 2 ranks here");
            running.signal("TERM");
            running.await();
        }
        assertThat(file).doesNotExist();
    }
}
