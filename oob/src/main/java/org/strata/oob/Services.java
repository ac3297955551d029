package org.strata.oob;

import org.strata.oob.frame.Frame.MalformedFrameException;
import org.strata.oob.frame.NameAction;

import java.util.HashMap;
import java.util.Map;

/**
 * The ports that processes have published, by the names of their services (MPI 4.1, 11.9.4).
 * Belongs to the server's event loop.
 */
final class Services {
    /** A published port, and the number of the process that has published it. */
    private record Service(String port, int owner) {}

    private final Map<String, Service> services = new HashMap<>();

    /**
     * Does what a process asks for.
     *
     * @param action of {@link NameAction}
     * @param port to publish or to unpublish
     * @param owner number of the process
     * @return the port that was published, found or unpublished; null when it was not
     */
    String apply(int action, String service, String port, int owner) {
        Service offered = new Service(port, owner);
        Service known = services.get(service);
        Service found =
                switch (action) {
                    case NameAction.PUBLISH ->
                            services.putIfAbsent(service, offered) == null ? offered : null;
                    case NameAction.LOOK_UP -> known;
                    case NameAction.UNPUBLISH -> {
                        if (known == null || !known.port().equals(port)) {
                            yield null;
                        }
                        services.remove(service);
                        yield known;
                    }
                    default -> throw new MalformedFrameException("action " + action);
                };
        return found == null ? null : found.port();
    }

    /** Drops what processes of a job that has ended have published. */
    void retire(int first, int end) {
        services.values().removeIf(service -> service.owner() >= first && service.owner() < end);
    }
}
