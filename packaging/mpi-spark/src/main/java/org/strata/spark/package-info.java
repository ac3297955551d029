/**
 * MPI inside Spark's barrier stages: each partition of an RDD is given to one rank of an MPI job,
 * which runs in a JVM of its own beside the executor. {@link org.strata.spark.MpiStage} is where
 * users begin.
 *
 * <p>Two kinds of JVMs use these classes. Drivers and executors run Java 17 or newer and have
 * Spark; ranks run Java 25 or newer and have mpi.jar, but no Spark: {@code RankMain}, {@code
 * TaskPipe}, {@code PipeLauncher} and {@code RankRows} are theirs. A task and its rank speak by
 * {@code Frame}s over the rank's stdin and stdout. The rank asks and the task answers, so that one
 * thread of the executor serves it, in which Spark's iterators may be used, and neither waits for
 * the other.
 */
package org.strata.spark;
