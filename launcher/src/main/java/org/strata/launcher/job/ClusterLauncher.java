package org.strata.launcher.job;

import org.strata.launcher.cli.UsageException;
import org.strata.launcher.host.SignalName;
import org.strata.launcher.node.DaemonCommand;
import org.strata.launcher.node.JarDigest;
import org.strata.launcher.plm.RemoteShell;
import org.strata.launcher.plm.SlurmStep;
import org.strata.launcher.plm.StartMethod;
import org.strata.launcher.session.Sentinel;
import org.strata.launcher.session.Session;
import org.strata.launcher.wire.Hello;
import org.strata.launcher.wire.NodeFacts;
import org.strata.mca.base.InfoFacts;
import org.strata.mca.base.LocalHost;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Starts the daemons of other hosts, has the job planned, and runs it. */
public final class ClusterLauncher {
    private final Cluster cluster;
    private final byte[] secret;
    private final Planner planner;
    private final Console console;
    private DaemonStart start;
    private JobLauncher job;
    private SignalName early;

    /**
     * The other hosts, and how to reach them.
     *
     * @param nodes the hosts, numbered from 1
     * @param addresses where mpirun listens for daemons
     * @param method how daemons are started
     * @param patience how long a daemon may be silent
     * @param scratch directory for the job's files on other hosts; empty for their own choice
     * @param grace how long processes there may take to end when mpirun is lost
     */
    public record Cluster(
            List<RemoteNode> nodes,
            List<InetAddress> addresses,
            StartMethod method,
            Duration patience,
            String scratch,
            Duration grace) {}

    /** Plans the job when the hosts are known. */
    public interface Planner {
        /**
         * Returns what to run, or null for nothing.
         *
         * @param facts those of each node
         */
        JobLauncher plan(Map<Integer, NodeFacts> facts) throws UsageException, IOException;
    }

    /**
     * Makes a launcher.
     *
     * @param secret the secret that the job must have, or null to make one
     */
    public ClusterLauncher(Cluster cluster, byte[] secret, Planner planner, Console console) {
        this.cluster = cluster;
        this.secret = secret == null ? null : secret.clone();
        this.planner = planner;
        this.console = console;
    }

    /** Passes a signal that mpirun has received on; from any thread. */
    public synchronized void signal(SignalName signal) {
        if (job != null) {
            job.signal(signal);
        } else if (signal.polite()) {
            early = signal;
            if (start != null) {
                start.cancel(signal);
            }
        }
    }

    /**
     * Runs the job.
     *
     * @param temporary directory for temporary files
     * @return mpirun's exit code
     */
    public int run(Path temporary) throws UsageException, IOException, InterruptedException {
        Session session = Session.open(temporary, secret);
        try (Sentinel sentinel = Sentinel.start(session);
                session;
                RemoteNodes nodes = nodes(session)) {
            console.detail("daemons connect to " + nodes.port().addresses());
            Map<Integer, NodeFacts> facts = begin(session, nodes).run();
            JobLauncher planned = planner.plan(facts);
            int code = planned == null ? 0 : become(planned).run(session, sentinel, nodes);
            sentinel.dismiss();
            return code;
        } catch (StartException e) {
            if (!e.outcome().text().isEmpty()) {
                console.error(e.outcome().text());
            }
            return e.outcome().exitCode();
        }
    }

    private RemoteNodes nodes(Session session) throws IOException {
        return RemoteNodes.listening(
                cluster.nodes(),
                cluster.addresses(),
                session.secret(),
                cluster.patience().toMillis());
    }

    private synchronized DaemonStart begin(Session session, RemoteNodes nodes) throws IOException {
        NodeFacts own =
                new NodeFacts(
                        InfoFacts.installedVersion(),
                        JarDigest.ofInstallation(),
                        LocalHost.name(),
                        Runtime.getRuntime().availableProcessors(),
                        "",
                        0);
        start = new DaemonStart(nodes, starter(session, nodes), own, console);
        if (early != null) {
            start.cancel(early);
        }
        return start;
    }

    private DaemonStarter starter(Session session, RemoteNodes nodes) {
        String scratch = cluster.scratch();
        return switch (cluster.method()) {
            case RemoteShell shell ->
                    new RemoteShellStarter(
                            nodes,
                            shell,
                            hello(
                                    session,
                                    nodes,
                                    withGrace(DaemonCommand.parameters(shell.agent(), scratch))),
                            console);
            case SlurmStep step -> {
                List<String> hosts = cluster.nodes().stream().map(RemoteNode::host).toList();
                yield new SlurmStarter(
                        nodes,
                        step,
                        hello(session, nodes, DaemonCommand.parameters(hosts, scratch)),
                        console);
            }
        };
    }

    /**
     * Adds how long ranks may take to end after SIGTERM when their daemon loses mpirun. A daemon in
     * a step of Slurm is told none: Slurm kills it as soon as srun is gone.
     */
    private Map<String, String> withGrace(Map<String, String> words) {
        Map<String, String> parameters = new HashMap<>(words);
        parameters.put(DaemonCommand.GRACE, Long.toString(cluster.grace().toMillis()));
        return parameters;
    }

    private Hello hello(Session session, RemoteNodes nodes, Map<String, String> parameters) {
        return new Hello(
                InfoFacts.installedVersion(),
                session.jobId(),
                session.secret(),
                0,
                "",
                nodes.port().addresses(),
                cluster.patience().toMillis(),
                parameters);
    }

    /** From now on signals are the job's. */
    private synchronized JobLauncher become(JobLauncher planned) {
        job = planned;
        if (early != null) {
            job.signal(early);
        }
        return job;
    }
}
