package org.strata.btl.openib;

import org.strata.btl.openib.connect.PortAddress;

/**
 * A port that a link uses.
 *
 * @param adapter the device
 * @param device its name
 * @param number the port's number, from 1
 * @param address where it is
 * @param gid entry of its GID table
 * @param needsGid peers are addressed by GID (Ethernet)
 * @param megabits bandwidth, Mbit/s
 * @param maxMessage longest message, bytes
 * @param path how to set up queue pairs
 * @param distance of the adapter from this process's processors, in the kernel's measure
 */
record Port(
        Adapter adapter,
        String device,
        int number,
        PortAddress address,
        GidChoice gid,
        boolean needsGid,
        int megabits,
        long maxMessage,
        OpenibConfig.Path path,
        int distance) {

    /** Returns the entry of its GID table that it uses. */
    int gidIndex() {
        return gid.index();
    }

    /** Returns the reads that one queue pair may have under way. */
    int readsOut() {
        int most = adapter.context.attributes().maxInitRdAtomic();
        return Math.max(1, Math.min(path.readsOut(), most));
    }

    /** Returns the reads of a peer that one queue pair serves at a time. */
    int readsIn() {
        int most = adapter.context.attributes().maxRdAtomic();
        return Math.max(1, Math.min(path.readsIn(), most));
    }
}
