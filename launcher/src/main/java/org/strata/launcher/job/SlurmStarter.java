package org.strata.launcher.job;

import org.strata.launcher.plm.SlurmStep;
import org.strata.launcher.wire.Hello;

import java.util.List;
import java.util.concurrent.TimeUnit;

/** Starts all daemons by one {@code srun}. */
final class SlurmStarter implements DaemonStarter {
    /** Stands for all nodes where the end of what runs daemons is reported. */
    static final int ALL_NODES = 0;

    private final RemoteNodes nodes;
    private final SlurmStep step;
    private final Hello hello;
    private final Console console;
    private final List<String> hosts;
    private long since;

    /**
     * @param hello for all daemons
     */
    SlurmStarter(RemoteNodes nodes, SlurmStep step, Hello hello, Console console) {
        this.nodes = nodes;
        this.step = step;
        this.hello = hello;
        this.console = console;
        hosts = nodes.nodes().stream().map(RemoteNode::host).toList();
    }

    @Override
    public void start() {
        ProcessBuilder command = step.on(hosts);
        console.detail("starting the daemons: " + String.join(" ", command.command()));
        since = System.nanoTime();
        nodes.agents().start(command, ALL_NODES, hello.encode());
    }

    @Override
    public void connected(int node) {}

    @Override
    public List<String> ended(int node, int status, String output) {
        return StartTexts.stepEnded(hosts, step.srun().toString(), status, output);
    }

    @Override
    public void repeat() {}

    @Override
    public long pauseMillis() {
        return TimeUnit.SECONDS.toMillis(1);
    }

    @Override
    public long age(int node) {
        return since == 0 ? 0 : System.nanoTime() - since;
    }

    @Override
    public List<String> silent(int node, int seconds) {
        return StartTexts.stepSilent(nodes.node(node).host(), seconds);
    }
}
