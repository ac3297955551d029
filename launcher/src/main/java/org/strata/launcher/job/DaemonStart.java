package org.strata.launcher.job;

import org.strata.launcher.host.SignalName;
import org.strata.launcher.wire.NodeFacts;
import org.strata.mca.base.Printable;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Has the daemons of a job started and waits until all of them are connected. One thread runs it.
 */
final class DaemonStart implements NodeEvents {
    /** Time from the first try to start a daemon until it is connected. */
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final RemoteNodes nodes;
    private final DaemonStarter starter;
    private final NodeFacts own;
    private final Console console;
    private final BlockingQueue<Consumer<NodeEvents>> events = new LinkedBlockingQueue<>();
    private final Map<Integer, NodeFacts> facts = new HashMap<>();
    private StartException failure;

    /**
     * @param own what mpirun is itself
     */
    DaemonStart(RemoteNodes nodes, DaemonStarter starter, NodeFacts own, Console console) {
        this.nodes = nodes;
        this.starter = starter;
        this.own = own;
        this.console = console;
    }

    /** Returns the facts of each node once all daemons wait for orders. */
    Map<Integer, NodeFacts> run() throws StartException, InterruptedException {
        nodes.handleBy(events::add);
        starter.start();
        while (facts.size() < nodes.nodes().size() && failure == null) {
            Consumer<NodeEvents> event = events.poll(starter.pauseMillis(), TimeUnit.MILLISECONDS);
            while (event != null && failure == null) {
                event.accept(this);
                event = events.poll();
            }
            starter.repeat();
            checkLimit();
        }
        if (failure != null) {
            throw failure;
        }
        nodes.keepEvents(events);
        return facts;
    }

    /** Ends the start, as the user wishes; from any thread. */
    void cancel(SignalName signal) {
        events.add(to -> fail(signal.exitCode(), List.of()));
    }

    private void checkLimit() {
        for (RemoteNode node : nodes.nodes()) {
            boolean late = starter.age(node.number()) > LIMIT.toNanos();
            if (late && !facts.containsKey(node.number())) {
                fail(starter.silent(node.number(), (int) LIMIT.toSeconds()));
            }
        }
    }

    private void fail(List<String> lines) {
        fail(Verdicts.FAILURE, lines);
    }

    private void fail(int code, List<String> lines) {
        if (failure == null) {
            failure = new StartException(code, lines);
        }
    }

    @Override
    public void ready(int node, NodeFacts found) {
        RemoteNode remote = nodes.node(node);
        if (!found.version().equals(own.version()) || !found.digest().equals(own.digest())) {
            fail(StartTexts.otherVersion(remote.host(), found, own));
            return;
        }
        console.detail("the daemon on " + remote.host() + " is connected");
        facts.put(node, found);
        starter.connected(node);
    }

    @Override
    public void failed(int node, List<String> lines) {
        fail(StartTexts.onHost(nodes.node(node).host(), lines));
    }

    @Override
    public void lost(int node, String reason) {
        fail(StartTexts.lost(nodes.node(node).host(), reason));
    }

    @Override
    public void agentEnded(int node, int status, String output) {
        List<String> lines = starter.ended(node, status, output);
        if (lines != null) {
            fail(lines);
        }
    }

    @Override
    public void exited(int rank, int status) {
        throw new IllegalStateException("rank " + rank + " has not been started");
    }

    @Override
    public void measured(int node, int rank, byte[] numbers) {
        exited(rank, 0);
    }

    @Override
    public void traced(int node, int rank, byte[] events) {
        exited(rank, 0);
    }

    @Override
    public void warned(int node, String line) {
        console.warn(nodes.node(node).host() + ": " + Printable.text(line));
    }
}
