package nas;

import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;

import java.util.List;

/** Symmetric successive over-relaxation, the scheme of LU: a sweep upwards and one back. */
final class Ssor implements Scheme {
    static final double RELAXATION = 1.2;

    /** Points that a rank needs along x and y. */
    private static final int LEAST = 3;

    private final Comm comm;
    private final double step;
    private final Box box;
    private final RightHandSide equations;
    private final FaceExchange faces;
    private final Wavefront wavefront;

    Ssor(Comm comm, Problem problem, MpiTimer timer) throws MPIException {
        this.comm = comm;
        this.step = problem.step();
        Pencils pencils = new Pencils(problem.points(), comm.getRank(), comm.getSize());
        this.box = pencils.box();
        this.equations = new RightHandSide(problem.equations());
        this.faces = new FaceExchange(comm, timer);
        pencils.connect(faces);
        Triangle triangle = new Triangle(box, problem.equations(), step);
        this.wavefront = new Wavefront(comm, timer, pencils, triangle);
        Setup.force(box, equations);
    }

    /** Returns why a problem cannot have so many ranks, or an empty string. */
    static String refusal(Problem problem, int ranks) {
        int[] shape = Pencils.shape(ranks);
        int most = problem.points() / LEAST;
        return shape[1] > most
                ? "class %s has at most %d ranks along a dimension, %d ranks are %d x %d"
                        .formatted(problem.name(), most, ranks, shape[0], shape[1])
                : "";
    }

    @Override
    public void start() {
        Setup.start(box);
    }

    @Override
    public void step() throws MPIException {
        rightHandSide();
        box.scale(step);
        wavefront.upwards();
        wavefront.downwards();
        box.add(1 / (RELAXATION * (2 - RELAXATION)));
    }

    private void rightHandSide() throws MPIException {
        faces.exchange();
        equations.compute(box);
    }

    @Override
    public double[] residual() throws MPIException {
        rightHandSide();
        return Norms.residual(comm, List.of(box));
    }

    @Override
    public double[] error() throws MPIException {
        return Norms.error(comm, List.of(box));
    }

    @Override
    public double[] surface() throws MPIException {
        double[] sum = {SurfaceIntegral.part(box)};
        comm.allReduce(sum, 1, MPI.DOUBLE, MPI.SUM);
        return sum;
    }
}
