package org.strata.verbs.soft;

import org.strata.opal.memory.Memory;
import org.strata.verbs.WcOpcode;
import org.strata.verbs.WcStatus;
import org.strata.verbs.soft.segment.CqRing;
import org.strata.verbs.soft.segment.Latch;
import org.strata.verbs.soft.segment.Site;
import org.strata.verbs.soft.segment.SrqRecord;
import org.strata.verbs.soft.segment.Table;
import org.strata.verbs.soft.segment.Visit;
import org.strata.verbs.soft.segment.XrcTable;

import java.util.Arrays;

/** The routes of one device to the queues of an XRC domain. */
final class XrcView {
    private final SoftDevice device;
    private final XrcTable table;

    /** Pairs with XrcView.route: each array is complete when it is stored. */
    private volatile XrcRoute[] routes = {};

    XrcView(SoftDevice device, XrcTable table) {
        this.device = device;
        this.table = table;
    }

    /**
     * Returns the route to a queue: null when there is no queue of that number, NO_LINE when its
     * device must provide a visit line first. Tier 1.
     */
    XrcRoute route(int number) {
        long owner = table.device(number);
        if (owner <= 0) {
            return null;
        }
        for (XrcRoute route : routes) {
            if (route.site().number() == owner) {
                return route;
            }
        }
        return add(owner);
    }

    /** Returns the index of a queue in the table of its device. */
    int queue(int number) {
        return table.queue(number);
    }

    private synchronized XrcRoute add(long owner) {
        for (XrcRoute route : routes) {
            if (route.site().number() == owner) {
                return route;
            }
        }
        Site site = device.site(owner);
        if (site == null) {
            return null;
        }
        XrcRoute route = claim(site);
        if (route != XrcRoute.NO_LINE) {
            XrcRoute[] more = Arrays.copyOf(routes, routes.length + 1);
            more[routes.length] = route;
            routes = more;
        }
        return route;
    }

    private XrcRoute claim(Site site) {
        for (int i = 0; i < Table.VISITOR.capacity(); i++) {
            long line = Table.find(site.base(), site.header(), Table.VISITOR, i);
            if (line == 0) {
                break;
            }
            if (Visit.claim(line, device.number())) {
                return new XrcRoute(site, line, i, new Latch());
            }
        }
        VisitorLines.request(site);
        return XrcRoute.NO_LINE;
    }

    /**
     * Completes a receive of a queue in error: the visitor of one of this device's pairs has
     * consumed it and not finished. Call under the pair's latch, for which whoever closes or moves
     * a queue of this device waits.
     */
    void flush(int queue, int pair, long wrId) {
        if (table.device(queue) == device.number()) {
            flush(device.self(), queue, pair, wrId);
            return;
        }
        XrcRoute route = route(queue);
        if (route == null || route == XrcRoute.NO_LINE) {
            return;
        }
        while (!flushVisiting(route, queue, pair, wrId) && !route.site().checkDead()) {
            Thread.yield();
        }
    }

    /**
     * The latch is released between two attempts: while the device is frozen its owner waits for
     * the end of every visit, and another thread may wait for the latch inside one.
     */
    private boolean flushVisiting(XrcRoute route, int queue, int pair, long wrId) {
        route.latch().lock();
        try {
            return Visit.enter(route.visit()) && flushInside(route, queue, pair, wrId);
        } finally {
            route.latch().unlock();
        }
    }

    private boolean flushInside(XrcRoute route, int queue, int pair, long wrId) {
        try {
            // The visit comes before the look at the flag. Pairs with Freeze.during.
            Memory.fullFence();
            if (route.site().frozen()) {
                return false;
            }
            flush(route.site(), queue, pair, wrId);
            return true;
        } finally {
            Visit.leave(route.visit());
        }
    }

    private void flush(Site site, int queue, int pair, long wrId) {
        long srq = site.srq(table.queue(queue));
        if (srq != 0 && SrqRecord.live(srq)) {
            int status = WcStatus.WR_FLUSH_ERR;
            int cq = SrqRecord.cq(srq);
            site.complete(cq, CqRing.OWNER, pair, true, wrId, status, WcOpcode.RECV, 0, 0, 0);
        }
    }

    /** Releases the visit lines at other devices. */
    void close() {
        for (XrcRoute route : routes) {
            Visit.unclaim(route.visit());
        }
    }
}
