package mpi;

/** An object whose resources a program can release. */
public interface Freeable {
    /** Releases the object's resources. */
    void free() throws MPIException;
}
