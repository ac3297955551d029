package org.strata.spark;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** Stages that succeed, on a real cluster. */
class MpiStageTest {
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

    @Test
    void ranksExchangeWhatPartitionsHave() throws Exception {
        List<double[]> rows = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            rows.add(new double[] {i, 1});
        }
        JavaRDD<double[]> rdd = spark.parallelize(rows, SparkCluster.SLOTS);
        List<double[]> result = SparkCluster.stage(rdd, Ranks.Sums.class).args("2").map().collect();
        assertThat(result)
                .containsExactly(
                        new double[] {0, 4, 45, 10},
                        new double[] {1, 4, 45, 10},
                        new double[] {2, 4, 45, 10},
                        new double[] {3, 4, 45, 10});
        assertThat(cluster.executorLogs())
                .contains("[rank 0] sums are ready")
                .contains("[rank 3] sums are ready");
    }

    @Test
    void rowsOfAllKindsComeBackAsTheyWere() {
        List<Object> rows =
                Arrays.asList(
                        new double[] {1.5, Double.NaN},
                        new long[] {Long.MIN_VALUE},
                        new int[0],
                        "Zürich",
                        null,
                        7,
                        1L << 40,
                        -0.0,
                        new Ranks.Point(3, List.of("a", "b")),
                        new byte[3_000_000],
                        new float[] {1e-30f},
                        new short[] {-1});
        JavaRDD<Object> rdd = spark.parallelize(rows, 2);
        Object[] result = SparkCluster.stage(rdd, Ranks.Echo.class).map().collect().toArray();
        assertThat(Arrays.deepEquals(result, rows.toArray()))
                .as(Arrays.deepToString(result).substring(0, 100))
                .isTrue();
    }

    /** More than any pipe holds, in both directions at once. */
    @Test
    void longPartitionsPassThrough() {
        JavaRDD<Object> rdd =
                spark.parallelize(Collections.nCopies(20, 0), 2)
                        .map(i -> new double[100_000 + i * 1000]);
        assertThat(
                        SparkCluster.stage(rdd, Ranks.Echo.class)
                                .map()
                                .map(row -> ((double[]) row).length)
                                .collect())
                .hasSize(20)
                .containsOnly(100_000);
    }

    /** Six rounds from the same centres: the same result, as the example's user sees it. */
    @Test
    void theExampleAgreesWithMllib() throws ReflectiveOperationException {
        Object difference =
                Class.forName("KMeansOnSpark")
                        .getMethod(
                                "compare",
                                JavaSparkContext.class,
                                int.class,
                                int.class,
                                int.class,
                                String.class)
                        .invoke(null, spark, SparkCluster.SLOTS, 2000, 6, SparkCluster.rankJava());
        assertThat((Double) difference).isLessThan(1e-9);
    }

    @Test
    void columnsOfADataFrameAreArrays() {
        SparkSession session = SparkSession.builder().getOrCreate();
        Dataset<Row> frame = session.range(0, 5000, 1, 3).selectExpr("id * 0.5D as x", "id as n");
        List<Double> sums =
                MpiStage.ofColumns(frame, Ranks.Products.class)
                        .javaHome(SparkCluster.rankJava())
                        .map()
                        .collect();
        double sum = 0;
        for (int i = 0; i < 5000; i++) {
            sum += 0.5 * i * i;
        }
        assertThat(sums).containsExactly(sum, sum, sum);
    }
}
