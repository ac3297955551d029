package org.strata.launcher.ras;

import org.strata.launcher.cli.UsageException;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The hosts of a job, in the order in which they are filled.
 *
 * @param hosts the hosts, each once
 * @param origin where they come from, for messages
 * @param counted whether somebody counted the slots, or they are guessed from the processors
 * @param source what kind of source it is
 */
public record Allocation(List<HostSlots> hosts, String origin, boolean counted, Source source) {
    /** Hosts of an allocation at most. */
    static final int LIMIT = 65_536;

    /** Where hosts come from. */
    public enum Source {
        /** An option of mpirun's. */
        OPTION,
        /** Slurm. */
        SLURM,
        /** PBS, Torque, OpenPBS. */
        PBS,
        /** LSF. */
        LSF,
        /** Grid Engine. */
        SGE,
        /** A host file that a parameter or a variable names. */
        DEFAULT_FILE,
        /** Nobody named a host. */
        LOCAL
    }

    /** Makes an allocation; entries for the same host are added up. */
    static Allocation of(List<HostSlots> entries, String origin, Source source)
            throws UsageException {
        return of(entries, origin, source, 0);
    }

    /**
     * Makes an allocation; entries for the same host are added up, and hosts of no slot left out.
     *
     * @param unsaid slots of a host that a host file names once, without a count; 0 for one per
     *     processor
     */
    static Allocation of(List<HostSlots> entries, String origin, Source source, int unsaid)
            throws UsageException {
        Map<String, HostSlots> hosts = new LinkedHashMap<>();
        for (HostSlots entry : entries) {
            if (!HostSlots.isName(entry.name())) {
                String name = "Not the name of a host: \"" + entry.name() + "\"";
                throw new UsageException(name + ", " + origin + ".");
            }
            hosts.merge(entry.name(), entry, HostSlots::plus);
        }
        hosts.values().removeIf(host -> !host.open());
        if (hosts.isEmpty()) {
            throw new UsageException("There are no hosts with slots " + origin + ".");
        }
        if (hosts.size() > LIMIT) {
            throw new UsageException("There are more than " + LIMIT + " hosts " + origin + ".");
        }
        boolean counted = source != Source.LOCAL;
        List<HostSlots> settled =
                hosts.values().stream().map(host -> host.settled(unsaid)).toList();
        return new Allocation(settled, origin, counted, source);
    }

    /**
     * Returns the hosts of this allocation that a list names, in the list's order. Inside an
     * allocation of a resource manager slots in the list are an upper limit; they replace those of
     * a host file, as in Open MPI. A host that is named as a whole keeps its slots.
     *
     * @param chosen the list; names such as {@code +n1} are relative to this allocation
     * @param option what the list comes from, for messages
     */
    Allocation filter(List<HostSlots> chosen, String option) throws UsageException {
        Map<String, HostSlots> own = new LinkedHashMap<>();
        hosts.forEach(host -> own.put(host.name(), host));
        List<HostSlots> kept = new ArrayList<>();
        List<HostSlots> named = RelativeHosts.replaced(chosen, hosts, option);
        for (HostSlots wanted : Allocation.of(named, option, source).hosts()) {
            HostSlots host = own.get(wanted.name());
            if (host == null) {
                throw new UsageException(
                        "The host \""
                                + wanted.name()
                                + "\" "
                                + option
                                + " is not part of the allocation.",
                        "Its hosts are those " + origin + ": " + names());
            }
            kept.add(limited(host, wanted));
        }
        return new Allocation(List.copyOf(kept), option + ", " + origin, counted, source);
    }

    private HostSlots limited(HostSlots host, HostSlots wanted) {
        if (wanted.wholes() > 0) {
            return host;
        }
        boolean free = host.wholes() > 0 || source == Source.OPTION;
        int slots = free ? wanted.slots() : Math.min(host.slots(), wanted.slots());
        return new HostSlots(host.name(), host.user(), slots, 0, 0, host.most());
    }

    private String names() {
        List<String> names = hosts.stream().limit(8).map(HostSlots::name).toList();
        return String.join(", ", names) + (hosts.size() > names.size() ? ", ..." : "");
    }
}
