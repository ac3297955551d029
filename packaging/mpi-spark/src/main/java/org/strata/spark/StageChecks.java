package org.strata.spark;

import org.apache.spark.SparkConf;
import org.apache.spark.SparkContext;
import org.apache.spark.rdd.RDD;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What can be known before the stage: without it Spark retries for ten minutes, or kills ranks. */
final class StageChecks {
    private static final Logger LOG = LoggerFactory.getLogger(StageChecks.class);

    private static final Pattern SIZE = Pattern.compile("([0-9]+)([kKmMgGtT]?)[bB]?");
    private static final String UNITS = "kmgt";
    private static final int STEP = 10;
    private static final long MIB = 1 << 20;

    /** What a JVM takes beside its heap: code, classes, stacks, buffers. */
    private static final long BESIDE_HEAP = 256 * MIB;

    private static final long LEAST_OVERHEAD = 384 * MIB;
    private static final double OVERHEAD_SHARE = 0.1;
    private static final long POLL_MILLIS = 100;

    private StageChecks() {}

    static void run(RDD<?> rdd, String heap) {
        SparkContext context = rdd.sparkContext();
        SparkConf conf = context.getConf();
        if (conf.getBoolean("spark.dynamicAllocation.enabled", false)) {
            throw new IllegalStateException(
                    "MpiStage needs all of its executors at once, and Spark runs no barrier stage"
                            + " with dynamic allocation: set spark.dynamicAllocation.enabled=false"
                            + " and spark.executor.instances.");
        }
        String warning = memoryWarning(conf, context.master(), heap);
        if (!warning.isEmpty()) {
            LOG.warn(warning);
        }
        awaitSlots(context, rdd.getNumPartitions(), conf);
    }

    /** Executors register one after the other. */
    private static void awaitSlots(SparkContext context, int partitions, SparkConf conf) {
        long seconds =
                conf.getTimeAsSeconds("spark.scheduler.maxRegisteredResourcesWaitingTime", "30s");
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        int slots = slots(context);
        while (slots < partitions && System.nanoTime() < end && !Thread.interrupted()) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(POLL_MILLIS));
            slots = slots(context);
        }
        if (slots < partitions) {
            throw new IllegalStateException(
                    "MpiStage runs all "
                            + partitions
                            + " partitions at once, each in a slot, and the executors have "
                            + slots
                            + " slots (cores by spark.task.cpus): repartition("
                            + Math.max(1, slots)
                            + ") the RDD, or start more executors.");
        }
    }

    private static int slots(SparkContext context) {
        try {
            return context.maxNumConcurrentTasks(
                    context.resourceProfileManager().defaultResourceProfile());
        } catch (LinkageError e) {
            // Not part of Spark's public API: then Spark's own check decides, which takes longer.
            LOG.debug("no count of slots", e);
            return Integer.MAX_VALUE;
        }
    }

    /**
     * Returns a warning when ranks do not fit into the executors' containers, else "".
     *
     * @param master where the application runs: only YARN and Kubernetes have containers, but who
     *     sets the overhead counts on it
     */
    static String memoryWarning(SparkConf conf, String master, String heap) {
        boolean contained = master.startsWith("yarn") || master.startsWith("k8s");
        if (!contained && !conf.contains("spark.executor.memoryOverhead")) {
            return "";
        }
        long executor = bytes(conf.get("spark.executor.memory", "1g"), MIB);
        double share = conf.getDouble("spark.executor.memoryOverheadFactor", OVERHEAD_SHARE);
        long standard = Math.max(LEAST_OVERHEAD, (long) (share * executor));
        long overhead =
                conf.contains("spark.executor.memoryOverhead")
                        ? bytes(conf.get("spark.executor.memoryOverhead"), MIB)
                        : standard;
        int cores = conf.getInt("spark.executor.cores", 1);
        int slots = Math.max(1, cores / conf.getInt("spark.task.cpus", 1));
        long needed = slots * (bytes(heap) + BESIDE_HEAP) + LEAST_OVERHEAD;
        if (needed <= overhead) {
            return "";
        }
        return String.format(
                Locale.ROOT,
                "An executor has up to %d ranks, each with a heap of %s and %dm beside it, and"
                    + " spark.executor.memoryOverhead is %dm: YARN and Kubernetes would kill the"
                    + " container. Set spark.executor.memoryOverhead=%dm, or a smaller heap().",
                slots,
                heap,
                BESIDE_HEAP / MIB,
                overhead / MIB,
                needed / MIB);
    }

    /** Returns the bytes of a size such as 512m; without a unit it is in bytes. */
    static long bytes(String size) {
        return bytes(size, 1);
    }

    private static long bytes(String size, long unit) {
        Matcher matcher = SIZE.matcher(size.strip());
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    "\"" + size + "\" is no size of memory, such as 512m or 4g.");
        }
        String letter = matcher.group(2).toLowerCase(Locale.ROOT);
        long factor = letter.isEmpty() ? unit : 1L << (STEP * (UNITS.indexOf(letter) + 1));
        return Math.multiplyExact(Long.parseLong(matcher.group(1)), factor);
    }
}
