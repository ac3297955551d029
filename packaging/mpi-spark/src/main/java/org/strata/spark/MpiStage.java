package org.strata.spark;

import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.rdd.RDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.util.LongAccumulator;

import scala.reflect.ClassTag;
import scala.reflect.ClassTag$;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Runs an MPI program on the partitions of an RDD: one rank for each, all at once, in a barrier
 * stage of Spark's.
 *
 * <pre>{@code
 * JavaRDD<double[]> result =
 *         MpiStage.of(rows, MyRank.class).args("tol=1e-6").javaHome("/opt/jdk-25").heap("4g").map();
 * }</pre>
 *
 * <p>The number of a partition is its rank in {@code MPI.COMM_WORLD}. Each rank is a JVM of its
 * own, a child of the executor, with mpi.jar and the application's jars. When a rank fails, all
 * end, and the stage fails with a {@link MpiStageException}. Objects of this class are used by one
 * thread.
 *
 * @param <I> rows of the RDD
 * @param <O> rows of the result
 */
public final class MpiStage<I, O> {
    private static final Duration START = Duration.ofMinutes(2);

    private final RDD<I> rdd;
    private final String program;
    private final List<String> args = new ArrayList<>();
    private final List<String> options = new ArrayList<>();
    private final Map<String, String> parameters = new LinkedHashMap<>();
    private String javaHome;
    private String heap = "1g";
    private Duration timeout = START;

    private MpiStage(RDD<I> rdd, String program) {
        this.rdd = Objects.requireNonNull(rdd, "rdd");
        this.program = Objects.requireNonNull(program, "program");
    }

    /**
     * Makes a stage.
     *
     * @param rdd its partitions become ranks
     * @param program what they run
     * @throws IllegalArgumentException when no rank could make an object of the class
     */
    public static <I, O> MpiStage<I, O> of(
            JavaRDD<I> rdd, Class<? extends RankProgram<I, O>> program) {
        return of(rdd.rdd(), program);
    }

    /** As {@link #of(JavaRDD, Class)}, for Scala. */
    public static <I, O> MpiStage<I, O> of(RDD<I> rdd, Class<? extends RankProgram<I, O>> program) {
        ProgramCheck.run(program);
        return new MpiStage<>(rdd, program.getName());
    }

    /**
     * As {@link #of(JavaRDD, Class)}, for a driver that cannot load the program, because its Java
     * is older than the ranks'.
     *
     * @param program name of a class that implements {@link RankProgram}
     */
    public static <I, O> MpiStage<I, O> of(JavaRDD<I> rdd, String program) {
        return new MpiStage<>(rdd.rdd(), program);
    }

    /**
     * Makes a stage on the columns of a DataFrame: each rank gets one {@link Columns}.
     *
     * @throws IllegalArgumentException when a column is not numeric, or as above
     */
    public static <O> MpiStage<Columns, O> ofColumns(
            Dataset<Row> frame, Class<? extends RankProgram<Columns, O>> program) {
        return of(ColumnReader.read(frame), program);
    }

    /** As {@link #ofColumns(Dataset, Class)}, by the program's name. */
    public static <O> MpiStage<Columns, O> ofColumns(Dataset<Row> frame, String program) {
        return of(ColumnReader.read(frame), program);
    }

    /** Sets the arguments of {@link RankProgram#run}. */
    public MpiStage<I, O> args(String... words) {
        args.clear();
        args.addAll(List.of(words));
        return this;
    }

    /**
     * Sets where the ranks' JDK, 25 or newer, is on every worker; the default is the executor's.
     */
    public MpiStage<I, O> javaHome(String directory) {
        javaHome = directory;
        return this;
    }

    /**
     * Sets the largest heap of each rank, as {@code -Xmx} takes it; the default is 1g. It lies
     * outside of the executor's: {@code spark.executor.memoryOverhead} must have room for it.
     */
    public MpiStage<I, O> heap(String size) {
        StageChecks.bytes(size);
        heap = size;
        return this;
    }

    /** Adds options of the ranks' JVMs. */
    public MpiStage<I, O> jvm(String... words) {
        options.addAll(List.of(words));
        return this;
    }

    /** Sets an MCA parameter, such as {@code btl} or {@code oob_if_include}. */
    public MpiStage<I, O> mca(String name, String value) {
        parameters.put(name, value);
        return this;
    }

    /** Sets within which time every rank must have left MPI.Init; the default is two minutes. */
    public MpiStage<I, O> timeout(Duration duration) {
        if (duration.isNegative() || duration.isZero()) {
            throw new IllegalArgumentException(duration + " is no time in which a rank can start.");
        }
        timeout = duration;
        return this;
    }

    /**
     * Returns the RDD of all ranks' results, with the partitions of the first one. The ranks run
     * when Spark computes it: once for each time, unless it is cached.
     *
     * @throws IllegalStateException when the application's configuration does not let the stage run
     */
    public JavaRDD<O> map() {
        StageChecks.run(rdd, heap);
        StageSettings settings =
                new StageSettings(
                        program,
                        new ArrayList<>(args),
                        javaHome,
                        heap,
                        new ArrayList<>(options),
                        new LinkedHashMap<>(parameters),
                        timeout.toMillis());
        LongAccumulator progress = rdd.sparkContext().longAccumulator("MPI progress");
        ClassTag<O> any = anyClass();
        RDD<O> result =
                rdd.barrier().mapPartitions(new RankTask<I, O>(settings, progress), false, any);
        result.setName("MpiStage " + program.substring(program.lastIndexOf('.') + 1));
        return new JavaRDD<>(result, any);
    }

    @SuppressWarnings("unchecked") // As Spark's Java API does: at run time every row is an object.
    private static <O> ClassTag<O> anyClass() {
        return (ClassTag<O>) ClassTag$.MODULE$.AnyRef();
    }
}
