/**
 * MPI for Java programs: the API of Open MPI's Java bindings, over Strata's stack. Public types and
 * signatures are Open MPI's; the rest is package-private.
 *
 * <p>From top to bottom; references point downwards:
 *
 * <ul>
 *   <li>The public types. {@link mpi.MPI} starts and ends; {@link mpi.Comm}, {@link mpi.Intracomm},
 *       {@link mpi.CartComm} and {@link mpi.GraphComm} carry the documentation of the calls and
 *       delegate each to
 *   <li>the classes {@code *Calls}, one per theme ({@code BlockingCalls}, {@code CollectiveCalls},
 *       {@code CreationCalls}…). They check arguments with {@code Checks} and {@code
 *       CollectiveBuffers}, translate buffers with {@code Buffers}, call the stack while their
 *       thread alone may poll the progress engine, and turn failures into exceptions, or the end of
 *       the job, with {@code Errors}. They work on
 *   <li>{@code Communicator}, the state of a communicator, and {@code MpiRuntime}, what runs in
 *       this process. Static mutable fields are only which runtime runs, the predefined
 *       communicators, the table of keys, and what {@code ToolParameters} and {@code ToolCounters}
 *       keep for {@link mpi.Tool}, which outlives the runtime.
 * </ul>
 */
package mpi;
