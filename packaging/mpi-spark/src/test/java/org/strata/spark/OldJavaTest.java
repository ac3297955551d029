package org.strata.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A cluster whose executors run Java 17, and ranks on this JVM's Java. */
class OldJavaTest {
    private static final Path OLD = Path.of("/usr/lib/jvm/java-17-openjdk-amd64");

    @TempDir static Path work;
    private static SparkCluster cluster;
    private static JavaSparkContext spark;

    @BeforeAll
    static void start() throws Exception {
        Assumptions.assumeTrue(Files.isExecutable(OLD.resolve("bin/java")), "there is no Java 17");
        cluster = new SparkCluster(work, OLD.toString());
        spark = cluster.connect();
    }

    @AfterAll
    static void stop() {
        if (spark != null) {
            spark.close();
            cluster.close();
        }
    }

    private static JavaRDD<double[]> rows() {
        return spark.parallelize(List.of(new double[] {1}, new double[] {2}), 2);
    }

    @Test
    void ranksRunOnAJavaOfTheirOwn() {
        String version = rows().map(row -> System.getProperty("java.version")).first();
        assertThat(version).startsWith("17");
        String home = SparkCluster.rankJava();
        assertThat(MpiStage.of(rows(), Ranks.Sums.class).args("1").javaHome(home).map().collect())
                .containsExactly(new double[] {0, 2, 3}, new double[] {1, 2, 3});
    }

    @Test
    void aMissingJavaIsNamed() {
        Throwable thrown =
                catchThrowable(
                        () -> MpiStage.of(rows(), Ranks.Sums.class).args("1").map().collect());
        assertThat(thrown)
                .hasMessageContaining("was not started: " + OLD)
                .hasMessageContaining("has Java 17, and ranks need 25 or newer");
    }
}
