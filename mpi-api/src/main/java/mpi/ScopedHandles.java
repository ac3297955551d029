package mpi;

/** The end of handles that a try statement has opened; communicators do it themselves. */
final class ScopedHandles {
    private ScopedHandles() {}

    /** Completes a request, and frees what is not null. */
    static void close(Freeable object) throws MPIException {
        if (object instanceof Request request) {
            request.waitFor();
        }
        if (!isNull(object)) {
            object.free();
        }
    }

    private static boolean isNull(Freeable object) {
        return switch (object) {
            case Datatype type -> type.isNull();
            case Group group -> group.isNull();
            case Info info -> info.isNull();
            case Op op -> op.isNull();
            case Request request -> request.isNull();
            case Win win -> win.isNull();
            default -> false;
        };
    }
}
