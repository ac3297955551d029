package org.strata.coll.schedule;

import org.strata.mca.coll.CollCall;
import org.strata.mca.coll.CollRequest;
import org.strata.mca.pml.CommContext;
import org.strata.mca.pml.Pml;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayouts;

import java.util.List;

/**
 * A collective operation as a list of steps. Each is executed as soon as those before it have been;
 * only a {@link WaitStep} has to wait. All steps are executed even after one has failed: the other
 * members wait for this process's messages.
 */
final class Schedule extends CollRequest implements Execution {
    private static final Buf NOTHING = new Buf(null, 0, 0, DataLayouts.BYTE);

    private final Pml pml;
    private final Outstanding outstanding;
    private final CommContext context;
    private final boolean repeatable;
    private final int refusal;
    private final StepList steps;

    /** Keeps the buffers reachable: the steps know some of them by address only. */
    @SuppressWarnings("UnusedVariable") // read by the garbage collector
    private CollCall call;

    private Step next;

    /** Whether an older collective with one of these tags may be under way. */
    private boolean early;

    private int rc;
    private Throwable thrown;

    /**
     * @param outstanding polls schedules that are not complete
     * @param steps the recorded steps
     * @param call what was recorded
     * @param refusal why it has no tags; OK if it has
     */
    Schedule(
            Pml pml,
            Outstanding outstanding,
            CommContext context,
            StepList steps,
            CollCall call,
            boolean repeatable,
            int refusal) {
        this.pml = pml;
        this.outstanding = outstanding;
        this.context = context;
        this.repeatable = repeatable;
        this.refusal = refusal;
        this.steps = steps;
        this.call = call;
    }

    @Override
    public Pml pml() {
        return pml;
    }

    @Override
    public int refusal() {
        return refusal;
    }

    @Override
    public void start() {
        begin(NOTHING, context);
        next = steps.first();
        early = true;
        rc = steps.rc();
        thrown = null;
        advance();
        if (!isDone()) {
            outstanding.add(this);
        }
    }

    /** Executes all steps that need not wait; returns how many they were. */
    int advance() {
        if (early) {
            if (!steps.mayBegin()) {
                return 0;
            }
            early = false;
        }
        int done = 0;
        while (next != null && next.run(this)) {
            next = next.next;
            done++;
        }
        if (next == null) {
            end();
        }
        return done;
    }

    private void end() {
        error = rc;
        if (!repeatable) {
            steps.endNumbers();
        }
        finish();
    }

    @Override
    public void discard() {
        if (repeatable) {
            steps.endNumbers();
            forget();
        }
    }

    @Override
    public void note(int result) {
        if (result != Rc.OK && rc == Rc.OK) {
            rc = result;
        }
    }

    @Override
    public void noteThrown(Throwable failure) {
        if (failure != null) {
            thrown = failure;
            note(Rc.FUNCTION_FAILED);
        }
    }

    @Override
    public Throwable thrown() {
        return thrown;
    }

    @Override
    public int awaited() {
        return next instanceof WaitStep wait ? wait.message().awaited() : SEVERAL;
    }

    /** Describes the message that the schedule waits for. */
    @Override
    public WaitState waitState() {
        if (early) {
            String earlier = "an earlier non-blocking collective with the same tags";
            return new WaitState(earlier, context.label(), WaitState.Needs.ALL, List.of());
        }
        return next instanceof WaitStep wait ? wait.message().waitState() : super.waitState();
    }

    /** Releases the memory for other calls, unless this one will be started again. */
    @Override
    protected void recycle() {
        if (!repeatable) {
            forget();
        }
    }

    private void forget() {
        call = null;
        steps.releaseMemory();
    }
}
