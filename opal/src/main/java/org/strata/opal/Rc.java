package org.strata.opal;

/**
 * Return codes of the data path. Zero is success, every failure is negative, grouped by what has
 * failed: the operation, the link or peer, the process. Exceptions are thrown only by package
 * {@code mpi}.
 */
public final class Rc {
    /** Done, or accepted: a completion follows. */
    public static final int OK = 0;

    // The operation did not happen; the caller may retry it later.

    /**
     * No descriptor, credit, slot or registration is free now. Nothing was consumed: retry later.
     */
    public static final int NO_RESOURCE = -1;

    /** The component cannot do this operation for these arguments; choose another way. */
    public static final int NOT_AVAILABLE = -2;

    // The operation failed.

    /** The message is longer than the receive buffer (MPI_ERR_TRUNCATE). */
    public static final int TRUNCATED = -10;

    /** The attached buffer has no room for a buffered send (MPI_ERR_BUFFER). */
    public static final int NO_BUFFER_SPACE = -11;

    /** The operation was cancelled before it matched. */
    public static final int CANCELLED = -12;

    /** Memory could not be allocated (MPI_ERR_NO_MEM). */
    public static final int NO_MEMORY = -13;

    /** An argument is outside what the interface allows. */
    public static final int BAD_ARGUMENT = -14;

    /**
     * The program has closed the arena of the operation's memory before the operation was complete
     * (MPI_ERR_BUFFER).
     */
    public static final int MEMORY_FREED = -16;

    /** The elements are not what the datatype, or the other side, takes them for (MPI_ERR_TYPE). */
    public static final int TYPE_MISMATCH = -17;

    /** The program has changed data while they were being sent (MPI_ERR_BUFFER). */
    public static final int DATA_CHANGED = -18;

    /** A function of the program, which the operation called, has thrown an exception. */
    public static final int FUNCTION_FAILED = -15;

    // The link or the peer is gone.

    /** One link to the peer died; other links may still carry the message. */
    public static final int LINK_FAILED = -20;

    /** The peer process is gone (MPI_ERR_PROC_ABORTED). */
    public static final int PEER_FAILED = -21;

    /** No component can reach the peer (MPI_ERR_INTERN with the "unreachable" box). */
    public static final int UNREACHABLE = -22;

    /**
     * The link broke under an operation that must not be repeated: it has taken place once, or not
     * at all (MPI_ERR_OTHER).
     */
    public static final int OUTCOME_UNKNOWN = -23;

    // The operating system refused an operation on a file.

    /** Permission denied (MPI_ERR_ACCESS). */
    public static final int ACCESS_DENIED = -40;

    /** The name cannot be that of a file (MPI_ERR_BAD_FILE). */
    public static final int BAD_FILE = -41;

    /** The file exists (MPI_ERR_FILE_EXISTS). */
    public static final int FILE_EXISTS = -42;

    /** Another process uses the file in a way that excludes this one (MPI_ERR_FILE_IN_USE). */
    public static final int FILE_IN_USE = -43;

    /** The device is full (MPI_ERR_NO_SPACE). */
    public static final int NO_SPACE = -44;

    /** The file does not exist (MPI_ERR_NO_SUCH_FILE). */
    public static final int NO_SUCH_FILE = -45;

    /** The user's quota is used up (MPI_ERR_QUOTA). */
    public static final int OVER_QUOTA = -46;

    /** The file or its file system is read-only (MPI_ERR_READ_ONLY). */
    public static final int READ_ONLY = -47;

    /** Any other failure of input or output (MPI_ERR_IO). */
    public static final int IO_FAILED = -48;

    /** Members of a collective call passed different arguments (MPI_ERR_NOT_SAME). */
    public static final int NOT_SAME = -49;

    // The process cannot go on.

    /** A condition that no caller can repair (MPI_ERR_INTERN). */
    public static final int FATAL = -30;

    private Rc() {}

    /** Returns the symbolic name of a code, for messages: {@code "NO_RESOURCE"}. */
    public static String name(int rc) {
        return switch (rc) {
            case OK -> "OK";
            case NO_RESOURCE -> "NO_RESOURCE";
            case NOT_AVAILABLE -> "NOT_AVAILABLE";
            case TRUNCATED -> "TRUNCATED";
            case NO_BUFFER_SPACE -> "NO_BUFFER_SPACE";
            case CANCELLED -> "CANCELLED";
            case NO_MEMORY -> "NO_MEMORY";
            case BAD_ARGUMENT -> "BAD_ARGUMENT";
            case FUNCTION_FAILED -> "FUNCTION_FAILED";
            case MEMORY_FREED -> "MEMORY_FREED";
            case TYPE_MISMATCH -> "TYPE_MISMATCH";
            case DATA_CHANGED -> "DATA_CHANGED";
            case LINK_FAILED -> "LINK_FAILED";
            case PEER_FAILED -> "PEER_FAILED";
            case UNREACHABLE -> "UNREACHABLE";
            case OUTCOME_UNKNOWN -> "OUTCOME_UNKNOWN";
            case ACCESS_DENIED -> "ACCESS_DENIED";
            case BAD_FILE -> "BAD_FILE";
            case FILE_EXISTS -> "FILE_EXISTS";
            case FILE_IN_USE -> "FILE_IN_USE";
            case NO_SPACE -> "NO_SPACE";
            case NO_SUCH_FILE -> "NO_SUCH_FILE";
            case OVER_QUOTA -> "OVER_QUOTA";
            case READ_ONLY -> "READ_ONLY";
            case IO_FAILED -> "IO_FAILED";
            case NOT_SAME -> "NOT_SAME";
            case FATAL -> "FATAL";
            default -> "code " + rc;
        };
    }
}
