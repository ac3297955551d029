package nas;

import mpi.MPIException;

/** A solver that {@link Program} runs; all ranks call the same methods. */
interface Scheme {
    /** Sets the values at the start. */
    void start();

    /** Advances by one step in time. */
    void step() throws MPIException;

    /** Returns the norms of the right-hand side, on every rank. */
    double[] residual() throws MPIException;

    /** Returns the norms of the difference to the exact solution, on every rank. */
    double[] error() throws MPIException;

    /** Returns what else is verified. */
    default double[] surface() throws MPIException {
        return new double[0];
    }
}
