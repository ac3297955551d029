package org.strata.launcher.job;

import org.strata.launcher.wire.NodeFacts;
import org.strata.mca.base.Printable;

import java.util.List;

/** What a running job does when daemons report. Belongs to the job's thread. */
record NodeWatch(Job job, RemoteNodes nodes, JobReporting reporting, Console console)
        implements NodeEvents {
    @Override
    public void ready(int node, NodeFacts facts) {
        lost(node, "it has connected twice");
    }

    @Override
    public void failed(int node, List<String> lines) {
        String host = nodes.node(node).host();
        Outcome verdict = new Outcome(Verdicts.FAILURE, -1, StartTexts.onHost(host, lines));
        end(List.of(nodes.node(node)), job.ranksOf(node), verdict);
    }

    @Override
    public void lost(int node, String reason) {
        lost(List.of(nodes.node(node)), Printable.text(reason));
    }

    /** A daemon ends when its standard input does. */
    @Override
    public void agentEnded(int node, int status, String output) {
        if (node == SlurmStarter.ALL_NODES) {
            lost(nodes.nodes(), "the srun that ran them has ended with code " + status);
        } else {
            lost(node, "its remote shell has ended with code " + status);
        }
    }

    private void lost(List<RemoteNode> gone, String reason) {
        List<String> hosts = gone.stream().map(RemoteNode::host).toList();
        List<Integer> ranks =
                gone.stream()
                        .flatMap(node -> job.ranksOf(node.number()).stream())
                        .sorted()
                        .toList();
        end(gone, ranks, Verdicts.ofLostHosts(hosts, ranks, reason));
    }

    private void end(List<RemoteNode> gone, List<Integer> ranks, Outcome verdict) {
        gone.forEach(node -> nodes.forget(node.number()));
        job.ranksLost(ranks, verdict);
    }

    @Override
    public void exited(int rank, int status) {
        job.exited(rank, status);
    }

    @Override
    public void measured(int node, int rank, byte[] numbers) {
        reporting.received(rank, nodes.node(node).host(), numbers);
    }

    @Override
    public void traced(int node, int rank, byte[] events) {
        reporting.receivedEvents(rank, nodes.node(node).host(), node, events);
    }

    @Override
    public void warned(int node, String line) {
        console.warn(nodes.node(node).host() + ": " + Printable.text(line));
    }
}
