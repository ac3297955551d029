package org.strata.launcher.map;

import java.util.Collections;
import java.util.List;

/**
 * What runs on the hosts already when processes are added.
 *
 * @param running processes that have slots, by host
 * @param started processes that have been started so far, by host; bindings go on after theirs
 */
public record Load(List<Integer> running, List<Integer> started) {
    /** Returns the load of hosts on which nothing has been started. */
    static Load none(int hosts) {
        List<Integer> zeros = Collections.nCopies(hosts, 0);
        return new Load(zeros, zeros);
    }

    int totalRunning() {
        return running.stream().mapToInt(Integer::intValue).sum();
    }

    int totalStarted() {
        return started.stream().mapToInt(Integer::intValue).sum();
    }
}
