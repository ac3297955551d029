package nas;

import mpi.Comm;
import mpi.MPIException;

import java.util.List;

/**
 * NAS Parallel Benchmark BT: a flow by alternating directions, with blocks of 5 × 5 in three
 * diagonals along the lines of each dimension, on NPB's multi-partition of the grid.
 *
 * <p>Shows: six faces that are waited for at once, and sweeps in which every rank has work: one
 * message of some kilobytes and more per layer of cells.
 *
 * <pre>./mpirun -np 4 java examples/nas/Bt.java W</pre>
 */
@SuppressWarnings("FloatingPointLiteralPrecision") // As NPB prints its values.
public final class Bt extends Program {
    private static final List<Problem> PROBLEMS =
            List.of(
                    new Problem(
                            "S",
                            12,
                            60,
                            0.01,
                            new double[] {
                                1.7034283709541311e-1,
                                1.2975252070034097e-2,
                                3.2527926989486055e-2,
                                2.6436421275166801e-2,
                                1.9211784131744430e-1
                            },
                            new double[] {
                                4.9976913345811579e-4,
                                4.5195666782961927e-5,
                                7.3973765172921357e-5,
                                7.3821238632439731e-5,
                                8.9269630987491446e-4
                            }),
                    new Problem(
                            "W",
                            24,
                            200,
                            0.0008,
                            new double[] {
                                0.1125590409344e3,
                                0.1180007595731e2,
                                0.2710329767846e2,
                                0.2469174937669e2,
                                0.2638427874317e3
                            },
                            new double[] {
                                0.4419655736008e1,
                                0.4638531260002,
                                0.1011551749967e1,
                                0.9235878729944,
                                0.1018045837718e2
                            }),
                    new Problem(
                            "A",
                            64,
                            200,
                            0.0008,
                            new double[] {
                                1.0806346714637264e2,
                                1.1319730901220813e1,
                                2.5974354511582465e1,
                                2.3665622544678910e1,
                                2.5278963211748344e2
                            },
                            new double[] {
                                4.2348416040525025,
                                4.4390282496995698e-1,
                                9.6692480136345650e-1,
                                8.8302063039765474e-1,
                                9.7379901770829278
                            }));

    private Bt() {
        super("BT", PROBLEMS);
    }

    public static void main(String[] args) throws MPIException {
        new Bt().start(args);
    }

    @Override
    String usage() {
        return """
        Usage: mpirun -np N java examples/nas/Bt.java CLASS
          CLASS   S, W or A: 12, 24 or 64 points along each edge of the grid
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
        return new Adi(comm, problem, timer, box -> new BlockSolver(box, problem));
    }

    @Override
    double operations(Problem problem) {
        return problem.operations(3478.8, 17655.7, 28023.7, 0);
    }
}
