package org.strata.launcher.job;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;

/**
 * Who starts whose daemon: mpirun those of the first nodes, each of them some of the others as soon
 * as it runs. All of them connect to mpirun; only the logins are spread.
 */
final class StartTree {
    /** Stands for mpirun as a parent. */
    static final int ROOT = 0;

    /** A daemon to start now. */
    record Start(int parent, int node) {}

    private final int radix;
    private final Queue<Integer> waiting = new ArrayDeque<>();
    private final Map<Integer, Integer> children = new HashMap<>();
    private final Map<Integer, Integer> parents = new HashMap<>();

    /**
     * @param nodes number of daemons to start
     * @param radix daemons that one parent starts at most
     */
    StartTree(int nodes, int radix) {
        this.radix = radix;
        for (int node = 1; node <= nodes; node++) {
            waiting.add(node);
        }
        children.put(ROOT, 0);
    }

    /** A daemon runs: it may be a parent. */
    void runs(int node) {
        children.put(node, 0);
    }

    /** Returns who starts a node, once it has been decided. */
    int parent(int node) {
        return parents.get(node);
    }

    /** Returns the daemons that can be started now, each once. */
    List<Start> next() {
        List<Start> starts = new ArrayList<>();
        children.replaceAll((parent, count) -> {
            int now = count;
            while (now < radix && !waiting.isEmpty()) {
                int node = waiting.remove();
                parents.put(node, parent);
                starts.add(new Start(parent, node));
                now++;
            }
            return now;
        });
        return starts;
    }
}
