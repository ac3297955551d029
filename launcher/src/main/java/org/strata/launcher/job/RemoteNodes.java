package org.strata.launcher.job;

import org.strata.launcher.host.SignalName;
import org.strata.launcher.plm.Agents;
import org.strata.launcher.timeline.HostClocks;
import org.strata.launcher.wire.LaunchOrder;
import org.strata.launcher.wire.MessageReader;
import org.strata.launcher.wire.MessageReader.DamagedException;
import org.strata.launcher.wire.NodeFacts;
import org.strata.launcher.wire.NodeFrame;
import org.strata.oob.DaemonEvents;
import org.strata.oob.DaemonPort;

import java.io.IOException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The other hosts of a job as mpirun sees them: what their daemons send, and what they are sent.
 */
final class RemoteNodes implements DaemonEvents, AutoCloseable {
    /** Time that daemons have to clean up their hosts. */
    private static final long GONE_MILLIS = 3000;

    /** Makes the thread of mpirun's connections. */
    static final ThreadFactory CONTROL_THREADS =
            task -> Thread.ofPlatform().daemon().name("strata-oob").unstarted(task);

    private final List<RemoteNode> nodes;
    private final DaemonPort port;
    private final Agents agents =
            new Agents((node, status, output) -> post(to -> to.agentEnded(node, status, output)));
    private final Map<Integer, RemoteProcess> ranks = new ConcurrentHashMap<>();
    private final Map<Integer, Integer> nodeOfRank = new ConcurrentHashMap<>();
    private final NodeChecks checks = new NodeChecks();

    /**
     * What is learnt of hosts' clocks; null if nobody asks. Written by the thread that asks. Pairs
     * with RemoteNodes.handle, on the event loop.
     */
    private volatile HostClocks clocks;

    /** Who waits for the threads of ranks, by rank. */
    private final Map<Integer, CompletableFuture<List<String>>> threads = new ConcurrentHashMap<>();

    // What follows is guarded by this object.
    private final Set<Integer> connected = new HashSet<>();
    private final List<Consumer<NodeEvents>> early = new ArrayList<>();
    private Consumer<Consumer<NodeEvents>> sink;

    private RemoteNodes(List<RemoteNode> nodes, Port port) throws IOException {
        this.nodes = List.copyOf(nodes);
        this.port = port.open(this);
    }

    /** Opens a port for what daemons send. */
    @FunctionalInterface
    private interface Port {
        DaemonPort open(DaemonEvents events) throws IOException;
    }

    /**
     * Opens the port that daemons connect to.
     *
     * @param addresses where it listens
     * @param patienceMillis how long a daemon may be silent
     */
    static RemoteNodes listening(
            List<RemoteNode> nodes, List<InetAddress> addresses, byte[] secret, long patienceMillis)
            throws IOException {
        return new RemoteNodes(
                nodes,
                events ->
                        DaemonPort.open(
                                addresses,
                                secret,
                                nodes.size() + 1,
                                patienceMillis,
                                events,
                                CONTROL_THREADS));
    }

    /** Returns the other hosts of a job that has none: nobody can connect. */
    static RemoteNodes none() throws IOException {
        return new RemoteNodes(List.of(), events -> DaemonPort.closed(events, CONTROL_THREADS));
    }

    /** Returns the remote shells that this process runs. */
    Agents agents() {
        return agents;
    }

    DaemonPort port() {
        return port;
    }

    List<RemoteNode> nodes() {
        return nodes;
    }

    RemoteNode node(int number) {
        return nodes.get(number - 1);
    }

    /** Keeps events from now on, until somebody handles them. */
    synchronized void keepEvents(Collection<Consumer<NodeEvents>> unhandled) {
        sink = null;
        early.addAll(unhandled);
    }

    /** Sets who handles events from now on; those that nobody has handled come first. */
    synchronized void handleBy(Consumer<Consumer<NodeEvents>> next) {
        sink = next;
        early.forEach(next);
        early.clear();
    }

    /** Adds an event; from any thread. */
    synchronized void post(Consumer<NodeEvents> event) {
        if (sink == null) {
            early.add(event);
        } else {
            sink.accept(event);
        }
    }

    // ---- what daemons send, on the event loop

    @Override
    public synchronized void connected(int node) {
        connected.add(node);
    }

    @Override
    public void received(int node, byte[] message) {
        try {
            handle(node, new MessageReader(message));
        } catch (DamagedException e) {
            post(to -> to.lost(node, "it has sent a damaged message: " + e.getMessage()));
        }
    }

    private void handle(int node, MessageReader in) {
        switch (NodeFrame.of(in)) {
            case READY -> {
                NodeFacts facts = NodeFacts.read(in);
                post(to -> to.ready(node, facts));
            }
            case FAILED -> {
                List<String> lines = in.texts();
                post(to -> to.failed(node, lines));
            }
            case WARNING -> {
                String line = in.text();
                post(to -> to.warned(node, line));
            }
            case STARTED -> rank(node, in.number()).started(in.large());
            case OUTPUT -> output(node, in);
            case INPUT_TAKEN -> rank(node, in.number()).input().taken(in.number());
            case EXITED -> {
                int rank = in.number();
                rank(node, rank);
                int status = in.number();
                post(to -> to.exited(rank, status));
            }
            case NUMBERS -> {
                int rank = in.number();
                rank(node, rank);
                byte[] numbers = in.bytes();
                post(to -> to.measured(node, rank, numbers));
            }
            case TIMELINE -> {
                int rank = in.number();
                rank(node, rank);
                byte[] events = in.bytes();
                post(to -> to.traced(node, rank, events));
            }
            case CLOCK_READ -> {
                long now = System.nanoTime();
                HostClocks asked = clocks;
                if (asked != null) {
                    asked.add(node, in.large(), in.large(), now);
                }
            }
            case AGENT_ENDED -> {
                int other = in.number();
                int status = in.number();
                String output = in.text();
                if (other < 1 || other > nodes.size()) {
                    throw new DamagedException("node " + other);
                }
                post(to -> to.agentEnded(other, status, output));
            }
            case CHECKED -> {
                int number = in.number();
                List<String> refusal = new ArrayList<>(in.texts());
                if (!refusal.isEmpty()) {
                    refusal.add("Host: " + node(node).host());
                }
                checks.answered(number, node, refusal);
            }
            case THREADS -> threads(node, in);
            case GONE -> gone(node);
            default -> throw new DamagedException("a message that only mpirun sends");
        }
    }

    private void output(int node, MessageReader in) {
        RemoteStream stream = rank(node, in.number()).stream(in.number());
        if (stream == null) {
            throw new DamagedException("no such stream");
        }
        stream.add(in.bytes());
    }

    private void threads(int node, MessageReader in) {
        int rank = in.number();
        rank(node, rank);
        CompletableFuture<List<String>> answer = threads.remove(rank);
        if (answer != null) {
            answer.complete(in.texts());
        }
    }

    private RemoteProcess rank(int node, int rank) {
        if (nodeOfRank.getOrDefault(rank, -1) != node) {
            throw new DamagedException("rank " + rank + " is not there");
        }
        return ranks.get(rank);
    }

    @Override
    public void lost(int node, String reason) {
        gone(node);
        post(to -> to.lost(node, reason));
    }

    private synchronized void gone(int node) {
        connected.remove(node);
        notifyAll();
    }

    // ---- what they are sent

    /** Makes the process of a rank on another host, which {@link #launch} starts. */
    RemoteProcess process(int node, int rank, boolean mergeErrors) {
        RemoteInput input =
                new RemoteInput(bytes ->
                        port.send(node, NodeFrame.INPUT.start().number(rank).bytes(bytes).end()));
        RemoteProcess process =
                new RemoteProcess(
                        input, stream(node, rank, 1), mergeErrors ? null : stream(node, rank, 2));
        ranks.put(rank, process);
        nodeOfRank.put(rank, node);
        return process;
    }

    private RemoteStream stream(int node, int rank, int number) {
        return new RemoteStream(count ->
                port.send(
                        node,
                        NodeFrame.OUTPUT_TAKEN
                                .start()
                                .number(rank)
                                .number(number)
                                .number(count)
                                .end()));
    }

    /**
     * Asks daemons whether they can start something.
     *
     * @param orders what each node would start
     * @param answer gets why not, none if they can; not called when a daemon is lost, which ends
     *     the job
     */
    void check(Map<Integer, LaunchOrder> orders, Consumer<List<String>> answer) {
        int number = checks.add(orders.keySet(), answer);
        orders.forEach((node, order) ->
                port.send(node, order.write(NodeFrame.CHECK.start().number(number)).end()));
    }

    /** Asks a daemon for the Java threads of a rank; it may never answer. */
    CompletableFuture<List<String>> threads(int node, int rank) {
        CompletableFuture<List<String>> answer =
                threads.computeIfAbsent(rank, number -> new CompletableFuture<>());
        port.send(node, NodeFrame.STACKS.start().number(rank).end());
        return answer;
    }

    void launch(int node, LaunchOrder order) {
        port.send(node, order.write(NodeFrame.LAUNCH.start()).end());
    }

    /** Has a daemon start that of another node. */
    void startThrough(int parent, RemoteNode node) {
        port.send(
                parent,
                NodeFrame.START_DAEMON
                        .start()
                        .number(node.number())
                        .text(node.host())
                        .text(node.user())
                        .end());
    }

    /**
     * Asks all daemons for their time.
     *
     * @param answers where the answers go
     */
    void readClocks(HostClocks answers) {
        clocks = answers;
        for (RemoteNode node : nodes) {
            port.send(node.number(), NodeFrame.READ_CLOCK.start().large(System.nanoTime()).end());
        }
    }

    /** Sends a signal to all processes of the job on a host, or to its ranks only. */
    void signal(int node, SignalName signal, boolean all) {
        if (signal == SignalName.CONT) {
            port.pause(node, false);
        }
        port.send(node, NodeFrame.SIGNAL.start().number(signal.number()).flag(all).end());
        if (signal == SignalName.STOP) {
            port.pause(node, true);
            port.flush();
        }
    }

    void sweep(int node) {
        port.send(node, NodeFrame.SWEEP.start().end());
    }

    /** A host is lost: its ranks write and read no more. */
    void forget(int node) {
        nodeOfRank.forEach((rank, of) -> {
            if (of == node) {
                ranks.get(rank).lost();
            }
        });
    }

    /** Has the daemons clean up their hosts and end. */
    @Override
    public void close() {
        handleBy(event -> {});
        for (RemoteNode node : nodes) {
            port.send(node.number(), NodeFrame.END.start().end());
        }
        try {
            awaitGone();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        agents.close();
        port.close();
    }

    private synchronized void awaitGone() throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(GONE_MILLIS);
        long left = GONE_MILLIS;
        while (!connected.isEmpty() && left > 0) {
            wait(left);
            left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
        }
    }
}
