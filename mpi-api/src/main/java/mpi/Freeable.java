package mpi;

/** An MPI object whose resources the program frees explicitly. */
public interface Freeable {
    /**
     * Frees the object; it is null afterwards.
     *
     * @throws MPIException if the object cannot be freed, for example because it is predefined
     */
    void free() throws MPIException;
}
