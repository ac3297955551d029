package org.strata.launcher.ras;

import org.strata.launcher.cli.UsageException;
import org.strata.launcher.ras.Allocation.Source;
import org.strata.launcher.raw.RawPath;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Reads the allocation that a resource manager leaves in variables and files. */
final class ResourceManagers {
    private final Map<String, String> environment;

    ResourceManagers(Map<String, String> environment) {
        this.environment = environment;
    }

    /** Returns the allocation this process is in, or null when it is in none. */
    Allocation find() throws UsageException {
        if (has("SLURM_JOB_ID", "SLURM_JOBID") && has("SLURM_JOB_NODELIST", "SLURM_NODELIST")) {
            return slurm();
        }
        if (has("PBS_JOBID") && has("PBS_NODEFILE")) {
            return pbs();
        }
        if (has("LSB_JOBID") && has("LSB_MCPU_HOSTS")) {
            return lsf();
        }
        if (has("JOB_ID") && has("SGE_ROOT") && has("PE_HOSTFILE")) {
            return sge();
        }
        return null;
    }

    /**
     * The tasks per node count; where a job asked for none, the processors per node. The number of
     * tasks of the whole job is not used: it need not fit the nodes that the job was given.
     */
    private Allocation slurm() throws UsageException {
        List<String> names = NodeList.expand(first("SLURM_JOB_NODELIST", "SLURM_NODELIST"));
        String variable =
                has("SLURM_TASKS_PER_NODE") ? "SLURM_TASKS_PER_NODE" : "SLURM_JOB_CPUS_PER_NODE";
        List<HostSlots> hosts = new ArrayList<>();
        if (!has(variable)) {
            names.forEach(name -> hosts.add(HostSlots.whole(name)));
        } else {
            List<Integer> counts = TaskCounts.expand(environment.get(variable), variable);
            if (counts.size() < names.size()) {
                throw new UsageException(
                        variable
                                + " = "
                                + environment.get(variable)
                                + " counts "
                                + counts.size()
                                + " nodes, SLURM_JOB_NODELIST names "
                                + names.size()
                                + ".");
            }
            for (int i = 0; i < names.size(); i++) {
                hosts.add(HostSlots.of(names.get(i), counts.get(i)));
            }
        }
        return Allocation.of(
                hosts, "of the Slurm job " + first("SLURM_JOB_ID", "SLURM_JOBID"), Source.SLURM);
    }

    /** A line per slot. */
    private Allocation pbs() throws UsageException {
        Path file = RawPath.of(environment.get("PBS_NODEFILE"));
        List<HostSlots> hosts = new ArrayList<>();
        for (String line : HostFile.lines(file, "PBS_NODEFILE")) {
            hosts.add(HostSlots.of(line.strip(), 1));
        }
        return Allocation.of(hosts, "of the PBS job " + environment.get("PBS_JOBID"), Source.PBS);
    }

    private Allocation lsf() throws UsageException {
        String[] words = environment.get("LSB_MCPU_HOSTS").strip().split("\\s+");
        if (words.length % 2 != 0) {
            throw new UsageException("LSB_MCPU_HOSTS names a host without a number of slots.");
        }
        List<HostSlots> hosts = new ArrayList<>();
        for (int i = 0; i < words.length; i += 2) {
            hosts.add(HostSlots.of(words[i], slots(words[i + 1], "LSB_MCPU_HOSTS")));
        }
        return Allocation.of(hosts, "of the LSF job " + environment.get("LSB_JOBID"), Source.LSF);
    }

    private Allocation sge() throws UsageException {
        Path file = RawPath.of(environment.get("PE_HOSTFILE"));
        List<HostSlots> hosts = new ArrayList<>();
        for (String line : HostFile.lines(file, "PE_HOSTFILE")) {
            String[] words = line.strip().split("\\s+");
            if (words.length < 2) {
                throw new UsageException("A line of PE_HOSTFILE has no number of slots: " + line);
            }
            hosts.add(HostSlots.of(words[0], slots(words[1], "PE_HOSTFILE")));
        }
        return Allocation.of(hosts, "of the SGE job " + environment.get("JOB_ID"), Source.SGE);
    }

    private boolean has(String... names) {
        return first(names) != null;
    }

    private String first(String... names) {
        for (String name : names) {
            String value = environment.get(name);
            if (value != null && !value.isBlank()) {
                return value;
            }
        }
        return null;
    }

    private static int slots(String text, String where) throws UsageException {
        return HostFile.positive(text, where + " = " + text);
    }
}
