package org.strata.launcher.map;

import java.util.Collections;
import java.util.List;

/**
 * What runs on the hosts already when processes are added.
 *
 * @param running processes that have slots, by host
 * @param started processes that have been started so far, by host; bindings go on after theirs
 * @param bound the processors of each process that has been started, by host; empty ones for a
 *     process that is not bound
 */
public record Load(List<Integer> running, List<Integer> started, List<List<CpuSet>> bound) {
    /** Returns the load of hosts on which nothing has been started. */
    static Load none(int hosts) {
        return of(Collections.nCopies(hosts, 0), Collections.nCopies(hosts, 0));
    }

    /** Returns the load of processes none of which is bound. */
    static Load of(List<Integer> running, List<Integer> started) {
        return new Load(running, started, Collections.nCopies(running.size(), List.of()));
    }

    /** Returns how many processes that have been started are bound to processors of a place. */
    int startedIn(int host, CpuSet place) {
        return (int) bound.get(host).stream().filter(cpus -> !cpus.and(place).isEmpty()).count();
    }

    int totalRunning() {
        return running.stream().mapToInt(Integer::intValue).sum();
    }

    int totalStarted() {
        return started.stream().mapToInt(Integer::intValue).sum();
    }
}
