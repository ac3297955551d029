package mpi;

import org.strata.opal.Rc;

/** Converts return codes and failed checks to MPI errors: error handler, texts, abort. Tier 3. */
final class Errors {
    /** Explains {@link Rc#MEMORY_FREED}, behind what the operation was. */
    static final String MEMORY_FREED =
            ": the arena of the buffer was closed before the operation was complete";

    private Errors() {}

    /**
     * Reports an error on an object through its error handler.
     *
     * @param comm whose handler decides; null for MPI_COMM_WORLD's
     * @param errorClass one of {@code MPI.ERR_…}
     * @param call the MPI function where the error arose
     * @param detail what exactly was wrong, with the values
     * @return what the call throws; not reached when the error is fatal
     */
    static MPIException raise(Communicator comm, int errorClass, String call, String detail) {
        MpiRuntime runtime = MpiRuntime.running();
        Communicator object = comm == null ? Communicator.WORLD : comm;
        String text = ErrorTexts.text(errorClass);
        if (detail != null && !detail.isEmpty()) {
            text = text + ": " + detail;
        }
        Errhandler handler = object.errorHandler();
        if (runtime != null && handler.kind != Errhandler.Kind.RETURN) {
            String details = block(runtime, object, handler, call, text);
            String symbol = text.substring(0, text.indexOf(':'));
            String who = "Rank " + runtime.environment.rankInJob() + " ended the job: ";
            String message = who + symbol + " in " + call + ".";
            runtime.environment.abort(errorClass, message, details);
        }
        return new MPIException(errorClass, errorClass, text);
    }

    private static String block(
            MpiRuntime runtime, Communicator object, Errhandler handler, String call, String text) {
        String prefix = runtime.processName() + " *** ";
        String job =
                "[" + runtime.environment.jobId() + "," + runtime.environment.rankInJob() + "]";
        String reaction =
                handler.kind == Errhandler.Kind.FATAL
                        ? "the processes of this " + object.noun() + " abort now,"
                        : "the processes of this "
                                + object.noun()
                                + ", and no others, should abort now,";
        String where = call + UserFrames.calledAt();
        StringBuilder lines = new StringBuilder(512);
        lines.append(prefix).append("Error in ").append(where).append('\n');
        lines.append(prefix).append("reported by process ").append(job).append('\n');
        lines.append(prefix).append("on ").append(object.noun()).append(' ');
        lines.append(object.label()).append('\n');
        for (String line : text.split("\n", -1)) {
            lines.append(prefix).append(line).append('\n');
        }
        lines.append(prefix).append(handler).append(": ").append(reaction).append('\n');
        lines.append(prefix).append("and the whole job may end with them\n");
        return lines.toString();
    }

    /**
     * Reports a return code of the stack.
     *
     * @param peer the rank in {@code comm} that the operation was with, or ANY_SOURCE
     * @param detail what the operation was; the PML's explanation replaces it where the code says
     *     that the peer or the link to it failed
     */
    static MPIException fail(Communicator comm, int rc, String call, int peer, String detail) {
        String why = detail;
        if (isOfPeer(rc) && peer >= 0 && !comm.isNull()) {
            why = MpiRuntime.running().pml.explain(peer, comm.context(), rc);
        } else if (rc == Rc.MEMORY_FREED) {
            why = detail + MEMORY_FREED;
        }
        String found = Finding.take();
        if (found != null) {
            why = found;
        }
        return raise(comm, classOf(rc), call, why);
    }

    /** Returns whether a return code says that the peer or the link to it failed. */
    static boolean isOfPeer(int rc) {
        return rc <= Rc.LINK_FAILED && rc > Rc.FATAL;
    }

    /** Returns the error class of a return code. */
    static int classOf(int rc) {
        return switch (rc) {
            case Rc.OK, Rc.CANCELLED -> MPI.SUCCESS;
            case Rc.TRUNCATED -> MPI.ERR_TRUNCATE;
            case Rc.NO_BUFFER_SPACE, Rc.MEMORY_FREED, Rc.DATA_CHANGED -> MPI.ERR_BUFFER;
            case Rc.TYPE_MISMATCH -> MPI.ERR_TYPE;
            case Rc.NO_MEMORY, Rc.NO_RESOURCE -> MPI.ERR_NO_MEM;
            case Rc.BAD_ARGUMENT -> MPI.ERR_ARG;
            case Rc.FUNCTION_FAILED, Rc.OUTCOME_UNKNOWN -> MPI.ERR_OTHER;
            case Rc.NOT_AVAILABLE -> MPI.ERR_UNSUPPORTED_OPERATION;
            case Rc.LINK_FAILED, Rc.PEER_FAILED -> MPI.ERR_PROC_ABORTED;
            case Rc.ACCESS_DENIED -> MPI.ERR_ACCESS;
            case Rc.BAD_FILE -> MPI.ERR_BAD_FILE;
            case Rc.FILE_EXISTS -> MPI.ERR_FILE_EXISTS;
            case Rc.FILE_IN_USE -> MPI.ERR_FILE_IN_USE;
            case Rc.NO_SPACE -> MPI.ERR_NO_SPACE;
            case Rc.NO_SUCH_FILE -> MPI.ERR_NO_SUCH_FILE;
            case Rc.OVER_QUOTA -> MPI.ERR_QUOTA;
            case Rc.READ_ONLY -> MPI.ERR_READ_ONLY;
            case Rc.IO_FAILED -> MPI.ERR_IO;
            case Rc.NOT_SAME -> MPI.ERR_NOT_SAME;
            case Rc.UNREACHABLE, Rc.FATAL -> MPI.ERR_INTERN;
            default -> MPI.ERR_UNKNOWN;
        };
    }

    /**
     * Describes a message that was longer than its receive.
     *
     * @param bytes bytes of the message; 0 if they are not known
     * @param room bytes that the receive had room for
     * @param type datatype of the receive; null if it is not known
     */
    static String truncated(long bytes, long room, Datatype type) {
        String message = bytes > 0 ? ": the message has " + bytes + " bytes, there" : ": there";
        long size = type == null || type.isNull() ? 0 : type.layout().size();
        String elements = size == 0 ? "" : room / size + " × " + type + " (";
        return message + " is room for " + elements + room + " bytes" + (size == 0 ? "" : ")");
    }

    /** Returns a name cut to the length that MPI allows (MPI 3.1 §6.8). */
    static String objectName(Communicator comm, String name, String call) throws MPIException {
        if (name == null) {
            throw raise(comm, MPI.ERR_ARG, call, "the name is null");
        }
        return name.length() < MPI.MAX_OBJECT_NAME
                ? name
                : name.substring(0, MPI.MAX_OBJECT_NAME - 1);
    }
}
