package org.strata.launcher.job;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Signals the processes of a job: those of this host directly, those of others through their
 * daemons. Belongs to the job's thread.
 */
final class JobProcesses {
    private final ProcessTree tree;
    private final RemoteNodes others;
    private Set<Long> doomed = new HashSet<>();

    /**
     * @param tree the processes of this host
     * @param others the other hosts, or null for a job on one host
     */
    JobProcesses(ProcessTree tree, RemoteNodes others) {
        this.tree = tree;
        this.others = others;
    }

    /** Sends a signal to every process. */
    void signalAll(Collection<RankProcess> ranks, SignalName signal) {
        ProcessTree.signal(find(ranks), signal);
        if (others != null) {
            others.signal(signal, true);
        }
    }

    /** Sends a signal to the processes of the ranks, not to their children. */
    void signalRanks(Collection<RankProcess> ranks, SignalName signal) {
        List<Long> pids =
                ranks.stream()
                        .filter(rank -> rank.running() && rank.node() == 0)
                        .map(RankProcess::pid)
                        .toList();
        ProcessTree.signal(pids, signal);
        if (others != null) {
            others.signal(signal, false);
        }
    }

    /** Asks every process to end. */
    void end(Collection<RankProcess> ranks) {
        doomed = find(ranks);
        ProcessTree.signal(doomed, SignalName.CONT);
        ProcessTree.signal(doomed, SignalName.TERM);
        if (others != null) {
            others.signal(SignalName.CONT, true);
            others.signal(SignalName.TERM, true);
        }
    }

    /** Returns whether the processes of this host that were asked to end have done so. */
    boolean ended() {
        doomed.removeIf(pid -> !ProcessTree.lives(pid));
        return doomed.isEmpty();
    }

    /** Kills every process, also those that have been started since. */
    void kill(Collection<RankProcess> ranks) {
        doomed.addAll(find(ranks));
        doomed.removeIf(pid -> !ProcessTree.lives(pid));
        ProcessTree.signal(doomed, SignalName.KILL);
        if (others != null) {
            others.signal(SignalName.KILL, true);
        }
    }

    /** Kills what has outlived its rank. */
    void sweep() {
        ProcessTree.signal(tree.marked(), SignalName.KILL);
        if (others != null) {
            others.sweep();
        }
    }

    private Set<Long> find(Collection<RankProcess> ranks) {
        return tree.find(
                ranks.stream()
                        .filter(rank -> rank.running() && rank.node() == 0)
                        .map(RankProcess::process)
                        .toList());
    }
}
