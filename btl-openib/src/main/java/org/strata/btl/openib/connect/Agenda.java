package org.strata.btl.openib;

import java.util.Arrays;

/** The peers of a link that are called on every poll, until nothing is left to do for them. */
final class Agenda {
    private Entry[] endpoints = new Entry[4];
    private int count;

    /** A peer of the link. */
    interface Entry {
        /** Returns whether it is on the agenda, which is the only caller of the setter. */
        boolean isScheduled();

        void setScheduled(boolean scheduled);

        /** Does what can be done now; returns the number of events. */
        int service();

        /** Returns whether there is more to do. */
        boolean needsService();

        /** Returns how long until it tries again to connect; MAX_VALUE for never. */
        long nanosToRetry();
    }

    boolean isEmpty() {
        return count == 0;
    }

    /** Adds an endpoint, unless it is there already. */
    void add(Entry endpoint) {
        if (endpoint.isScheduled()) {
            return;
        }
        endpoint.setScheduled(true);
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
            Entry endpoint = endpoints[i];
            if (endpoint.needsService()) {
                endpoints[kept++] = endpoint;
            } else {
                endpoint.setScheduled(false);
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
            soonest = Math.min(soonest, endpoints[i].nanosToRetry());
        }
        return soonest;
    }
}
