package nas;

import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;

import java.util.List;

/** Root mean squares over the inner points of the grid, one for each of the five values. */
final class Norms {
    private Norms() {}

    static double[] residual(Comm comm, List<Box> boxes) throws MPIException {
        double[] sums = new double[Equations.VALUES];
        for (Box box : boxes) {
            for (int z = box.from(2); z < box.to(2); z++) {
                for (int y = box.from(1); y < box.to(1); y++) {
                    addSquares(sums, box, y, z);
                }
            }
        }
        return mean(comm, sums, boxes.getFirst().points);
    }

    private static void addSquares(double[] sums, Box box, int y, int z) {
        for (int x = box.from(0); x < box.to(0); x++) {
            int i = Equations.VALUES * box.at(x, y, z);
            for (int m = 0; m < Equations.VALUES; m++) {
                sums[m] += box.rhs[i + m] * box.rhs[i + m];
            }
        }
    }

    static double[] error(Comm comm, List<Box> boxes) throws MPIException {
        double[] sums = new double[Equations.VALUES];
        for (Box box : boxes) {
            for (int z = box.from(2); z < box.to(2); z++) {
                for (int y = box.from(1); y < box.to(1); y++) {
                    addErrors(sums, box, y, z);
                }
            }
        }
        return mean(comm, sums, boxes.getFirst().points);
    }

    private static void addErrors(double[] sums, Box box, int y, int z) {
        double last = box.points - 1;
        for (int x = box.from(0); x < box.to(0); x++) {
            int i = Equations.VALUES * box.at(x, y, z);
            double a = (box.first[0] + x) / last;
            double b = (box.first[1] + y) / last;
            double c = (box.first[2] + z) / last;
            for (int m = 0; m < Equations.VALUES; m++) {
                double difference = box.u[i + m] - ExactSolution.value(m, a, b, c);
                sums[m] += difference * difference;
            }
        }
    }

    private static double[] mean(Comm comm, double[] sums, int points) throws MPIException {
        comm.allReduce(sums, sums.length, MPI.DOUBLE, MPI.SUM);
        double inner = Math.pow(points - 2.0, Equations.DIMENSIONS);
        for (int m = 0; m < sums.length; m++) {
            sums[m] = Math.sqrt(sums[m] / inner);
        }
        return sums;
    }
}
