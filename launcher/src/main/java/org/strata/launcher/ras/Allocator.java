package org.strata.launcher.ras;

import org.strata.launcher.cli.UsageException;
import org.strata.launcher.ras.Allocation.Source;
import org.strata.launcher.raw.RawPath;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * Finds the hosts of a job. The first of these that exists decides: options, Slurm, PBS, LSF, SGE,
 * the default host file, this host. Inside an allocation, options choose some of its hosts.
 */
public final class Allocator {
    /** Host files that launchers of others find by a variable; so does Kubernetes' mpi-operator. */
    private static final List<String> FILES = List.of("HYDRA_HOST_FILE", "I_MPI_HYDRA_HOST_FILE");

    private final Map<String, String> environment;
    private final String localName;
    private final UnaryOperator<String> canonical;
    private final int unsaid;

    /**
     * @param environment mpirun's environment
     * @param localName this host's name
     * @param canonical returns {@code localName} for every name of this host, other names unchanged
     * @param unsaid slots of a host that a host file names once, without a count; 0 for one per
     *     processor
     */
    public Allocator(
            Map<String, String> environment,
            String localName,
            UnaryOperator<String> canonical,
            int unsaid) {
        this.environment = environment;
        this.localName = localName;
        this.canonical = canonical;
        this.unsaid = unsaid;
    }

    /**
     * Returns the allocation.
     *
     * @param lists values of {@code --host}
     * @param files values of {@code --hostfile}
     * @param ranked hosts of a rank file, which are the allocation where nothing else is
     * @param defaultFile the host file that a parameter names, or null
     */
    public Allocation allocate(
            List<String> lists, List<Path> files, List<HostSlots> ranked, Path defaultFile)
            throws UsageException {
        Allocation base = managed();
        if (!files.isEmpty()) {
            List<HostSlots> hosts = new ArrayList<>();
            for (Path file : files) {
                hosts.addAll(HostFile.read(file));
            }
            String origin = "from " + files.getFirst();
            base = base == null && relative(hosts) ? unnamed(defaultFile) : base;
            base =
                    base == null
                            ? named(hosts, origin, Source.OPTION)
                            : base.filter(local(hosts), origin);
        }
        if (!lists.isEmpty()) {
            List<HostSlots> hosts = new ArrayList<>();
            for (String list : lists) {
                hosts.addAll(HostFile.list(list));
            }
            String origin = "from --host";
            base = base == null && relative(hosts) ? unnamed(defaultFile) : base;
            return base == null
                    ? named(hosts, origin, Source.OPTION)
                    : base.filter(local(hosts), origin);
        }
        if (base != null) {
            return base;
        }
        return ranked.isEmpty()
                ? unnamed(defaultFile)
                : named(ranked, "of the rank file", Source.OPTION);
    }

    private static boolean relative(List<HostSlots> hosts) {
        return hosts.stream().anyMatch(host -> RelativeHosts.is(host.name()));
    }

    private Allocation managed() throws UsageException {
        Allocation found = new ResourceManagers(environment).find();
        if (found == null) {
            return null;
        }
        List<HostSlots> hosts =
                found.hosts().stream().map(host -> host.named(ownName(host.name()))).toList();
        return Allocation.of(hosts, found.origin(), found.source());
    }

    /** Resource managers write names of hosts, with or without domain: nobody needs to be asked. */
    private String ownName(String name) {
        boolean own = localName.startsWith(name + ".") || name.startsWith(localName + ".");
        return own ? localName : name;
    }

    private Allocation unnamed(Path defaultFile) throws UsageException {
        Path file = defaultFile;
        for (String variable : FILES) {
            String value = environment.get(variable);
            if (file == null && value != null && !value.isEmpty()) {
                file = RawPath.of(value);
            }
        }
        return file != null
                ? named(HostFile.read(file), "from " + file, Source.DEFAULT_FILE)
                : Allocation.of(
                        List.of(HostSlots.whole(localName)),
                        "the processors of " + localName,
                        Source.LOCAL);
    }

    private Allocation named(List<HostSlots> hosts, String origin, Source source)
            throws UsageException {
        return Allocation.of(local(hosts), origin, source, unsaid);
    }

    private List<HostSlots> local(List<HostSlots> hosts) {
        return hosts.stream().map(host -> host.named(canonical.apply(host.name()))).toList();
    }
}
