package org.strata.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import org.apache.spark.api.java.JavaFutureAction;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Stages that fail, on a real cluster: what the user sees, and what is left. */
class StageFailuresTest {
    private static final long SECONDS = 300;
    private static final String RANK = RankMain.class.getName();

    @TempDir static Path work;
    private static SparkCluster cluster;
    private static JavaSparkContext spark;

    @BeforeAll
    static void start() throws Exception {
        cluster = SparkCluster.shared();
        spark = cluster.connect();
    }

    @AfterAll
    static void stop() {
        spark.close();
    }

    /** Whatever happened: no rank, nothing in shared memory, and the executors work. */
    @AfterEach
    void nothingIsLeft() throws Exception {
        await(() -> cluster.processes(RANK).isEmpty());
        await(() -> shared().isEmpty());
        await(() -> rows().count() == SparkCluster.SLOTS);
    }

    private static JavaRDD<double[]> rows() {
        return spark.parallelize(
                Collections.nCopies(SparkCluster.SLOTS, new double[] {1}), SparkCluster.SLOTS);
    }

    /** Jobs are named after the process of their rank 0, which prints its number. */
    private static List<Path> shared() throws IOException {
        List<String> names =
                Pattern.compile("\\[rank 0\\] first process ([0-9]+)")
                        .matcher(cluster.executorLogs())
                        .results()
                        .map(result -> "strata." + result.group(1) + "-")
                        .toList();
        try (Stream<Path> files = Files.list(Path.of("/dev/shm"))) {
            return files.filter(file -> names.stream().anyMatch(file.toString()::contains))
                    .toList();
        }
    }

    private static void await(Callable<Boolean> condition) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
        while (!condition.call()) {
            assertThat(System.nanoTime()).as("time-out").isLessThan(end);
            TimeUnit.MILLISECONDS.sleep(50);
        }
    }

    private static String failure(MpiStage<double[], double[]> stage) {
        JavaRDD<double[]> result = stage.map();
        Throwable thrown = catchThrowable(result::collect);
        assertThat(thrown).isNotNull();
        System.out.println(thrown.getMessage());
        return thrown.getMessage();
    }

    /** The rank that is the cause is what Spark shows, on its page of the stage, too. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1 | throw | has failed: java.lang.IllegalStateException: row 17 is bad",
                "0 | throw | has failed: java.lang.IllegalStateException: row 17 is bad",
                "3 | abort | aborted with exit code 7",
                "0 | abort | aborted with exit code 7",
                "2 | exit  | has ended with exit code 3",
                "2 | kill  | has ended with exit code 137 (SIGKILL",
                "1 | crash | has ended with exit code 134 (SIGABRT: its JVM has crashed)",
                "1 | memory | has failed: java.lang.OutOfMemoryError",
                "1 | mpi   | MPI_ERR_RANK",
                "2 | print | has sent a damaged message: something else than frames"
            })
    void theCauseIsShown(int rank, String how, String text) throws IOException {
        String message =
                failure(
                        SparkCluster.stage(rows(), Ranks.Failing.class)
                                .args("" + rank, how)
                                .heap("64m"));
        assertThat(message)
                .contains("\nRank " + rank + " on host 127.0.0.1 ")
                .contains(text)
                .contains("this rank will fail now");
        assertThat(stagesPage()).contains("Rank " + rank + " on host 127.0.0.1");
    }

    /** Spark's own description of the stages, which its pages show. */
    private static String stagesPage() throws IOException {
        String url =
                spark.sc().uiWebUrl().get()
                        + "/api/v1/applications/"
                        + spark.sc().applicationId()
                        + "/stages?status=failed";
        try (InputStream page = URI.create(url).toURL().openStream()) {
            return new String(page.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void aCancelledJobEndsRanksInEndlessLoops() throws Exception {
        JavaFutureAction<List<double[]>> job = loop("cancel");
        job.cancel(true);
        await(() -> cluster.processes(RANK).isEmpty());
    }

    @Test
    void ranksEndWithTheirExecutor() throws Exception {
        JavaFutureAction<List<double[]>> job = loop("executor");
        cluster.processes("CoarseGrainedExecutorBackend ").get(0).destroyForcibly();
        Throwable thrown = catchThrowable(job::get);
        System.out.println(thrown);
        assertThat(thrown).hasStackTraceContaining("ExecutorLostFailure");
        await(() -> cluster.processes(RANK).isEmpty());
    }

    /** Starts a job whose rank 1 loops while the others wait for it; returns when all are there. */
    private static JavaFutureAction<List<double[]>> loop(String label) throws Exception {
        JavaFutureAction<List<double[]>> job =
                SparkCluster.stage(rows(), Ranks.Failing.class)
                        .args("1", "loop", label)
                        .map()
                        .collectAsync();
        for (int rank = 0; rank < SparkCluster.SLOTS; rank++) {
            String line = "[rank " + rank + "] has come with 1 loop " + label;
            await(() -> cluster.executorLogs().contains(line));
        }
        return job;
    }

    @Test
    void aRankThatNeverJoinsEndsTheStage() {
        String message =
                failure(
                        SparkCluster.stage(rows(), Ranks.NeverJoins.class)
                                .jvm("-Dranks.wait=1")
                                .timeout(Duration.ofSeconds(5)));
        assertThat(message).contains("has not come to MPI.Init within 5000 ms");
    }

    @Test
    void aStageBeforeAShuffleIsRunAgain() {
        JavaRDD<double[]> ones =
                SparkCluster.stage(rows(), Ranks.SecondTime.class)
                        .args(work.resolve("first").toString())
                        .map();
        assertThat(ones.repartition(2).map(row -> row[0]).collect())
                .containsOnly(1.0 * SparkCluster.SLOTS);
    }

    @Test
    void thirtyStagesLeaveNoThreadsOrFilesInExecutors() throws Exception {
        spark.parallelize(List.of(1, 2, 3, 4), 4).map(i -> i).collect();
        for (int i = 0; i < 30; i++) {
            SparkCluster.stage(rows(), Ranks.Sums.class).args("1").map().collect();
        }
        List<String> threads =
                spark.parallelize(List.of(1, 2, 3, 4), 4)
                        .flatMap(i ->
                                Thread.getAllStackTraces().keySet().stream()
                                        .map(Thread::getName)
                                        .toList()
                                        .iterator())
                        .collect();
        assertThat(threads).noneMatch(name -> name.startsWith("mpi-"));
        try (Stream<Path> files = Files.walk(cluster.work())) {
            // Spark's copy of mpi.jar stays, under its name in Maven's repository.
            assertThat(files.filter(Files::isDirectory))
                    .noneMatch(file -> file.getFileName().toString().startsWith("mpi-"));
        }
    }
}
