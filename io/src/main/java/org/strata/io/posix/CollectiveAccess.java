package org.strata.io.posix;

import org.strata.mca.pml.CommContext;
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
 * Stage} names the states, {@link #advance} dispatches, {@link #enter} is the only writer. A rank
 * runs through all stages also when a part fails, because the others wait for its messages.
 */
final class CollectiveAccess extends FileRequest implements Progressable {
    /** Runs of an access are short if their mean length is below this. */
    private static final long SHORT_RUN = 256 << 10;

    private final FileComm comm;
    private final AccessPlan plan;
    private final MessageGroup messages;
    private final int rank;
    private final int size;
    private final ExtentList runs = new ExtentList();
    private Stage stage = Stage.RANGES;
    private NumberExchange numbers;
    private TwoPhase phases;

    /** What happens next. */
    private enum Stage {
        /** Every rank learns what range every rank accesses. */
        RANGES,
        /** Aggregators learn how many pieces each rank has in their domains. */
        COUNTS,
        /** Aggregators learn the pieces. */
        LISTS,
        /** The data of window after window are exchanged. */
        WINDOWS,
        /** Every rank learns whether every aggregator has succeeded. */
        RESULTS,
        DONE
    }

    /**
     * @param turn which collective access of the file it is; the same at all members
     */
    CollectiveAccess(FileComm comm, AccessPlan plan, int turn) {
        this.comm = comm;
        this.plan = plan;
        this.messages = new MessageGroup(comm, turn);
        this.rank = comm.context().rank();
        this.size = comm.context().size();
    }

    /** Starts; inside the bracket. */
    void start(Buf data, CommContext context) {
        begin(data, context);
        if (plan.view().showsBytes()) {
            plan.view().extents(plan.from(), data.size(), runs);
        }
        numbers =
                new NumberExchange(rank, size, runs.first(), runs.end(), data.size(), runs.count());
        comm.engine().register(this);
        progress();
    }

    @Override
    public int progress() {
        int events = 0;
        while (stage != Stage.DONE && messages.isComplete()) {
            advance();
            events++;
        }
        return events;
    }

    private void advance() {
        switch (stage) {
            case RANGES -> exchange(this::decide);
            case COUNTS -> {
                messages.release();
                phases.startLists(messages);
                enter(Stage.LISTS);
            }
            case LISTS -> {
                messages.release();
                phases.endLists();
                nextWindow();
            }
            case WINDOWS -> {
                phases.endWindow();
                messages.release();
                nextWindow();
            }
            case RESULTS -> exchange(this::conclude);
            case DONE -> {}
        }
    }

    private void enter(Stage next) {
        stage = next;
    }

    private void exchange(Runnable then) {
        messages.release();
        if (numbers.isComplete()) {
            then.run();
        } else {
            numbers.step(messages);
        }
    }

    // ---- The choice of the way; the same at all members.

    private void decide() {
        if (!isTwoPhase()) {
            attempt(() -> plan.alone(buf));
            end();
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
        phases.startCounts(runs, messages);
        enter(Stage.COUNTS);
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

    private void nextWindow() {
        if (phases.startWindow(messages)) {
            enter(Stage.WINDOWS);
        } else {
            numbers = new NumberExchange(rank, size, phases.errno(), phases.rc());
            enter(Stage.RESULTS);
        }
    }

    private void conclude() {
        bytes = phases.end();
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
        comm.engine().unregister(this);
        finish();
    }
}
