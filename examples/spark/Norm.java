import mpi.MPI;
import mpi.MPIException;

import org.strata.spark.RankProgram;

import java.util.Iterator;
import java.util.List;

/**
 * The Euclidean norm of all rows of an RDD of arrays.
 *
 * <p>Shows: the shortest program of a stage, as docs/spark.md begins with it.
 */
public class Norm implements RankProgram<double[], Double> {
    @Override
    public Iterator<Double> run(Iterator<double[]> rows, String[] args) throws MPIException {
        double[] sum = new double[1];
        while (rows.hasNext()) {
            for (double x : rows.next()) {
                sum[0] += x * x;
            }
        }
        MPI.COMM_WORLD.allReduce(sum, 1, MPI.DOUBLE, MPI.SUM);
        return List.of(Math.sqrt(sum[0])).iterator();
    }
}
