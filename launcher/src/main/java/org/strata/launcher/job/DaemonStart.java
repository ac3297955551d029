package org.strata.launcher.job;

import org.strata.launcher.plm.AgentCommand;
import org.strata.launcher.wire.Hello;
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
 * Starts the daemons of a job and waits until all of them are connected. Names and servers that
 * come late are tried again: in Kubernetes both do. One thread runs it.
 */
final class DaemonStart implements NodeEvents {
    /** After this time nothing is tried again. */
    private static final Duration LAST_TRY = Duration.ofSeconds(11);

    /** Time from the start of a remote shell until its daemon is connected. */
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private static final long BACK_OFF_MILLIS = 250;
    private static final long LONGEST_PAUSE_MILLIS = 2000;

    private final RemoteNodes nodes;
    private final AgentCommand command;
    private final Hello hello;
    private final RemoteShellOptions options;
    private final NodeFacts own;
    private final Console console;
    private final StartTree tree;
    private final BlockingQueue<Consumer<NodeEvents>> events = new LinkedBlockingQueue<>();
    private final Map<Integer, NodeFacts> facts = new HashMap<>();
    private final Map<Integer, Integer> tries = new HashMap<>();
    private final Map<Integer, Long> firstTry = new HashMap<>();

    /** When to try a node again. */
    private final Map<Integer, Long> again = new HashMap<>();

    private StartException failure;

    /**
     * @param hello for any node
     * @param own what mpirun is itself
     */
    DaemonStart(
            RemoteNodes nodes,
            AgentCommand command,
            Hello hello,
            RemoteShellOptions options,
            NodeFacts own,
            Console console) {
        this.nodes = nodes;
        this.command = command;
        this.hello = hello;
        this.options = options;
        this.own = own;
        this.console = console;
        int all = nodes.nodes().size();
        tree = new StartTree(all, options.tree() ? options.radix() : Math.max(1, all));
    }

    /** Returns the facts of each node once all daemons wait for orders. */
    Map<Integer, NodeFacts> run() throws StartException, InterruptedException {
        nodes.handleBy(events::add);
        startNext();
        while (facts.size() < nodes.nodes().size() && failure == null) {
            Consumer<NodeEvents> event = events.poll(pauseMillis(), TimeUnit.MILLISECONDS);
            while (event != null && failure == null) {
                event.accept(this);
                event = events.poll();
            }
            tryAgain();
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

    private void startNext() {
        for (StartTree.Start start : tree.next()) {
            start(start.node());
        }
    }

    private void start(int number) {
        RemoteNode node = nodes.node(number);
        tries.merge(number, 1, Integer::sum);
        firstTry.putIfAbsent(number, System.nanoTime());
        console.detail("starting the daemon on " + node.host());
        if (tree.parent(number) == StartTree.ROOT) {
            byte[] greeting = hello.forNode(number, node.host()).encode();
            nodes.agents().start(command.words(node.host(), node.user()), number, greeting);
        } else {
            nodes.startThrough(tree.parent(number), node);
        }
    }

    private long pauseMillis() {
        long now = System.nanoTime();
        long next = TimeUnit.SECONDS.toNanos(1);
        for (long when : again.values()) {
            next = Math.min(next, when - now);
        }
        return Math.max(1, TimeUnit.NANOSECONDS.toMillis(next));
    }

    private void tryAgain() {
        long now = System.nanoTime();
        List<Integer> due =
                again.entrySet().stream()
                        .filter(entry -> entry.getValue() <= now)
                        .map(Map.Entry::getKey)
                        .toList();
        for (int node : due) {
            again.remove(node);
            start(node);
        }
    }

    private void checkLimit() {
        firstTry.forEach((node, since) -> {
            boolean late = System.nanoTime() - since > LIMIT.toNanos();
            if (late && !facts.containsKey(node) && failure == null) {
                fail(
                        Verdicts.FAILURE,
                        StartTexts.silent(nodes.node(node).host(), (int) LIMIT.toSeconds()));
            }
        });
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
            fail(Verdicts.FAILURE, StartTexts.otherVersion(remote.host(), found, own));
            return;
        }
        console.detail("the daemon on " + remote.host() + " is connected");
        facts.put(node, found);
        tree.runs(node);
        if (options.tree()) {
            startNext();
        }
    }

    @Override
    public void failed(int node, List<String> lines) {
        fail(Verdicts.FAILURE, StartTexts.onHost(nodes.node(node).host(), lines));
    }

    @Override
    public void lost(int node, String reason) {
        fail(Verdicts.FAILURE, StartTexts.lost(nodes.node(node).host(), reason));
    }

    @Override
    public void agentEnded(int node, int status, String output) {
        RemoteNode remote = nodes.node(node);
        long tried = System.nanoTime() - firstTry.get(node);
        boolean worthwhile =
                !facts.containsKey(node)
                        && status == RemoteShellOptions.NO_CONNECTION
                        && StartTexts.mayPass(output)
                        && tries.get(node) < options.retries()
                        && tried < LAST_TRY.toNanos();
        if (worthwhile) {
            long pause = Math.min(LONGEST_PAUSE_MILLIS, tries.get(node) * BACK_OFF_MILLIS);
            again.put(node, System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(pause));
        } else {
            String by =
                    tree.parent(node) == StartTree.ROOT ? "" : nodes.node(tree.parent(node)).host();
            fail(
                    Verdicts.FAILURE,
                    StartTexts.agentEnded(
                            remote.host(), by, String.join(" ", command.agent()), status, output));
        }
    }

    @Override
    public void exited(int rank, int status) {
        throw new IllegalStateException("rank " + rank + " has not been started");
    }

    @Override
    public void warned(int node, String line) {
        console.warn(nodes.node(node).host() + ": " + Printable.text(line));
    }
}
