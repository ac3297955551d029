package nas;

import mpi.Comm;
import mpi.MPIException;

import java.util.List;

/**
 * NAS Parallel Benchmark SP: a flow by alternating directions, with systems of five diagonals along
 * the lines of each dimension, on NPB's multi-partition of the grid.
 *
 * <p>Shows: six faces that are waited for at once, and sweeps in which every rank has work: one
 * message of some kilobytes per layer of cells.
 *
 * <pre>./mpirun -np 4 java examples/nas/Sp.java W</pre>
 */
@SuppressWarnings("FloatingPointLiteralPrecision") // As NPB prints its values.
public final class Sp extends Program {
    private static final List<Problem> PROBLEMS =
            List.of(
                    new Problem(
                            "S",
                            12,
                            100,
                            0.015,
                            new double[] {
                                2.7470315451339479e-2,
                                1.0360746705285417e-2,
                                1.6235745065095532e-2,
                                1.5840557224455615e-2,
                                3.4849040609362460e-2
                            },
                            new double[] {
                                2.7289258557377227e-5,
                                1.0364446640837285e-5,
                                1.6154798287166471e-5,
                                1.5750704994480102e-5,
                                3.4177666183390531e-5
                            }),
                    new Problem(
                            "W",
                            36,
                            400,
                            0.0015,
                            new double[] {
                                0.1893253733584e-2,
                                0.1717075447775e-3,
                                0.2778153350936e-3,
                                0.2887475409984e-3,
                                0.3143611161242e-2
                            },
                            new double[] {
                                0.7542088599534e-4,
                                0.6512852253086e-5,
                                0.1049092285688e-4,
                                0.1128838671535e-4,
                                0.1212845639773e-3
                            }),
                    new Problem(
                            "A",
                            64,
                            400,
                            0.0015,
                            new double[] {
                                2.4799822399300195,
                                1.1276337964368832,
                                1.5028977888770491,
                                1.4217816211695179,
                                2.1292113035138280
                            },
                            new double[] {
                                1.0900140297820550e-4,
                                3.7343951769282091e-5,
                                5.0092785406541633e-5,
                                4.7671093939528255e-5,
                                1.3621613399213001e-4
                            }));

    private Sp() {
        super("SP", PROBLEMS);
    }

    public static void main(String[] args) throws MPIException {
        new Sp().start(args);
    }

    @Override
    String usage() {
        return """
        Usage: mpirun -np N java examples/nas/Sp.java CLASS
          CLASS   S, W or A: 12, 36 or 64 points along each edge of the grid
          N       a square number
        Prints the result in NPB's manner; the exit code is 1 when verification fails.
        """;
    }

    @Override
    String refusal(Problem problem, int ranks) {
        return Adi.refusal(problem, ranks);
    }

    @Override
    Scheme scheme(Comm comm, Problem problem, MpiTimer timer) throws MPIException {
        return new Adi(comm, problem, timer, box -> new ScalarSolver(box, problem));
    }

    @Override
    double operations(Problem problem) {
        return problem.operations(881.174, 4683.91, 11484.5, 19272.4);
    }
}
