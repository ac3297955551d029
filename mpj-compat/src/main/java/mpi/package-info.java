/**
 * The API of mpiJava 1.2 and MPJ Express: {@link mpi.MPI}, {@link mpi.Comm} and the other classes
 * that programs import. Buffers are arrays of a datatype's base type; offsets, counts, extents and
 * displacements are numbers of array elements.
 *
 * <p>The layer is thin: each call checks the buffer, and calls the method of Strata's bindings,
 * which this jar has as package {@code org.strata.mpi}. Only {@link mpi.MPI#OBJECT} is made here.
 */
package mpi;
