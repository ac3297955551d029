package org.strata.launcher;

import org.strata.launcher.cli.UsageException;
import org.strata.launcher.job.ClusterLauncher.Cluster;
import org.strata.launcher.job.RemoteNode;
import org.strata.launcher.node.DaemonCommand;
import org.strata.launcher.plm.AgentCommand;
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
     */
    static Cluster of(
            Parameters parameters,
            List<RemoteNode> nodes,
            Map<String, String> environment,
            String scratch)
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
        String arguments = rsh.text("args");
        AgentCommand agent =
                AgentCommand.find(
                        rsh.text("agent"),
                        arguments.isEmpty()
                                ? environment.getOrDefault(HYDRA_ARGUMENTS, "")
                                : arguments,
                        AgentCommand.quoted(words),
                        environment.getOrDefault("PATH", ""));
        Section oob = parameters.section("oob");
        List<String> hosts = nodes.stream().map(RemoteNode::host).toList();
        return new Cluster(
                nodes,
                HeadAddresses.choose(oob.text("if-include"), hosts),
                agent,
                rsh.integer("retries"),
                !rsh.bool("no-tree-spawn"),
                parameters.section("routed").integer("radix"),
                Duration.ofMillis(Math.round(oob.number("heartbeat-timeout") * MILLIS_PER_SECOND)),
                scratch);
    }
}
