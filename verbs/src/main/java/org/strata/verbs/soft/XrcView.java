package org.strata.verbs.soft;

import java.util.Arrays;

/** The routes of one device to the queues of an XRC domain. */
final class XrcView {
    private final SoftContext context;
    private final XrcTable table;
    private volatile XrcRoute[] routes = {};

    XrcView(SoftContext context, XrcTable table) {
        this.context = context;
        this.table = table;
    }

    /** Returns the route to a queue, or null when there is no queue of that number. Tier 1. */
    XrcRoute route(int number) {
        long device = table.device(number);
        if (device <= 0) {
            return null;
        }
        for (XrcRoute route : routes) {
            if (route.site().number() == device) {
                return route;
            }
        }
        return add(device);
    }

    /** Returns the index of a queue in the table of its device. */
    int queue(int number) {
        return table.queue(number);
    }

    private synchronized XrcRoute add(long device) {
        for (XrcRoute route : routes) {
            if (route.site().number() == device) {
                return route;
            }
        }
        Site site = context.site(device);
        long line = site == null ? 0 : claim(site);
        if (line == 0) {
            return null;
        }
        XrcRoute route = new XrcRoute(site, line, new Latch());
        XrcRoute[] more = Arrays.copyOf(routes, routes.length + 1);
        more[routes.length] = route;
        routes = more;
        return route;
    }

    private long claim(Site site) {
        for (int i = 0; i < Table.VISITOR.capacity(); i++) {
            long line = Table.find(site.base(), site.header(), Table.VISITOR, i);
            if (line == 0) {
                return 0;
            }
            if (Visit.claim(line, context.number())) {
                return line;
            }
        }
        return 0;
    }

    /** Releases the visit lines at other devices. */
    void close() {
        for (XrcRoute route : routes) {
            Visit.unclaim(route.visit());
        }
    }
}
