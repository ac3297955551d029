package org.strata.btl.openib;

import java.util.Arrays;

/** The endpoints of a link that need a look on every poll, until nothing is left to do for them. */
final class Agenda {
    private OpenibEndpoint[] endpoints = new OpenibEndpoint[4];
    private int count;

    boolean isEmpty() {
        return count == 0;
    }

    /** Adds an endpoint, unless it is there already. */
    void add(OpenibEndpoint endpoint) {
        if (endpoint.scheduled) {
            return;
        }
        endpoint.scheduled = true;
        if (count == endpoints.length) {
            endpoints = Arrays.copyOf(endpoints, 2 * count);
        }
        endpoints[count++] = endpoint;
    }

    /** Has every endpoint do what it can, and drops those that are done; returns events. */
    int run() {
        int events = 0;
        int before = count;
        for (int i = 0; i < before; i++) {
            events += endpoints[i].service();
        }
        int kept = 0;
        for (int i = 0; i < count; i++) {
            OpenibEndpoint endpoint = endpoints[i];
            if (endpoint.needsService()) {
                endpoints[kept++] = endpoint;
            } else {
                endpoint.scheduled = false;
            }
        }
        Arrays.fill(endpoints, kept, count, null);
        count = kept;
        return events;
    }

    /** Returns how long until one of them tries again to connect; MAX_VALUE for never. */
    long nanosToRetry() {
        long soonest = Long.MAX_VALUE;
        for (int i = 0; i < count; i++) {
            soonest = Math.min(soonest, endpoints[i].connection().nanosToRetry());
        }
        return soonest;
    }
}
