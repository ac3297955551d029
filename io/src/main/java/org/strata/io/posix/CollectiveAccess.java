package org.strata.io.posix;

import org.strata.mca.pml.CommContext;
import org.strata.mca.pml.TagTurns;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.progress.Progressable;

/**
 * A collective access of one rank. Where ranks interleave short runs, a few of them, the
 * aggregators, access the file for all ("two-phase"): each serves a domain of the file in windows,
 * and exchanges the data of a window with the ranks by one message each. Otherwise every rank
 * accesses the file by itself.
 *
 * <p>A state machine, which progress drives, so that the access goes on in any MPI call: {@link
 * Stage} names the states, {@link #advance} dispatches, {@link #enter} is the only writer. Progress
 * posts messages; all that takes long, calls on the file and copies, is work in the background
 * ({@link IoThreads}). A rank runs through all stages also when a part fails, because the others
 * wait for its messages.
 */
final class CollectiveAccess extends FileRequest implements Progressable {
    /** Runs of an access are short if their mean length is below this. */
    private static final long SHORT_RUN = 256 << 10;

    private final FileComm comm;
    private final AccessPlan plan;
    private final TagTurns.Turn turn;
    private final MessageGroup messages;
    private final BackgroundWork work;
    private final int rank;
    private final int size;
    private final ExtentList runs = new ExtentList();
    private Stage stage = Stage.RUNS;
    private NumberExchange numbers;
    private TwoPhase phases;

    /** What is under way, in the order of the stages. */
    private enum Stage {
        /** Work: the runs of this rank's access are listed. */
        RUNS,
        /** Every rank learns what range every rank accesses. */
        RANGES,
        /** Work: this rank accesses the file by itself. */
        ALONE,
        /** Work: the runs are divided among the aggregators. */
        DIVISION,
        /** Aggregators learn how many pieces each rank has in their domains. */
        COUNTS,
        /** Work: they allocate memory for these. */
        ROOM,
        /** Aggregators learn the pieces. */
        LISTS,
        /** Work: a window is written, or received data are unpacked; the next one is prepared. */
        ACCESS,
        /** The data of a window are exchanged. */
        WINDOW,
        /** Every rank learns whether every aggregator has succeeded. */
        RESULTS,
        DONE
    }

    /**
     * @param turn the access's number; the same at all members
     */
    CollectiveAccess(FileComm comm, AccessPlan plan, TagTurns.Turn turn) {
        this.comm = comm;
        this.plan = plan;
        this.turn = turn;
        this.messages = new MessageGroup(comm, turn.index(0));
        this.work = new BackgroundWork(comm.threads());
        this.rank = comm.context().rank();
        this.size = comm.context().size();
    }

    /** Starts; inside the bracket. */
    void start(Buf data, CommContext context) {
        beginAccess(comm.accesses(), data, context);
        comm.engine().register(this);
        work.start(this::listRuns);
        progress();
    }

    private void listRuns() {
        if (plan.view().showsBytes()) {
            plan.view().extents(plan.from(), buf.size(), runs);
        }
        numbers =
                new NumberExchange(rank, size, runs.first(), runs.end(), buf.size(), runs.count());
    }

    @Override
    public int progress() {
        int events = 0;
        while (stage != Stage.DONE && work.isDone() && messages.isComplete() && mayGoOn()) {
            advance();
            events++;
        }
        return events;
    }

    /** Returns whether no older access with the same tag exchanges messages here. */
    private boolean mayGoOn() {
        return stage != Stage.RUNS || turn.mayBegin();
    }

    private void advance() {
        switch (stage) {
            case RUNS -> enter(Stage.RANGES);
            case RANGES -> exchange(this::decide);
            case ALONE -> {
                keep(work.failure());
                end();
            }
            case DIVISION -> {
                phases.startCounts(messages);
                enter(Stage.COUNTS);
            }
            case COUNTS -> {
                messages.release();
                begin(Stage.ROOM, phases::prepareLists);
            }
            case ROOM -> {
                phases.startLists(messages);
                enter(Stage.LISTS);
            }
            case LISTS -> {
                messages.release();
                begin(Stage.ACCESS, phases::begin);
            }
            case ACCESS -> goOn();
            case WINDOW -> {
                phases.noteAnswers();
                messages.release();
                begin(Stage.ACCESS, phases::endWindow);
            }
            case RESULTS -> exchange(this::conclude);
            case DONE -> {}
        }
    }

    private void enter(Stage next) {
        stage = next;
    }

    /** Enters a stage that consists of work. */
    private void begin(Stage next, BlockingExchanges.Attempt what) {
        enter(next);
        work.start(what);
    }

    private void exchange(Runnable then) {
        messages.release();
        if (numbers.isComplete()) {
            then.run();
        } else {
            numbers.step(messages);
        }
    }

    @Override
    public boolean takesLong() {
        return work.takesLong();
    }

    // ---- The choice of the way; the same at all members.

    private void decide() {
        if (!isTwoPhase()) {
            begin(Stage.ALONE, () -> bytes = plan.alone(buf));
            return;
        }
        long first = Long.MAX_VALUE;
        long last = 0;
        for (int member = 0; member < size; member++) {
            if (numbers.of(member, 2) > 0) {
                first = Math.min(first, numbers.of(member, 0));
                last = Math.max(last, numbers.of(member, 1));
            }
        }
        int[] aggregators = plan.aggregators();
        FileDomains domains =
                FileDomains.of(first, last, aggregators.length, plan.hints().cbBufferSize());
        phases = new TwoPhase(plan, rank, size, aggregators, domains, buf);
        begin(Stage.DIVISION, () -> phases.divide(runs));
    }

    private boolean isTwoPhase() {
        long bytes = 0;
        long count = 0;
        for (int member = 0; member < size; member++) {
            bytes += numbers.of(member, 2);
            count += numbers.of(member, 3);
        }
        if (bytes == 0 || count == 0 || plan.atomic()) {
            return false;
        }
        return switch (plan.hints().buffering()) {
            case TRUE -> true;
            case FALSE -> false;
            case AUTOMATIC -> bytes / count < SHORT_RUN && interleaved();
        };
    }

    /** Returns whether the range of one rank overlaps that of another. */
    private boolean interleaved() {
        for (int a = 0; a < size; a++) {
            for (int b = a + 1; b < size; b++) {
                if (numbers.of(a, 2) > 0
                        && numbers.of(b, 2) > 0
                        && numbers.of(a, 0) < numbers.of(b, 1)
                        && numbers.of(b, 0) < numbers.of(a, 1)) {
                    return true;
                }
            }
        }
        return false;
    }

    // ---- Windows and the end.

    private void goOn() {
        if (phases.hasWindow()) {
            phases.startWindow(messages);
            enter(Stage.WINDOW);
        } else {
            numbers = new NumberExchange(rank, size, phases.errno(), phases.rc());
            enter(Stage.RESULTS);
        }
    }

    private void conclude() {
        bytes = phases.transferred();
        for (int member = 0; member < size; member++) {
            int rc = (int) numbers.of(member, 1);
            if (rc != Rc.OK) {
                fail(rc, text(member, (int) numbers.of(member, 0)));
            }
        }
        end();
    }

    private String text(int member, int errno) {
        if (member == rank) {
            return phases.failure();
        }
        String attempt = plan.write() ? "cannot write " : "cannot read ";
        String whose = " (rank " + member + " does so for all)";
        return FileErrors.failure(errno, attempt + plan.path() + whose).getMessage();
    }

    private void end() {
        if (messages.rc() != Rc.OK) {
            fail(messages.rc(), null);
        }
        enter(Stage.DONE);
        turn.end();
        comm.engine().unregister(this);
        endAccess();
    }
}
