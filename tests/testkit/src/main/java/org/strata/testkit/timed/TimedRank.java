package org.strata.testkit.timed;

import org.strata.opal.time.Clock;

import java.util.function.IntSupplier;

/** A rank's processor: its clock, when it next has something to do, and what it has spent. */
public final class TimedRank implements Clock {
    /** What a processor does. */
    public enum Work {
        REGISTER,
        DEREGISTER,
        COPY,
        MESSAGE,
        LOOK,
        COMPUTE
    }

    /** Polls in vain before it waits for an event: some work is looked for only now and then. */
    private static final int IDLE_POLLS = 16;

    /** The same when the adapter reports something: links look for that once in 512 polls. */
    private static final int EVENT_POLLS = 600;

    /** The same when something has been written to memory: links look at idle rings once in 32. */
    private static final int WRITE_POLLS = 40;

    private final Costs costs;
    private final long[] spent = new long[Work.values().length];
    private IntSupplier step = () -> 0;
    private long now;
    private long wake;
    private int idle;
    private int idleLimit = IDLE_POLLS;
    private boolean spins;
    private long looked;

    TimedRank(Costs costs) {
        this.costs = costs;
    }

    /** Sets what the rank does again and again: one poll; returns how much it found to do. */
    public void setStep(IntSupplier newStep) {
        step = newStep;
    }

    @Override
    public long nanoTime() {
        return now;
    }

    /** Returns the nanoseconds spent on some work since the beginning. */
    public long spent(Work work) {
        return spent[work.ordinal()];
    }

    Costs costs() {
        return costs;
    }

    void spend(Work work, double nanos) {
        long whole = Math.round(nanos);
        now += whole;
        spent[work.ordinal()] += whole;
    }

    /** Returns when it next polls; MAX_VALUE when only an event makes it. */
    long wake() {
        return wake;
    }

    /** Something will be there for it. */
    void wakeAt(long time) {
        wake = Math.min(wake, Math.max(time, now));
    }

    /** Spends time outside of the stack. */
    public void compute(long nanos) {
        spend(Work.COMPUTE, (double) nanos);
    }

    /** Spends the time of copies that the PML has made. */
    public void copy(long bytes) {
        spend(Work.COPY, costs.copyByte() * bytes);
    }

    /** Spends the time of packets copied into the mirrors of rings. */
    public void mirror(long bytes) {
        spend(Work.COPY, costs.mirrorByte() * bytes);
    }

    /**
     * Spends the time of looks at places in memory where messages may have arrived. Looking in vain
     * is not work: a rank that does nothing else waits for an event.
     */
    public void look(long places) {
        long before = now;
        spend(Work.LOOK, places * costs.pollRing());
        looked += now - before;
    }

    /** Spends the time of messages that were found by looking. */
    public void handle(long messages) {
        spend(Work.MESSAGE, messages * costs.message());
    }

    /** A peer has written to memory that the rank may poll, which makes no completion. */
    void written(long time) {
        wakeAt(time);
        idle = 0;
        idleLimit = Math.max(idleLimit, WRITE_POLLS);
    }

    /** The adapter reports something besides completions: the rank looks until it finds it. */
    void report() {
        idleLimit = EVENT_POLLS;
    }

    /**
     * Sets whether it looks on, however long nothing comes, instead of waiting for an event. Each
     * look must take its time, or the rank must end this itself.
     */
    public void spin(boolean on) {
        spins = on;
        idle = 0;
    }

    /** Polls; returns whether there was anything to do. */
    boolean poll() {
        now = Math.max(now, wake);
        long before = now;
        looked = 0;
        boolean busy = step.getAsInt() > 0;
        if (busy) {
            spend(Work.MESSAGE, costs.poll());
        }
        busy |= now - looked != before;
        idle = busy ? 0 : idle + 1;
        if (spins || idle < idleLimit) {
            wake = now;
        } else {
            idle = 0;
            idleLimit = IDLE_POLLS;
            wake = Long.MAX_VALUE;
        }
        return busy;
    }
}
