package mpi;

/**
 * An MPI call failed and its object's error handler is {@link MPI#ERRORS_RETURN} (MPI 3.1 §8.3), or
 * MPI is not running. The message begins with the error class's symbol: {@code "MPI_ERR_TRUNCATE:
 * message truncated: …"}. The stack trace begins at the method of this package that the program
 * called.
 */
public final class MPIException extends Exception {
    private static final long serialVersionUID = 1L;

    private final int errorCode;
    private final int errorClass;

    MPIException(int code, int clazz, String message) {
        super(message);
        this.errorCode = code;
        this.errorClass = clazz;
        UserFrames.only(this);
    }

    /**
     * Makes an exception that no error class describes; code and class are {@link MPI#SUCCESS}.
     *
     * @param message what happened
     */
    public MPIException(String message) {
        this(MPI.SUCCESS, MPI.SUCCESS, message);
    }

    /**
     * Wraps another exception; code and class are {@link MPI#SUCCESS}.
     *
     * @param cause what happened
     */
    public MPIException(Throwable cause) {
        super(cause);
        this.errorCode = MPI.SUCCESS;
        this.errorClass = MPI.SUCCESS;
        UserFrames.only(this);
    }

    /** Returns the error code; the library's codes are its classes. */
    public int getErrorCode() {
        return errorCode;
    }

    /** Returns the error class: one of the constants {@code MPI.ERR_…} (MPI 3.1 §8.4). */
    public int getErrorClass() {
        return errorClass;
    }
}
