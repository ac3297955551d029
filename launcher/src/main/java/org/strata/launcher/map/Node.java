package org.strata.launcher.map;

import org.strata.launcher.ras.HostSlots;

/**
 * One host that a job may use.
 *
 * @param name its name, as the allocation has it
 * @param user the user to log in as, or an empty text
 * @param slots processes it has room for
 * @param most processes it runs at most, also when it is oversubscribed
 * @param local whether mpirun runs on it
 * @param topology its processors
 */
public record Node(
        String name, String user, int slots, int most, boolean local, Topology topology) {
    /**
     * Returns a host of an allocation.
     *
     * @param processors usable processors, which stand for slots that nobody counted
     */
    public static Node of(HostSlots host, boolean local, int processors, Topology topology) {
        return new Node(
                host.name(), host.user(), host.count(processors), host.most(), local, topology);
    }
}
