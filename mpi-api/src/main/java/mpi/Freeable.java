package mpi;

/** An MPI object whose resources the program frees explicitly. */
public interface Freeable extends AutoCloseable {
    /**
     * Frees the object; it is null afterwards.
     *
     * @throws MPIException if the object cannot be freed, for example because it is predefined
     */
    void free() throws MPIException;

    /**
     * Frees the object at the end of a try statement, unless it is null already. A request is
     * completed first: its buffer may be reused afterwards. An extension.
     */
    @Override
    default void close() throws MPIException {
        ScopedHandles.close(this);
    }
}
