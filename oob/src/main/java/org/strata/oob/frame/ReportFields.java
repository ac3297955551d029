package org.strata.oob.frame;

import org.strata.mca.ess.RankReport;
import org.strata.mca.proc.Proc;
import org.strata.oob.frame.Frame.MalformedFrameException;
import org.strata.opal.progress.Completion.WaitState;
import org.strata.opal.progress.Completion.WaitState.Arrived;
import org.strata.opal.progress.Completion.WaitState.Needs;

import java.util.ArrayList;
import java.util.List;

/** Writes and reads a {@link RankReport} as fields of a frame, within limits of its size. */
public final class ReportFields {
    /** Most threads that a report describes. */
    private static final int WAITS = 64;

    /** Most ranks that a wait names; a wait for more names none. */
    private static final int RANKS = 4096;

    /** Most kinds of messages that have arrived beside a wait. */
    private static final int KINDS = 16;

    /** Longest text. */
    private static final int CHARACTERS = 2000;

    private static final Integer OTHER_JOB = -1;

    private static final Needs[] NEEDS = Needs.values();

    private ReportFields() {}

    public static void write(FrameWriter out, RankReport report) {
        out.text(bounded(report.state())).flag(report.threads());
        int count = Math.min(WAITS, report.waits().size());
        out.integer(count);
        report.waits().subList(0, count).forEach(wait -> write(out, wait));
    }

    private static void write(FrameWriter out, RankReport.Wait wait) {
        WaitState state = wait.state();
        out.text(bounded(wait.thread())).number(wait.number());
        out.text(bounded(wait.call())).text(bounded(wait.caller()));
        out.text(bounded(state.what())).text(bounded(state.where()));
        List<Integer> ranks = state.ranks().size() > RANKS ? List.of() : state.ranks();
        out.integer(state.needs().ordinal()).integer(ranks.size());
        ranks.forEach(out::integer);
        int kinds = Math.min(KINDS, state.arrived().size());
        out.integer(kinds);
        for (Arrived arrived : state.arrived().subList(0, kinds)) {
            out.integer(arrived.rank()).integer(arrived.tag()).number(arrived.bytes());
            out.integer(arrived.count());
        }
    }

    private static String bounded(String text) {
        return text.substring(0, Math.min(CHARACTERS, text.length()));
    }

    /**
     * Reads a report.
     *
     * @param base what is added to the numbers of the job's processes
     * @param size number of processes of the job
     */
    public static RankReport read(FrameReader in, int base, int size) {
        String state = in.text();
        boolean threads = in.flag();
        int count = checked(in.integer(), WAITS, "waits");
        List<RankReport.Wait> waits = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            waits.add(wait(in, base, size));
        }
        return new RankReport(state, threads, waits);
    }

    private static RankReport.Wait wait(FrameReader in, int base, int size) {
        String thread = in.text();
        long number = in.number();
        String call = in.text();
        String caller = in.text();
        String what = in.text();
        String where = in.text();
        Needs needs = NEEDS[checked(in.integer(), NEEDS.length - 1, "needs")];
        List<Integer> ranks = ranks(in, base, size);
        if (ranks.contains(OTHER_JOB)) {
            // Whether processes of other jobs can act is not known here: nobody is waited for.
            needs = Needs.ANY;
            ranks = List.of();
        }
        List<Arrived> arrived = new ArrayList<>();
        for (int kinds = checked(in.integer(), KINDS, "kinds"); kinds > 0; kinds--) {
            arrived.add(new Arrived(in.integer(), in.integer(), in.number(), in.integer()));
        }
        WaitState state = new WaitState(what, where, needs, ranks, arrived);
        return new RankReport.Wait(thread, number, call, caller, state);
    }

    private static List<Integer> ranks(FrameReader in, int base, int size) {
        int count = checked(in.integer(), RANKS, "ranks");
        List<Integer> ranks = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int number = in.integer();
            boolean other = number >= 0 && number - Proc.inJob(number) != base;
            ranks.add(other ? OTHER_JOB : checked(number - base, size - 1, "rank"));
        }
        return ranks;
    }

    private static int checked(int value, int largest, String what) {
        if (value < 0 || value > largest) {
            throw new MalformedFrameException(what + ": " + value);
        }
        return value;
    }
}
