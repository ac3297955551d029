package org.strata.launcher.job;

import org.strata.launcher.plm.RemoteShell;
import org.strata.launcher.wire.Hello;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Starts daemons through a remote shell each; daemons that run start others. Names and servers that
 * come late are tried again: in Kubernetes both do.
 */
final class RemoteShellStarter implements DaemonStarter {
    /** After this time nothing is tried again. */
    private static final Duration LAST_TRY = Duration.ofSeconds(11);

    private static final long BACK_OFF_MILLIS = 250;
    private static final long LONGEST_PAUSE_MILLIS = 2000;

    private final RemoteNodes nodes;
    private final RemoteShell shell;
    private final Hello hello;
    private final Console console;
    private final StartTree tree;
    private final Set<Integer> connected = new HashSet<>();
    private final Map<Integer, Integer> tries = new HashMap<>();
    private final Map<Integer, Long> firstTry = new HashMap<>();

    /** When to try a node again. */
    private final Map<Integer, Long> again = new HashMap<>();

    /**
     * @param hello for any node
     */
    RemoteShellStarter(RemoteNodes nodes, RemoteShell shell, Hello hello, Console console) {
        this.nodes = nodes;
        this.shell = shell;
        this.hello = hello;
        this.console = console;
        int all = nodes.nodes().size();
        tree = new StartTree(all, shell.tree() ? shell.radix() : Math.max(1, all));
    }

    @Override
    public void start() {
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
            List<String> words = shell.agent().words(node.host(), node.user());
            nodes.agents().start(new ProcessBuilder(words), number, greeting);
        } else {
            nodes.startThrough(tree.parent(number), node);
        }
    }

    @Override
    public void connected(int node) {
        connected.add(node);
        tree.runs(node);
        if (shell.tree()) {
            start();
        }
    }

    @Override
    public List<String> ended(int node, int status, String output) {
        boolean worthwhile =
                !connected.contains(node)
                        && status == RemoteShell.NO_CONNECTION
                        && StartTexts.mayPass(output)
                        && tries.get(node) < shell.retries()
                        && age(node) < LAST_TRY.toNanos();
        if (worthwhile) {
            long pause = Math.min(LONGEST_PAUSE_MILLIS, tries.get(node) * BACK_OFF_MILLIS);
            again.put(node, System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(pause));
            return null;
        }
        int parent = tree.parent(node);
        return StartTexts.agentEnded(
                nodes.node(node).host(),
                parent == StartTree.ROOT ? "" : nodes.node(parent).host(),
                String.join(" ", shell.agent().agent()),
                status,
                output);
    }

    @Override
    public void repeat() {
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

    @Override
    public long pauseMillis() {
        long now = System.nanoTime();
        long next = TimeUnit.SECONDS.toNanos(1);
        for (long when : again.values()) {
            next = Math.min(next, when - now);
        }
        return Math.max(1, TimeUnit.NANOSECONDS.toMillis(next));
    }

    @Override
    public long age(int node) {
        Long since = firstTry.get(node);
        return since == null ? 0 : System.nanoTime() - since;
    }

    @Override
    public List<String> silent(int node, int seconds) {
        return StartTexts.silent(nodes.node(node).host(), seconds);
    }
}
