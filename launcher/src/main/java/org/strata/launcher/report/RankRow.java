package org.strata.launcher.report;

import org.strata.opal.report.RankNumbers;
import org.strata.opal.report.RankNumbers.State;

import java.util.List;
import java.util.Map;

/**
 * What is kept of one rank. Times in nanoseconds.
 *
 * @param rank its number in the job
 * @param host where it ran
 * @param ended how it ended, for people; "" if it called MPI.Finalize
 * @param elapsed from MPI.Init to MPI.Finalize, or as far as is known
 * @param useful outside of MPI
 * @param waiting in MPI, until a partner acted
 * @param transfer in MPI otherwise
 * @param caused what the others have waited for it
 * @param sentBytes data that it has sent
 * @param collecting pauses of the JVM
 * @param compiling time of the JVM's compilers, on whatever core
 * @param memory most resident bytes
 * @param heap bytes of the heap in use at the end
 * @param delayed how long it was ready to run without a core; -1 if that is not known
 * @param worked how long it was on a core, in MPI or not; -1 if that is not known
 * @param offCore how long it was on no core although it neither slept in MPI nor collected garbage;
 *     -1 if that is not known
 * @param forced how often the kernel took its core from it
 * @param unexpected messages that came before their receives
 * @param received messages
 * @param cpus the processors it may use
 */
record RankRow(
        int rank,
        String host,
        String ended,
        long elapsed,
        long useful,
        long waiting,
        long transfer,
        long caused,
        long sentBytes,
        long collecting,
        long compiling,
        long memory,
        long heap,
        long delayed,
        long worked,
        long offCore,
        long forced,
        long unexpected,
        long received,
        String cpus) {

    static RankRow of(RankNumbers numbers, String host, String ended) {
        Map<String, Long> values = numbers.values();
        RankNumbers.Times times = numbers.times();
        long worked = values.getOrDefault("core time", -1L);
        long collecting = values.getOrDefault("collecting", 0L);
        long asleep = values.getOrDefault("asleep", -1L);
        return new RankRow(
                numbers.rank(),
                host,
                numbers.state() == State.FINAL ? "" : ended,
                times.elapsed(),
                times.useful(),
                times.waiting(),
                times.transfer(),
                0,
                numbers.peers().stream().mapToLong(RankNumbers.Peer::sentBytes).sum(),
                collecting,
                values.getOrDefault("compiling", 0L),
                values.getOrDefault("memory", 0L),
                values.getOrDefault("heap", 0L),
                values.getOrDefault("core delays", -1L),
                worked,
                worked < 0 || asleep < 0
                        ? -1
                        : Math.max(0, times.elapsed() - worked - asleep - collecting),
                values.getOrDefault("forced switches", 0L),
                values.getOrDefault("pml_ob1_unexpected", 0L),
                values.getOrDefault("pml_ob1_received", 0L),
                numbers.facts().getOrDefault("cpus", ""));
    }

    RankRow withCaused(long nanos) {
        return new RankRow(
                rank,
                host,
                ended,
                elapsed,
                useful,
                waiting,
                transfer,
                nanos,
                sentBytes,
                collecting,
                compiling,
                memory,
                heap,
                delayed,
                worked,
                offCore,
                forced,
                unexpected,
                received,
                cpus);
    }

    /** Returns the time in MPI. */
    long mpi() {
        return waiting + transfer;
    }

    /**
     * Says which ranks have not come to their end.
     *
     * @param job how the job has ended
     * @param ended those ranks, at least one
     */
    static String unfinished(String job, List<RankRow> ended) {
        int more = ended.size() - 1;
        String others = more == 0 ? "" : " and " + more + (more == 1 ? " other" : " others");
        return "Unfinished: the job "
                + job
                + ", and rank "
                + ended.getFirst().rank()
                + others
                + " "
                + ended.getFirst().ended()
                + "; the numbers are those of a second before that, or less.";
    }
}
