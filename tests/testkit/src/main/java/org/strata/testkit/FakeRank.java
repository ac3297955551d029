package org.strata.testkit;

import org.strata.mca.btl.ActiveMessages;
import org.strata.mca.btl.Btl;
import org.strata.mca.btl.BtlEndpoint;
import org.strata.mca.ess.ProcessEnvironment;
import org.strata.mca.oob.Oob;
import org.strata.mca.proc.Proc;
import org.strata.opal.progress.IdlePolicy;
import org.strata.opal.progress.ProgressEngine;
import org.strata.opal.progress.RankSleeper;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * One rank of a {@link FakeJob}: everything that a component can have injected, but for its output
 * ({@link RecordingOutput}), a clock and counters, which a test makes for itself.
 */
public final class FakeRank implements AutoCloseable {
    private static final int HANG_SECONDS = 60;

    /** Spins little: the ranks of a test share few cores. */
    private static final IdlePolicy IDLE = new IdlePolicy(20, 20, true);

    private final FakeJob job;
    private final int rank;
    private final List<Proc> procs;
    private final FakeOob oob;
    private final FakeEnvironment environment;
    private final RankSleeper sleeper = new RankSleeper();
    private final ProgressEngine engine = new ProgressEngine(IDLE, sleeper);
    private final ActiveMessages activeMessages = new ActiveMessages();
    private final List<Supplier<String>> descriptions = new ArrayList<>();
    private boolean polling;
    private boolean closed;

    FakeRank(FakeJob job, int rank, List<Proc> procs, FakeOob.Hub hub) {
        this.job = job;
        this.rank = rank;
        this.procs = procs;
        this.oob = new FakeOob(hub, rank);
        this.environment = new FakeEnvironment(job.jobId(), job.secret(), rank, procs);
    }

    /** Returns the job it belongs to. */
    public FakeJob job() {
        return job;
    }

    /** Returns its rank in MPI_COMM_WORLD. */
    public int rank() {
        return rank;
    }

    /** Returns the job's processes as this rank sees them. */
    public List<Proc> procs() {
        return procs;
    }

    /** Returns a process as this rank sees it. */
    public Proc proc(int peer) {
        return procs.get(peer);
    }

    /** Returns its environment. */
    public FakeEnvironment fakeEnvironment() {
        return environment;
    }

    /** Returns its environment, as components see it. */
    public ProcessEnvironment environment() {
        return environment;
    }

    /** Returns its out-of-band channel. */
    public Oob oob() {
        return oob;
    }

    /** Returns its sleeper, a real one. */
    public RankSleeper sleeper() {
        return sleeper;
    }

    /** Returns its progress engine, a real one. */
    public ProgressEngine engine() {
        return engine;
    }

    /** Returns its table of receive handlers. */
    public ActiveMessages activeMessages() {
        return activeMessages;
    }

    /** Polls once, inside the bracket; returns the number of events handled. */
    public int progress() {
        engine.enter();
        polling = true;
        try {
            return engine.progress();
        } finally {
            polling = false;
            engine.exit();
        }
    }

    /** Polls one peer of one link, inside the bracket; returns the number of events handled. */
    public int progress(Btl btl, BtlEndpoint peer) {
        engine.enter();
        polling = true;
        try {
            return btl.progress(peer);
        } finally {
            polling = false;
            engine.exit();
        }
    }

    /** Waits with the engine's own waiting (spin, yield, sleep), on this rank's thread. */
    public void waitUntil(String what, BooleanSupplier done) {
        Deadline deadline = new Deadline(HANG_SECONDS);
        boolean[] held = new boolean[1];
        engine.enter();
        polling = true;
        try {
            engine.waitFor(() -> (held[0] = done.getAsBoolean()) || deadline.passed());
        } finally {
            polling = false;
            engine.exit();
        }
        if (!held[0]) {
            throw new AssertionError("hang: rank " + rank + " waited for " + what + describe());
        }
    }

    /** Returns whether the calling code runs inside this rank's progress. */
    public boolean polling() {
        return polling;
    }

    /** Adds to what the rank says of itself when a test hangs. */
    public void describeBy(Supplier<String> description) {
        descriptions.add(description);
    }

    String describe() {
        StringBuilder text = new StringBuilder(": ");
        descriptions.forEach(d -> text.append(d.get()).append(' '));
        return text.toString();
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            sleeper.close();
        }
    }

    @Override
    public String toString() {
        return "rank " + rank + " of " + job.jobId();
    }
}
