package org.strata.launcher.job;

import org.strata.launcher.wire.NodeFacts;
import org.strata.mca.base.Printable;

import java.util.List;

/** What a running job does when daemons report. Belongs to the job's thread. */
record NodeWatch(Job job, RemoteNodes nodes, Console console) implements NodeEvents {
    @Override
    public void ready(int node, NodeFacts facts) {
        lost(node, "it has connected twice");
    }

    @Override
    public void failed(int node, List<String> lines) {
        String host = nodes.node(node).host();
        end(node, new Outcome(Verdicts.FAILURE, -1, StartTexts.onHost(host, lines)));
    }

    @Override
    public void lost(int node, String reason) {
        List<Integer> ranks = job.ranksOf(node);
        end(node, Verdicts.ofLostHost(nodes.node(node).host(), ranks, Printable.text(reason)));
    }

    /** The daemon ends when its standard input does. */
    @Override
    public void agentEnded(int node, int status, String output) {
        lost(node, "its remote shell has ended with code " + status);
    }

    private void end(int node, Outcome verdict) {
        nodes.forget(node);
        job.nodeLost(node, verdict);
    }

    @Override
    public void exited(int rank, int status) {
        job.exited(rank, status);
    }

    @Override
    public void warned(int node, String line) {
        console.warn(nodes.node(node).host() + ": " + Printable.text(line));
    }
}
