package mpi;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The handles that the program has to free or complete, with the lines that made them ({@code
 * mpi_show_handle_leaks}): communicators, windows, files and requests. Tier 3; without the
 * parameter there is no such object.
 */
final class HandleLeaks {
    /** Handles that are listed; the others are counted. */
    private static final int SHOWN = 20;

    /** What messages call communicators, unlike windows and files. */
    private static final String COMM = "communicator";

    /** Where each was made, in that order. */
    private final Map<Object, String> live = new LinkedHashMap<>();

    /** Notes a handle that the program has made. */
    synchronized void opened(Object handle) {
        live.put(handle, UserFrames.calledAt().replace(", called at ", ", made at "));
    }

    /** Notes that a handle was freed or completed. */
    synchronized void closed(Object handle) {
        live.remove(handle);
    }

    /**
     * Returns the lines of a report.
     *
     * @return no lines when nothing has leaked
     */
    synchronized List<String> report() {
        List<String> lines = new ArrayList<>();
        if (live.isEmpty()) {
            return lines;
        }
        String count = live.size() == 1 ? "1 handle was" : live.size() + " handles were";
        lines.add(count + " neither freed nor completed before MPI_Finalize:");
        for (Map.Entry<Object, String> each : live.entrySet()) {
            if (lines.size() > SHOWN) {
                lines.add("  and " + (live.size() - SHOWN) + " more");
                break;
            }
            lines.add("  " + describe(each.getKey()) + each.getValue());
        }
        return lines;
    }

    /** Returns the communicators that the program has not freed. */
    synchronized List<Communicator> communicators() {
        return live.keySet().stream()
                .filter(each -> each instanceof Communicator comm && comm.noun().equals(COMM))
                .map(Communicator.class::cast)
                .toList();
    }

    private static String describe(Object handle) {
        if (handle instanceof Communicator comm) {
            return comm.noun() + " " + comm.label();
        }
        Request request = (Request) handle;
        String kind = request instanceof Prequest ? "persistent request" : "request";
        return request.peer == MPI.UNDEFINED
                ? "collective " + kind
                : kind + " with " + (request.peer < 0 ? "any rank" : "rank " + request.peer);
    }
}
