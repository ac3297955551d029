/** The MPI API that users import. */
package mpi;
