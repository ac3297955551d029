package org.strata.verbs.soft;

import org.strata.opal.memory.Memory;
import org.strata.verbs.VerbsException;
import org.strata.verbs.soft.segment.SegmentHeader;
import org.strata.verbs.soft.segment.Site;
import org.strata.verbs.soft.segment.Table;
import org.strata.verbs.soft.segment.Visit;

/**
 * A device's visit lines for the devices that send to its XRC queues. The owner allocates their
 * memory, visitors claim them. There is always a line for the peer of every XRC target of this
 * device, so that such a peer needs no help; a visitor that comes through the target of another
 * device and finds no line requests more. Tier 3; thread-safe.
 */
final class VisitorLines {
    private final SoftDevice device;
    private final Table table;
    private final long wanted;
    private int targets;
    private int served;

    VisitorLines(SoftDevice device) {
        this.device = device;
        table = new Table(device.segment(), Table.VISITOR);
        wanted = device.segment().header() + SegmentHeader.VISITORS_WANTED;
    }

    /** Provides the first lines. */
    synchronized void open() {
        if (table.size() == 0) {
            grow();
        }
    }

    /**
     * Provides a line for the peer of one more XRC target.
     *
     * @throws VerbsException ENOMEM when all lines that a device can have are claimed
     */
    synchronized void addTarget() {
        while (table.size() <= targets && grow()) {
            continue;
        }
        if (table.size() <= targets && !reclaim() && !hasFree()) {
            throw new VerbsException(
                    VerbsException.ENOMEM,
                    "the XRC queues of "
                            + device.name()
                            + " serve at most "
                            + table.size()
                            + " other devices at a time");
        }
        targets++;
    }

    synchronized void removeTarget() {
        targets--;
    }

    /** Adds lines if a visitor has found none since the last call. */
    void serve() {
        // Pairs with VisitorLines.request.
        if (Memory.getIntAcquire(wanted) != served) {
            addLines();
        }
    }

    private synchronized void addLines() {
        // Pairs with VisitorLines.request: read before the lines are counted.
        served = Memory.getIntVolatile(wanted);
        if (!hasFree() && !reclaim()) {
            grow();
        }
    }

    /** Adds the lines of one chunk; returns false when there is no room for them. */
    private boolean grow() {
        int before = table.size();
        for (int i = 0; i < Table.VISITOR.chunk(); i++) {
            if (table.allocate() < 0) {
                break;
            }
        }
        return table.size() > before;
    }

    private boolean hasFree() {
        for (int i = 0; i < table.size(); i++) {
            if (Visit.visitor(at(i)) == 0) {
                return true;
            }
        }
        return false;
    }

    /** Frees the lines of dead visitors; returns whether there was one. */
    private boolean reclaim() {
        boolean found = false;
        for (int i = 0; i < table.size(); i++) {
            long line = at(i);
            if (Visit.visitor(line) != 0 && device.dead(Visit.visitor(line))) {
                Visit.evict(line);
                Visit.unclaim(line);
                found = true;
            }
        }
        return found;
    }

    /**
     * Returns one more than the highest line that a visitor may have. Visitors see the lines of a
     * chunk before all of them are counted.
     */
    int end() {
        int chunk = Table.VISITOR.chunk();
        return (table.end() + chunk - 1) / chunk * chunk;
    }

    long at(int line) {
        return table.at(line);
    }

    /** Requests more lines of a device; for visitors. */
    static void request(Site site) {
        // Pairs with VisitorLines.serve.
        Memory.getAndAddInt(site.header() + SegmentHeader.VISITORS_WANTED, 1);
        SegmentHeader.raiseAttention(site.header());
    }
}
