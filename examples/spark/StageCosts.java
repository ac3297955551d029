import mpi.MPI;
import mpi.MPIException;

import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.strata.spark.MpiStage;
import org.strata.spark.RankProgram;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;

/**
 * What a stage of MPI ranks costs on a cluster, beside Spark's own reductions: from how many rounds
 * of collectives on it pays there.
 *
 * <p>Shows: the fixed price of a stage, MPI's allReduce, treeReduce with a broadcast, and how fast
 * long arrays get into ranks and out. Class Rank runs under mpirun, too.
 *
 * <pre>spark-submit --class StageCosts --jars mpi.jar,mpi-spark.jar kmeans.jar 4</pre>
 */
public final class StageCosts {
    private static final int STAGES = 7;
    private static final int ROUNDS = 8;
    private static final int ARRAY = 100_000_000 / Double.BYTES;
    private static final int ARRAYS = 5;

    private StageCosts() {}

    public static void main(String[] args) {
        if (args.length < 1) {
            System.err.println("Usage: StageCosts RANKS [JAVA_HOME_OF_RANKS]");
            System.exit(2);
        }
        int ranks = Integer.parseInt(args[0]);
        String home = args.length > 1 ? args[1] : null;
        SparkConf conf = new SparkConf().setAppName("stage costs");
        try (JavaSparkContext spark = new JavaSparkContext(conf)) {
            spark.setLogLevel("WARN");
            JavaRDD<Integer> parts = spark.parallelize(Collections.nCopies(ranks, 0), ranks);
            double stage = stages(parts, home);
            double[] reductions = reductions(parts, home);
            for (int i = 0; i < Rank.LENGTHS.length; i++) {
                compare(parts, Rank.LENGTHS[i], stage, reductions[i]);
            }
            arrays(spark, home);
        }
    }

    /** Times stages in which ranks do nothing, the first of them apart; returns the median. */
    private static double stages(JavaRDD<Integer> parts, String home) {
        double[] seconds = new double[STAGES];
        for (int i = -1; i < STAGES; i++) {
            long start = System.nanoTime();
            MpiStage.of(parts, Nothing.class).javaHome(home).map().collect();
            double time = (System.nanoTime() - start) / 1e9;
            if (i < 0) {
                System.out.printf("A stage with nothing in it, the first: %.2f s%n", time);
            } else {
                seconds[i] = time;
            }
        }
        Arrays.sort(seconds);
        System.out.printf(
                "A stage with nothing in it, warm: %.2f s (%.2f to %.2f)%n",
                seconds[STAGES / 2], seconds[0], seconds[STAGES - 1]);
        return seconds[STAGES / 2];
    }

    private static double[] reductions(JavaRDD<Integer> parts, String home) {
        return MpiStage.of(parts, Rank.class).javaHome(home).map().collect().get(0);
    }

    /** Prints both ways' time per round, and the number of rounds for which they are equal. */
    private static void compare(JavaRDD<Integer> parts, int length, double stage, double byMpi) {
        double bySpark = sparkRound(parts, length);
        System.out.printf(
                "%,d doubles: allReduce %.3f ms, treeReduce and broadcast %.0f ms: MPI pays from"
                        + " %.0f rounds on%n",
                length, byMpi * 1e3, bySpark * 1e3, Math.ceil(stage / (bySpark - byMpi)));
    }

    /** Each round: all partitions make an array, Spark adds them up and gives all the sum. */
    private static double sparkRound(JavaRDD<Integer> parts, int length) {
        JavaSparkContext spark = JavaSparkContext.fromSparkContext(parts.context());
        double[] times = new double[ROUNDS];
        Broadcast<double[]> sum = spark.broadcast(new double[length]);
        for (int round = 0; round < ROUNDS; round++) {
            Broadcast<double[]> before = sum;
            long start = System.nanoTime();
            double[] next =
                    parts.map(part -> plus(new double[length], before.value()))
                            .treeReduce(StageCosts::plus);
            sum = spark.broadcast(next);
            times[round] = (System.nanoTime() - start) / 1e9;
            before.destroy();
        }
        Arrays.sort(times);
        return times[ROUNDS / 2];
    }

    private static double[] plus(double[] a, double[] b) {
        for (int i = 0; i < a.length; i++) {
            a[i] += b[i] + 1;
        }
        return a;
    }

    /** One rank gets arrays of 100 MB and returns them; prints the times of each. */
    private static void arrays(JavaSparkContext spark, String home) {
        JavaRDD<Object> rows =
                spark.parallelize(List.of(0), 1)
                        .flatMap(part ->
                                Collections.<Object>nCopies(ARRAYS, new double[ARRAY]).iterator());
        List<Double> times =
                MpiStage.of(rows, Through.class)
                        .javaHome(home)
                        .map()
                        .mapPartitions(StageCosts::arrived)
                        .collect();
        for (int i = 0; i < times.size(); i += 2) {
            System.out.printf(
                    "100 MB of doubles: into the rank %.3f s, out of it %.3f s%n",
                    times.get(i), times.get(i + 1));
        }
    }

    /** Rows are the time into the rank, the clock (one for all processes of a host), the array. */
    private static Iterator<Double> arrived(Iterator<Object> rows) {
        List<Double> times = new ArrayList<>();
        while (rows.hasNext()) {
            times.add((Double) rows.next());
            long start = (Long) rows.next();
            if (((double[]) rows.next()).length != ARRAY) {
                throw new IllegalStateException("another array");
            }
            times.add((System.nanoTime() - start) / 1e9);
        }
        return times.iterator();
    }

    /** A program that does nothing. */
    public static final class Nothing implements RankProgram<Integer, Integer> {
        @Override
        public Iterator<Integer> run(Iterator<Integer> rows, String[] args) {
            return Collections.emptyIterator();
        }
    }

    /** Returns each array with the times of its way. */
    public static final class Through implements RankProgram<Object, Object> {
        @Override
        public Iterator<Object> run(Iterator<Object> rows, String[] args) {
            return new Iterator<>() {
                private int at;
                private Object array;

                @Override
                public boolean hasNext() {
                    return at > 0 || rows.hasNext();
                }

                @Override
                public Object next() {
                    at = (at + 1) % 3;
                    if (at == 1) {
                        long start = System.nanoTime();
                        array = rows.next();
                        return (System.nanoTime() - start) / 1e9;
                    }
                    return at == 2 ? (Object) System.nanoTime() : array;
                }
            };
        }
    }

    /** Times allReduce, inside a stage or under mpirun. */
    public static final class Rank implements RankProgram<Integer, double[]> {
        static final int[] LENGTHS = {1, 1_000, 250_000};
        private static final int[] CALLS = {20_000, 4_000, 100};
        private static final int PARTS = 10;

        @Override
        public Iterator<double[]> run(Iterator<Integer> rows, String[] args) throws MPIException {
            double[] best = new double[LENGTHS.length];
            for (int i = 0; i < LENGTHS.length; i++) {
                best[i] = best(LENGTHS[i], CALLS[i]);
            }
            return List.of(best).iterator();
        }

        /** Returns the seconds of a call, as the median of some series behind as many others. */
        private static double best(int length, int calls) throws MPIException {
            double[] values = new double[length];
            double[] times = new double[2 * PARTS];
            int each = calls / PARTS;
            for (int part = 0; part < times.length; part++) {
                MPI.COMM_WORLD.barrier();
                double start = MPI.wtime();
                for (int i = 0; i < each; i++) {
                    MPI.COMM_WORLD.allReduce(values, length, MPI.DOUBLE, MPI.MAX);
                }
                times[part] = (MPI.wtime() - start) / each;
            }
            Arrays.sort(times, PARTS, times.length);
            return times[PARTS + PARTS / 2];
        }

        /** The same class without Spark: mpirun -np 4 java … 'StageCosts$Rank'. */
        public static void main(String[] args) throws MPIException {
            MPI.Init(args);
            double[] best = new Rank().run(Collections.emptyIterator(), args).next();
            for (int i = 0; i < best.length && MPI.COMM_WORLD.getRank() == 0; i++) {
                System.out.printf("%,d doubles: allReduce %.3f ms%n", LENGTHS[i], best[i] * 1e3);
            }
            MPI.Finalize();
        }
    }
}
