package mpi;

/** An MPI object whose resources the program gives back explicitly. */
public interface Freeable {
    /**
     * Gives the object back; it is null afterwards.
     *
     * @throws MPIException if the object cannot be freed, for example because it is predefined
     */
    void free() throws MPIException;
}
