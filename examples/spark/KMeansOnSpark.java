import mpi.MPI;
import mpi.MPIException;

import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.mllib.clustering.KMeans;
import org.apache.spark.mllib.clustering.KMeansModel;
import org.apache.spark.mllib.linalg.Vector;
import org.apache.spark.mllib.linalg.Vectors;
import org.strata.spark.MpiStage;
import org.strata.spark.RankProgram;
import org.strata.spark.StageProgress;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;

/**
 * Lloyd's k-means on an RDD: by MLlib, then by MPI ranks in a stage of the same application, from
 * the same first centres and with the same number of rounds. The centres must be the same.
 *
 * <p>Shows: MpiStage, one allReduce per round instead of one Spark job per round. Class Rank runs
 * under mpirun, too.
 *
 * <pre>spark-submit --class KMeansOnSpark --jars mpi.jar,mpi-spark.jar kmeans.jar 4 100000 20</pre>
 */
public final class KMeansOnSpark {
    private static final String USAGE =
            "Usage: KMeansOnSpark RANKS POINTS_PER_RANK ROUNDS [JAVA_HOME_OF_RANKS]";

    private static final int CENTRES = 8;
    private static final int DIMENSIONS = 16;
    private static final double TOLERANCE = 1e-9;

    private KMeansOnSpark() {}

    public static void main(String[] args) {
        if (args.length < 3) {
            System.err.println(USAGE);
            System.exit(2);
        }
        int ranks = Integer.parseInt(args[0]);
        int points = Integer.parseInt(args[1]);
        int rounds = Integer.parseInt(args[2]);
        try (JavaSparkContext spark = new JavaSparkContext(new SparkConf().setAppName("k-means"))) {
            String home = args.length > 3 ? args[3] : null;
            double difference = compare(spark, ranks, points, rounds, home);
            System.out.printf("Largest difference of the centres: %.1e%n", difference);
            System.out.println("As it should be: " + (difference < TOLERANCE));
            if (difference >= TOLERANCE) {
                throw new IllegalStateException("MLlib and MPI differ");
            }
        }
    }

    /** Runs both, prints their times, and returns the largest difference of a coordinate. */
    public static double compare(
            JavaSparkContext spark, int ranks, int points, int rounds, String javaHome) {
        List<Integer> parts = new ArrayList<>();
        for (int rank = 0; rank < ranks; rank++) {
            parts.add(rank);
        }
        // A row is all points of a partition, in one array.
        JavaRDD<double[]> blocks =
                spark.parallelize(parts, ranks).map(rank -> Rank.block(rank, points)).cache();
        blocks.count();
        double[] first = Arrays.copyOf(Rank.block(0, CENTRES), CENTRES * DIMENSIONS);

        long start = System.nanoTime();
        double[] byMllib = mllib(blocks, first, rounds);
        System.out.printf("MLlib: %.2f s%n", (System.nanoTime() - start) / 1e9);

        start = System.nanoTime();
        List<double[]> byRank =
                MpiStage.of(blocks, Rank.class)
                        .args("" + rounds, Rank.text(first))
                        .javaHome(javaHome)
                        .map()
                        .collect();
        System.out.printf("MPI:   %.2f s%n", (System.nanoTime() - start) / 1e9);

        double largest = 0;
        for (double[] centres : byRank) {
            for (int i = 0; i < byMllib.length; i++) {
                largest = Math.max(largest, Math.abs(centres[i] - byMllib[i]));
            }
        }
        return largest;
    }

    private static double[] mllib(JavaRDD<double[]> blocks, double[] first, int rounds) {
        JavaRDD<Vector> vectors = blocks.flatMap(block -> vectors(block).iterator()).cache();
        Vector[] centres = vectors(first).toArray(Vector[]::new);
        KMeansModel model =
                new KMeans()
                        .setK(CENTRES)
                        .setInitialModel(new KMeansModel(centres))
                        .setMaxIterations(rounds)
                        .setEpsilon(0)
                        .run(vectors.rdd());
        double[] result = new double[first.length];
        for (int i = 0; i < CENTRES; i++) {
            double[] centre = model.clusterCenters()[i].toArray();
            System.arraycopy(centre, 0, result, i * DIMENSIONS, DIMENSIONS);
        }
        return result;
    }

    private static List<Vector> vectors(double[] block) {
        List<Vector> vectors = new ArrayList<>();
        for (int i = 0; i < block.length; i += DIMENSIONS) {
            vectors.add(Vectors.dense(Arrays.copyOfRange(block, i, i + DIMENSIONS)));
        }
        return vectors;
    }

    /** The kernel: each rank assigns its points, and all add up what each centre has got. */
    public static final class Rank implements RankProgram<double[], double[]> {
        @Override
        public Iterator<double[]> run(Iterator<double[]> rows, String[] args) throws MPIException {
            double[] points = rows.next();
            double[] centres =
                    Arrays.stream(args[1].split(" ")).mapToDouble(Double::parseDouble).toArray();
            int rounds = Integer.parseInt(args[0]);
            double[] sums = new double[CENTRES * (DIMENSIONS + 1)];
            for (int round = 0; round < rounds; round++) {
                Arrays.fill(sums, 0);
                assign(points, centres, sums);
                MPI.COMM_WORLD.allReduce(sums, sums.length, MPI.DOUBLE, MPI.SUM);
                move(centres, sums);
                StageProgress.add(1);
            }
            return List.of(centres).iterator();
        }

        private static void assign(double[] points, double[] centres, double[] sums) {
            for (int at = 0; at < points.length; at += DIMENSIONS) {
                int best = 0;
                double least = Double.MAX_VALUE;
                for (int centre = 0; centre < CENTRES; centre++) {
                    double distance = 0;
                    for (int i = 0; i < DIMENSIONS; i++) {
                        double d = points[at + i] - centres[centre * DIMENSIONS + i];
                        distance += d * d;
                    }
                    if (distance < least) {
                        least = distance;
                        best = centre;
                    }
                }
                int row = best * (DIMENSIONS + 1);
                for (int i = 0; i < DIMENSIONS; i++) {
                    sums[row + i] += points[at + i];
                }
                sums[row + DIMENSIONS]++;
            }
        }

        private static void move(double[] centres, double[] sums) {
            for (int centre = 0; centre < CENTRES; centre++) {
                int row = centre * (DIMENSIONS + 1);
                double count = sums[row + DIMENSIONS];
                for (int i = 0; i < DIMENSIONS && count > 0; i++) {
                    centres[centre * DIMENSIONS + i] = sums[row + i] / count;
                }
            }
        }

        static String text(double[] values) {
            return Arrays.stream(values)
                    .mapToObj(Double::toString)
                    .collect(Collectors.joining(" "));
        }

        /** Points around CENTRES corners; the same for a rank whoever asks. */
        static double[] block(int rank, int points) {
            Random random = new Random(rank);
            double[] block = new double[points * DIMENSIONS];
            for (int point = 0; point < points; point++) {
                int corner = point % CENTRES;
                for (int i = 0; i < DIMENSIONS; i++) {
                    double middle = (corner >> i % 3 & 1) * 4 + i % 5;
                    block[point * DIMENSIONS + i] = middle + random.nextGaussian();
                }
            }
            return block;
        }

        /** The same class without Spark: mpirun -np 4 java … 'KMeansOnSpark$Rank' POINTS ROUNDS. */
        public static void main(String[] args) throws MPIException {
            MPI.Init(args);
            double[] points = block(MPI.COMM_WORLD.getRank(), Integer.parseInt(args[0]));
            String first = text(Arrays.copyOf(block(0, CENTRES), CENTRES * DIMENSIONS));
            String[] words = {args[1], first};
            double[] centres = new Rank().run(List.of(points).iterator(), words).next();
            if (MPI.COMM_WORLD.getRank() == 0) {
                System.out.println(
                        "First centre: " + Arrays.toString(Arrays.copyOf(centres, DIMENSIONS)));
            }
            MPI.Finalize();
        }
    }
}
