package org.strata.launcher;

import org.strata.launcher.cli.UsageException;
import org.strata.launcher.job.ClusterLauncher.Cluster;
import org.strata.launcher.job.JobLimits;
import org.strata.launcher.job.RemoteNode;
import org.strata.launcher.node.DaemonCommand;
import org.strata.launcher.plm.AgentCommand;
import org.strata.launcher.plm.RemoteShell;
import org.strata.launcher.plm.SlurmStep;
import org.strata.launcher.plm.StartMethod;
import org.strata.launcher.program.Programs;
import org.strata.mca.base.Installation;
import org.strata.mca.base.Parameters;
import org.strata.mca.base.Section;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Reads the parameters of how daemons are started on other hosts. */
final class ClusterParameters {
    /** Hydra's arguments for ssh; Kubernetes' mpi-operator sets it. */
    private static final String HYDRA_ARGUMENTS = "HYDRA_LAUNCH_EXTRA_ARGS";

    private static final double MILLIS_PER_SECOND = 1000;

    private ClusterParameters() {}

    /**
     * Returns what {@link Cluster} says.
     *
     * @param nodes the other hosts
     * @param environment mpirun's, whose PATH has the remote shell
     * @param scratch directory for the job's files that the user named, or an empty text
     * @param slurm whether the hosts are those of an allocation of Slurm
     */
    static Cluster of(
            Parameters parameters,
            List<RemoteNode> nodes,
            Map<String, String> environment,
            String scratch,
            boolean slurm)
            throws UsageException, IOException {
        Section rsh = parameters.section("plm", "rsh");
        String java = rsh.text("java");
        String prefix = rsh.text("prefix");
        Path home = prefix.isEmpty() ? Installation.home() : Path.of(prefix).toAbsolutePath();
        if (home == null) {
            throw new UsageException(
                    "Jobs on several hosts need an installation of Strata, or --prefix DIR.",
                    "This mpirun was started from a single jar.");
        }
        List<String> words =
                DaemonCommand.words(java.isEmpty() ? Programs.ownJava().toString() : java, home);
        Section oob = parameters.section("oob");
        List<String> hosts = nodes.stream().map(RemoteNode::host).toList();
        return new Cluster(
                nodes,
                HeadAddresses.choose(oob.text("if-include"), hosts),
                method(parameters, environment, words, slurm),
                Duration.ofMillis(Math.round(oob.number("heartbeat-timeout") * MILLIS_PER_SECOND)),
                scratch,
                JobLimits.sigkillTimeout(parameters.section("odls", "base")));
    }

    /** Inside of an allocation of Slurm, Slurm starts the daemons, unless the user excludes it. */
    private static StartMethod method(
            Parameters parameters,
            Map<String, String> environment,
            List<String> daemon,
            boolean slurm)
            throws UsageException {
        StarterNames names = StarterNames.parse(parameters.section("plm", "base").text("starter"));
        String path = environment.getOrDefault("PATH", "");
        Path srun = slurm && names.allow(StarterNames.SLURM) ? SlurmStep.find(path) : null;
        if (srun != null) {
            String arguments = parameters.section("plm", "slurm").text("args").strip();
            return new SlurmStep(
                    srun,
                    arguments.isEmpty() ? List.of() : List.of(arguments.split("\\s+")),
                    daemon);
        }
        if (names.allow(StarterNames.RSH)) {
            return remoteShell(parameters, environment, AgentCommand.quoted(daemon));
        }
        throw new UsageException(
                "plm = slurm: "
                        + (slurm
                                ? "there is no srun in PATH."
                                : "this job's hosts are not those of an allocation of Slurm."));
    }

    private static RemoteShell remoteShell(
            Parameters parameters, Map<String, String> environment, String daemon)
            throws UsageException {
        Section rsh = parameters.section("plm", "rsh");
        String arguments = rsh.text("args");
        AgentCommand agent =
                AgentCommand.find(
                        rsh.text("agent"),
                        arguments.isEmpty()
                                ? environment.getOrDefault(HYDRA_ARGUMENTS, "")
                                : arguments,
                        daemon,
                        environment.getOrDefault("PATH", ""));
        return new RemoteShell(
                agent,
                rsh.integer("retries"),
                !rsh.bool("no-tree-spawn"),
                parameters.section("routed").integer("radix"));
    }
}
