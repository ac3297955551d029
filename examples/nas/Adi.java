package nas;

import mpi.Comm;
import mpi.MPIException;

import java.util.List;
import java.util.function.Function;

/** Alternating directions, the scheme of BT and SP: lines along x, then y, then z are solved. */
final class Adi implements Scheme {
    private final Comm comm;
    private final List<Box> cells;
    private final RightHandSide equations;
    private final FaceExchange faces;
    private final List<? extends LineSolver> solvers;
    private final LineSweep sweep;

    Adi(Comm comm, Problem problem, MpiTimer timer, Function<Box, LineSolver> solver)
            throws MPIException {
        this.comm = comm;
        MultiPartition partition =
                new MultiPartition(problem.points(), comm.getRank(), comm.getSize());
        this.cells = partition.cells();
        this.equations = new RightHandSide(problem.equations());
        this.faces = new FaceExchange(comm, timer);
        partition.connect(faces);
        this.solvers = cells.stream().map(solver).toList();
        this.sweep = new LineSweep(comm, timer, partition, solvers);
        cells.forEach(cell -> Setup.force(cell, equations));
    }

    /** Returns why a problem cannot have so many ranks, or an empty string. */
    static String refusal(Problem problem, int ranks) {
        int edge = MultiPartition.edge(ranks);
        if (edge == 0) {
            return "needs a square number of ranks (1, 4, 9, 16), not " + ranks;
        }
        int most = problem.points() / 3;
        return edge > most
                ? "class " + problem.name() + " has at most " + most * most + " ranks"
                : "";
    }

    @Override
    public void start() {
        cells.forEach(Setup::start);
    }

    @Override
    public void step() throws MPIException {
        rightHandSide();
        solvers.forEach(LineSolver::begin);
        for (int dimension = 0; dimension < Equations.DIMENSIONS; dimension++) {
            sweep.run(dimension);
            for (LineSolver solver : solvers) {
                solver.end(dimension);
            }
        }
        cells.forEach(cell -> cell.add(1));
    }

    private void rightHandSide() throws MPIException {
        faces.exchange();
        cells.forEach(equations::compute);
    }

    @Override
    public double[] residual() throws MPIException {
        rightHandSide();
        return Norms.residual(comm, cells);
    }

    @Override
    public double[] error() throws MPIException {
        return Norms.error(comm, cells);
    }
}
