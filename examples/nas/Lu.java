package nas;

import mpi.Comm;
import mpi.MPIException;

import java.util.List;

/**
 * NAS Parallel Benchmark LU: a flow by successive over-relaxation, swept along the diagonals of the
 * grid; ranks have pencils of it.
 *
 * <p>Shows: a wavefront. Each plane of each sweep passes from rank to rank, with two messages of
 * about a kilobyte to each: what a job of many short messages costs.
 *
 * <pre>./mpirun -np 4 java examples/nas/Lu.java W</pre>
 */
@SuppressWarnings("FloatingPointLiteralPrecision") // As NPB prints its values.
public final class Lu extends Program {
    private static final List<Problem> PROBLEMS =
            List.of(
                    new Problem(
                            "S",
                            12,
                            50,
                            0.5,
                            new double[] {
                                1.6196343210976702e-2,
                                2.1976745164821318e-3,
                                1.5179927653399185e-3,
                                1.5029584435994323e-3,
                                3.4264073155896461e-2
                            },
                            new double[] {
                                6.4223319957960924e-4,
                                8.4144342047347926e-5,
                                5.8588269616485186e-5,
                                5.8474222595157350e-5,
                                1.3103347914111294e-3
                            },
                            7.8418928865937083),
                    new Problem(
                            "W",
                            33,
                            300,
                            0.0015,
                            new double[] {
                                0.1236511638192e2,
                                0.1317228477799e1,
                                0.2550120713095e1,
                                0.2326187750252e1,
                                0.2826799444189e2
                            },
                            new double[] {
                                0.4867877144216,
                                0.5064652880982e-1,
                                0.9281818101960e-1,
                                0.8570126542733e-1,
                                0.1084277417792e1
                            },
                            0.1161399311023e2),
                    new Problem(
                            "A",
                            64,
                            250,
                            2,
                            new double[] {
                                7.7902107606689367e2,
                                6.3402765259692870e1,
                                1.9499249727292479e2,
                                1.7845301160418537e2,
                                1.8384760349464247e3
                            },
                            new double[] {
                                2.9964085685471943e1,
                                2.8194576365003349,
                                7.3473412698774742,
                                6.7139225687777051,
                                7.0715315688392578e1
                            },
                            2.6030925604886277e1));

    private Lu() {
        super("LU", PROBLEMS);
    }

    public static void main(String[] args) throws MPIException {
        new Lu().start(args);
    }

    @Override
    String usage() {
        return """
        Usage: mpirun -np N java examples/nas/Lu.java CLASS
          CLASS   S, W or A: 12, 33 or 64 points along each edge of the grid
        Prints the result in NPB's manner; the exit code is 1 when verification fails.
        """;
    }

    @Override
    String refusal(Problem problem, int ranks) {
        return Ssor.refusal(problem, ranks);
    }

    @Override
    Scheme scheme(Comm comm, Problem problem, MpiTimer timer) throws MPIException {
        return new Ssor(comm, problem, timer);
    }

    @Override
    double operations(Problem problem) {
        return problem.operations(1984.77, 10923.3, 27770.9, 144010);
    }
}
