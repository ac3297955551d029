package mpi;

import java.util.Arrays;

/**
 * An MPI call failed. The message begins with the error class: {@code "MPI_ERR_TRUNCATE: message
 * truncated: …"}; the stack trace begins at the method that the program called. Unchecked, as in
 * MPJ Express, and declared by every method, as in mpiJava.
 */
public class MPIException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Makes an exception without a message. */
    public MPIException() {
        this((String) null);
    }

    /** Makes an exception with a message. */
    @SuppressWarnings("this-escape") // getStackTrace, which nothing overrides here.
    public MPIException(String message) {
        super(message);
        shorten();
    }

    /** Wraps another exception. */
    @SuppressWarnings("this-escape") // getStackTrace, which nothing overrides here.
    public MPIException(Throwable cause) {
        super(cause);
        shorten();
    }

    @SuppressWarnings("this-escape") // getStackTrace, which nothing overrides here.
    MPIException(String message, Throwable cause) {
        super(message, cause);
        shorten();
    }

    /** Returns the program's form of what a call of the bindings threw. */
    static MPIException of(org.strata.mpi.MPIException failure) {
        return new MPIException(failure.getMessage(), failure.getCause());
    }

    /**
     * Returns the exception for an argument that makes no sense.
     *
     * @param symbol the error class, such as MPI_ERR_BUFFER
     * @param detail what is wrong, with the values
     */
    static MPIException bad(String symbol, String detail) {
        return new MPIException(symbol + ": " + detail);
    }

    /** Drops the library's frames but for the method that the program called. */
    private void shorten() {
        StackTraceElement[] frames = getStackTrace();
        int first = 0;
        while (first < frames.length && isOurs(frames[first])) {
            first++;
        }
        if (first > 1 && first < frames.length) {
            setStackTrace(Arrays.copyOfRange(frames, first - 1, frames.length));
        }
    }

    private static boolean isOurs(StackTraceElement frame) {
        String type = frame.getClassName();
        return type.startsWith("org.strata.") || type.matches("mpi\\.\\w+(\\$.*)?");
    }
}
