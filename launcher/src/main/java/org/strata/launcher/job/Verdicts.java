package org.strata.launcher.job;

import org.strata.launcher.job.RankProcess.Life;

import java.util.ArrayList;
import java.util.List;

/** The words for what ended a job. */
final class Verdicts {
    /** Exit code of a job that ran out of time: ETIMEDOUT, as Open MPI has it. */
    static final int TIMED_OUT = 110;

    /** Exit code when a rank left with 0 but in the middle of MPI, and of mpirun's own failures. */
    static final int FAILURE = 1;

    private static final int LOW_BITS = 0xff;

    private final String host;

    Verdicts(String host) {
        this.host = host;
    }

    /** Returns the verdict on a rank that has ended, or null when it may end like that. */
    Outcome ofExit(RankProcess rank) {
        int status = rank.status();
        SignalName signal = SignalName.ofExitValue(status);
        if (signal != null) {
            return killed(rank, signal);
        }
        if (status != 0) {
            return exited(rank, status);
        }
        return rank.leftEarly() ? leftEarly(rank) : null;
    }

    private Outcome killed(RankProcess rank, SignalName signal) {
        List<String> lines = new ArrayList<>();
        lines.add("Rank " + rank.rank() + " was killed by a signal; the job has been ended.");
        lines.addAll(facts(rank));
        lines.add("  Signal:     " + signal.number() + " (" + signal + ")" + hint(signal));
        return new Outcome(signal.exitCode(), rank.rank(), lines);
    }

    private static String hint(SignalName signal) {
        return switch (signal) {
            case KILL -> "; perhaps the system ran out of memory, see dmesg";
            case SEGV, BUS, ABRT, ILL -> "; a crash, see hs_err_pid*.log in its working directory";
            default -> "";
        };
    }

    private Outcome exited(RankProcess rank, int status) {
        List<String> lines = new ArrayList<>();
        lines.add(
                "Rank "
                        + rank.rank()
                        + " exited with code "
                        + status
                        + "; the job has been ended.");
        lines.addAll(facts(rank));
        lines.add("  Exit code:  " + status);
        return new Outcome(status, rank.rank(), lines);
    }

    private Outcome leftEarly(RankProcess rank) {
        List<String> lines = new ArrayList<>();
        String where = rank.life() == Life.JOINED ? "inside MPI.Init" : "without MPI.Finalize";
        lines.add("Rank " + rank.rank() + " exited " + where + "; the job has been ended.");
        lines.addAll(facts(rank));
        lines.add("  Exit code:  0");
        lines.add("");
        lines.add(
                "A rank that has called MPI.Init must call MPI.Finalize before it exits: others may"
                        + " be waiting for it.");
        return new Outcome(FAILURE, rank.rank(), lines);
    }

    private List<String> facts(RankProcess rank) {
        return List.of(
                "",
                "  Rank:       " + rank.rank(),
                "  Host:       " + host,
                "  Process:    " + rank.pid());
    }

    /** Returns the verdict on a rank's call of MPI_Abort. */
    Outcome ofAbort(int rank, int code, String message) {
        List<String> lines =
                message.isEmpty()
                        ? List.of(
                                "Rank "
                                        + rank
                                        + " on "
                                        + host
                                        + " called MPI_Abort with code "
                                        + code
                                        + "; the job has been ended.")
                        : List.of(message);
        return new Outcome(code & LOW_BITS, rank, lines);
    }

    Outcome ofTimeout(long seconds) {
        return new Outcome(
                TIMED_OUT,
                -1,
                List.of(
                        "The job has run longer than the "
                                + seconds
                                + " s of --timeout or MPIEXEC_TIMEOUT; it has been ended."));
    }

    Outcome ofInterrupt(SignalName signal) {
        return new Outcome(signal.exitCode(), -1, List.of());
    }
}
