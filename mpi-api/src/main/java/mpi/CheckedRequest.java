package mpi;

import org.strata.mca.pml.PmlRequest;
import org.strata.opal.Rc;

import java.util.Queue;

/**
 * A send or receive whose message is checked ({@code mpi_check}): the operation under way moves a
 * copy of the data. It is checked when the program's wait or test finds it done, not sooner.
 *
 * <p>The PML's accounts know the inner operation only: this one never begins, in their sense.
 */
abstract class CheckedRequest extends PmlRequest {
    private final Queue<CheckedRequest> orphans;
    private final String started;
    private PmlRequest inner;
    private String failure;

    /** The message; null if the operation was refused. */
    final CheckedMessage message;

    /**
     * @param inner the operation on the copy; null if it was refused
     * @param orphans gets the request if the program frees it before its end
     */
    CheckedRequest(PmlRequest inner, CheckedMessage message, Queue<CheckedRequest> orphans) {
        this.inner = inner;
        this.message = message;
        this.orphans = orphans;
        this.started =
                UserFrames.calledAt().replace(", called at ", ". The request was started at ");
        setEmpty();
        if (message != null) {
            buf.set(message.data);
        }
    }

    /** Returns an operation that fails at once with what is wrong. */
    static CheckedRequest refused(int rc, String why) {
        CheckedRequest made =
                new CheckedRequest(null, null, null) {
                    @Override
                    String settled() {
                        return null;
                    }
                };
        made.fail(rc, why);
        return made;
    }

    /**
     * Ends the program's operation; the inner one has ended, and the status is a copy of its.
     *
     * @return null, or what is wrong, after {@code error} was set
     */
    abstract String settled();

    private void fail(int rc, String why) {
        error = rc;
        failure = why + started;
    }

    @Override
    public boolean isDone() {
        if (inner != null && inner.isDone()) {
            settle();
        }
        return inner == null;
    }

    private void settle() {
        copyFrom(inner);
        if (error == Rc.OK || error == Rc.TRUNCATED) {
            if (message.data.intact()) {
                String wrong = settled();
                if (wrong != null) {
                    fail(error, wrong);
                }
            } else {
                error = Rc.MEMORY_FREED;
            }
        }
        inner.release();
        inner = null;
        message.release();
    }

    @Override
    public String failureText() {
        return failure;
    }

    @Override
    public void cancel() {
        if (inner != null) {
            inner.cancel();
        }
    }

    @Override
    public boolean takesLong() {
        return inner != null && inner.takesLong();
    }

    @Override
    public int awaited() {
        return inner == null ? NOBODY : inner.awaited();
    }

    @Override
    public WaitState waitState() {
        return inner == null ? WaitState.UNKNOWN : inner.waitState();
    }

    @Override
    protected void recycle() {
        if (inner != null) {
            orphans.add(this);
        }
    }
}
