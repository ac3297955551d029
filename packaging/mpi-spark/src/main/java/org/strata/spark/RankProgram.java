package org.strata.spark;

import java.util.Iterator;

/**
 * What every rank of a stage runs. The class is public, or nested and static, and has a constructor
 * without parameters; only its name goes to the ranks. It may call everything of package {@code
 * mpi} but {@code MPI.Init} and {@code MPI.Finalize}, which is done around it.
 *
 * @param <I> rows of the RDD: arrays of primitive numbers, {@link Columns}, strings, boxed numbers,
 *     null, or what is {@link java.io.Serializable}
 * @param <O> rows of the result, as above
 */
@FunctionalInterface
public interface RankProgram<I, O> {
    /**
     * Runs in each rank.
     *
     * @param rows the partition whose number is this rank; may be read once, now or while the
     *     result is
     * @param args what {@link MpiStage#args} has set
     * @return the rows of this partition in the result
     * @throws Exception ends the stage, with the rank, its host and the exception
     */
    Iterator<O> run(Iterator<I> rows, String[] args) throws Exception;
}
