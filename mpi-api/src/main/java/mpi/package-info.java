/**
 * MPI for Java programs: the API of Open MPI's Java bindings, over Strata's stack. Public types and
 * signatures are Open MPI's; the rest is package-private.
 *
 * <p>Reading order: {@link mpi.MPI} starts and ends; {@code Library} is what runs in between (one
 * per process; the only static mutable state of the house is that and the table of keys). {@code
 * Communicator} holds state and checks, {@link mpi.PointToPoint}, {@link mpi.PersistentCalls},
 * {@link mpi.Collectives}, {@link mpi.Reductions} and {@link mpi.Exchanges} the calls that {@link
 * mpi.Comm} inherits. Return codes of the stack become exceptions, or end the job, in {@code
 * Errors}.
 */
package mpi;
