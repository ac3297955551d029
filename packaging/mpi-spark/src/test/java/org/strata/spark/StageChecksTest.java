package org.strata.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;

/** What is refused before a rank starts, each by a sentence. */
class StageChecksTest {
    @TempDir Path directory;
    private JavaSparkContext spark;

    private JavaSparkContext local(String... settings) {
        SparkConf conf =
                new SparkConf(false)
                        .setMaster("local[2]")
                        .setAppName("checks")
                        .set("spark.ui.enabled", "false")
                        .set("spark.driver.host", "127.0.0.1")
                        .set("spark.driver.bindAddress", "127.0.0.1")
                        .set("spark.scheduler.maxRegisteredResourcesWaitingTime", "1s");
        for (int i = 0; i < settings.length; i += 2) {
            conf.set(settings[i], settings[i + 1]);
        }
        spark = new JavaSparkContext(conf);
        return spark;
    }

    @AfterEach
    void stop() {
        if (spark != null) {
            spark.close();
        }
    }

    @Test
    void fewerSlotsThanPartitions() {
        JavaRDD<double[]> rdd = local().parallelize(List.of(new double[1]), 3);
        assertThatThrownBy(() -> MpiStage.of(rdd, Ranks.Sums.class).map())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("all 3 partitions at once")
                .hasMessageContaining("have 2 slots")
                .hasMessageContaining("repartition(2) the RDD");
    }

    @Test
    void dynamicAllocation() {
        JavaRDD<double[]> rdd =
                local("spark.dynamicAllocation.enabled", "true")
                        .parallelize(List.of(new double[1]), 1);
        assertThatThrownBy(() -> MpiStage.of(rdd, Ranks.Sums.class).map())
                .hasMessageContaining("spark.dynamicAllocation.enabled=false");
    }

    @Test
    void aJdkThatIsTooOldOrAbsent() throws IOException {
        Path home = Files.createDirectories(directory.resolve("jdk-17/bin")).getParent();
        Path java = Files.createFile(home.resolve("bin/java"));
        assertThat(java.toFile().setExecutable(true)).isTrue();
        Files.writeString(home.resolve("release"), "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"17.0.2\"\n");
        JavaRDD<double[]> rdd = local().parallelize(List.of(new double[1]), 1);
        assertThatThrownBy(() ->
                        MpiStage.of(rdd, Ranks.Sums.class).javaHome("" + home).map().collect())
                .hasMessageContaining("Rank 0 on host ")
                .hasMessageContaining(
                        "was not started: " + home + " has Java 17, and ranks need 25");
        assertThatThrownBy(() ->
                        MpiStage.of(rdd, Ranks.Sums.class).javaHome("/no/jdk").map().collect())
                .hasMessageContaining("there is no /no/jdk/bin/java");
    }

    @Test
    void aProgramThatNobodyHas() {
        JavaRDD<double[]> rdd = local().parallelize(List.of(new double[1]), 1);
        assertThatThrownBy(() ->
                        MpiStage.of(rdd, "org.example.Absent")
                                .javaHome(SparkCluster.rankJava())
                                .map()
                                .collect())
                .hasMessageContaining("class org.example.Absent is in no jar on the executor");
    }

    /** A name is all that a driver on an older Java has. */
    @Test
    void namesOfClassesThatAreNoPrograms() {
        JavaRDD<double[]> rdd = local().parallelize(List.of(new double[1]), 1);
        assertThat(failure(rdd, WithParameter.class))
                .contains("Rank 0 on host ")
                .contains("WithParameter, which has no constructor without parameters: make it");
        assertThat(failure(rdd, Ranks.class))
                .contains("Class org.strata.spark.Ranks does not implement org.strata.spark.Rank");
    }

    private static String failure(JavaRDD<double[]> rdd, Class<?> program) {
        Throwable thrown =
                catchThrowable(() ->
                        MpiStage.of(rdd, program.getName())
                                .javaHome(SparkCluster.rankJava())
                                .map()
                                .collect());
        assertThat(thrown).isNotNull();
        return thrown.getMessage();
    }

    @Test
    void aPartitionThatIsNull() {
        JavaRDD<double[]> rdd =
                local().parallelize(List.of(new double[1]), 1).mapPartitions(rows -> null);
        assertThatThrownBy(
                        () -> SparkCluster.stage(rdd, Ranks.Sums.class).args("1").map().collect())
                .hasMessageContaining("Rank 0 on host ")
                .hasMessageContaining("was not started: its partition is null: a function")
                .hasMessageContaining("should return an empty one");
    }

    /** In both directions; arrays, numbers and strings are not asked. */
    @Test
    void rowsThatAreNotSerializable() {
        JavaRDD<Object> rdd = local().parallelize(List.of("text"), 1).map(row -> new Object());
        assertThatThrownBy(() -> SparkCluster.stage(rdd, Ranks.Echo.class).map().collect())
                .hasMessageContaining("Rank 0 on host ")
                .hasMessageContaining("cannot be given its rows: a row of class java.lang.Object")
                .hasMessageContaining("does not implement java.io.Serializable; let it, or map");
        JavaRDD<Object> texts = spark.parallelize(List.of("text"), 1).map(row -> row);
        assertThatThrownBy(() -> SparkCluster.stage(texts, Ranks.NewObjects.class).map().collect())
                .hasMessageContaining("has failed: java.io.IOException: a row of class")
                .hasMessageContaining("does not implement java.io.Serializable");
    }

    @Test
    void whatTheJvmOrMpiRefuses() {
        JavaRDD<double[]> rdd = local().parallelize(List.of(new double[1]), 1);
        MpiStage<double[], double[]> stage = SparkCluster.stage(rdd, Ranks.Sums.class).args("1");
        assertThatThrownBy(() -> stage.jvm("-XX:+NoSuchOption").map().collect())
                .hasMessageContaining("has ended with exit code 1")
                .hasMessageContaining("Unrecognized VM option 'NoSuchOption'");
        assertThatThrownBy(() ->
                        SparkCluster.stage(rdd, Ranks.Sums.class)
                                .args("1")
                                .mca("btl", "absent")
                                .map()
                                .collect())
                .hasMessageContaining("Rank 0 on host ")
                .hasMessageContaining("absent");
        assertThatThrownBy(() -> stage.timeout(Duration.ZERO))
                .hasMessageContaining("PT0S is no time in which a rank can start");
    }

    /** What Spark computes for the ranks fails as it does without them. */
    @Test
    void aPartitionThatCannotBeComputed() {
        JavaRDD<double[]> rdd =
                local().parallelize(List.of(0), 1).map(row -> new double[] {1 / row});
        assertThatThrownBy(
                        () -> SparkCluster.stage(rdd, Ranks.Sums.class).args("1").map().collect())
                .hasMessageContaining("ArithmeticException");
    }

    /** No rank could make its objects. */
    @Test
    void programsThatNeedAnObject() {
        JavaRDD<double[]> rdd = local().parallelize(List.of(new double[1]), 1);
        RankProgram<double[], double[]> lambda = (rows, args) -> rows;
        assertThatThrownBy(() -> MpiStage.of(rdd, type(lambda)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is a lambda");
        assertThatThrownBy(() -> MpiStage.of(rdd, Inner.class))
                .hasMessageContaining("belongs to objects of " + StageChecksTest.class.getName());
        assertThatThrownBy(() -> MpiStage.of(rdd, WithParameter.class))
                .hasMessageContaining("has no constructor without parameters");
    }

    @SuppressWarnings("unchecked") // The class of the object.
    private static Class<RankProgram<double[], double[]>> type(
            RankProgram<double[], double[]> program) {
        return (Class<RankProgram<double[], double[]>>) program.getClass();
    }

    private final class Inner implements RankProgram<double[], double[]> {
        @Override
        public Iterator<double[]> run(Iterator<double[]> rows, String[] args) {
            return rows;
        }
    }

    @SuppressWarnings("UnusedMethod") // Its constructor is looked for.
    private static final class WithParameter implements RankProgram<double[], double[]> {
        private final double factor;

        WithParameter(double factor) {
            this.factor = factor;
        }

        @Override
        public Iterator<double[]> run(Iterator<double[]> rows, String[] args) {
            return List.of(new double[] {factor}).iterator();
        }
    }

    @Test
    void columnsThatAreNoNumbers() {
        local();
        SparkSession session = SparkSession.builder().getOrCreate();
        Dataset<Row> frame = session.range(3).selectExpr("id", "string(id) as name");
        assertThatThrownBy(() -> MpiStage.ofColumns(frame, Ranks.Products.class))
                .hasMessageContaining("Column \"name\" is of type string");
        Dataset<Row> nulls = session.range(1).selectExpr("double(null) as x", "id as n");
        assertThatThrownBy(() ->
                        MpiStage.ofColumns(nulls, Ranks.Products.class)
                                .javaHome(SparkCluster.rankJava())
                                .map()
                                .collect())
                .hasMessageContaining("Column \"x\" has a null");
    }

    @Test
    void heapsThatAContainerHasNoRoomFor() {
        SparkConf conf =
                new SparkConf(false)
                        .set("spark.executor.memory", "8g")
                        .set("spark.executor.cores", "4")
                        .set("spark.task.cpus", "2");
        assertThat(StageChecks.memoryWarning(conf, "yarn", "2g"))
                .contains("up to 2 ranks, each with a heap of 2g")
                .contains("memoryOverhead is 819m")
                .contains("Set spark.executor.memoryOverhead=4992m");
        assertThat(StageChecks.memoryWarning(conf, "spark://h:1", "2g")).isEmpty();
        conf.set("spark.executor.memoryOverhead", "4992");
        assertThat(StageChecks.memoryWarning(conf, "k8s://h", "2g")).isEmpty();
        assertThat(StageChecks.memoryWarning(conf, "spark://h:1", "3g")).isNotEmpty();
    }

    @Test
    void sizesThatAreNone() {
        assertThat(StageChecks.bytes("64k")).isEqualTo(1 << 16);
        assertThatThrownBy(() -> StageChecks.bytes("much"))
                .hasMessageContaining("\"much\" is no size of memory");
    }
}
