package org.strata.launcher.job;

import org.strata.launcher.host.SignalName;

import java.util.List;

/**
 * Signals the processes of a job on all of its hosts. Belongs to the job's thread.
 *
 * @param hosts all hosts of the job
 */
record JobProcesses(List<JobHost> hosts) {
    /** Sends a signal to every process. */
    void signalAll(SignalName signal) {
        hosts.forEach(host -> host.signal(signal, true));
    }

    /** Sends a signal to the processes of the ranks, not to their children. */
    void signalRanks(SignalName signal) {
        hosts.forEach(host -> host.signal(signal, false));
    }

    /** Asks every process to end. */
    void end() {
        hosts.forEach(JobHost::end);
    }

    /**
     * Returns whether the processes that were asked to end have done so, as far as this is seen.
     */
    boolean ended() {
        return hosts.stream().allMatch(JobHost::ended);
    }

    /** Kills every process, also those that have been started since. */
    void kill() {
        hosts.forEach(JobHost::kill);
    }

    /** Kills what has outlived its rank. */
    void sweep() {
        hosts.forEach(JobHost::sweep);
    }
}
