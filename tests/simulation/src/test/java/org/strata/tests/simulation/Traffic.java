package org.strata.tests.simulation;

import org.strata.mca.pml.CommContext;
import org.strata.mca.pml.Pml;
import org.strata.mca.pml.PmlMessage;
import org.strata.mca.pml.PmlRequest;
import org.strata.mca.pml.PmlStatus;
import org.strata.opal.Rc;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;

/** One rank that carries out its part of a {@link Plan}, a little per turn. */
final class Traffic {
    private static final int OUTSTANDING = 24;

    private final Plan plan;
    private final SimJob job;
    private final int rank;
    private final Pml pml;
    private final Arena arena;
    private final List<Open> open = new ArrayList<>();
    private int next;
    private int receives;

    /** What came in, in the order of posting. */
    final List<Received> received = new ArrayList<>();

    /** An operation under way; {@code receive} is null for sends. */
    private record Open(PmlRequest request, Message buffer, Plan.Receive receive, int post) {}

    /** A message that came in. */
    record Received(Plan.Receive receive, int post, int source, int tag, long bytes, Message at) {}

    Traffic(Plan plan, SimJob job, int rank, Arena arena) {
        this.plan = plan;
        this.job = job;
        this.rank = rank;
        this.pml = job.pmls.get(rank);
        this.arena = arena;
        pml.attachBuffer(1 << 24);
    }

    boolean over() {
        return next == plan.steps.get(rank).size() && open.isEmpty();
    }

    /** Takes the next step, or looks after what is under way. */
    void turn() {
        List<Plan.Step> steps = plan.steps.get(rank);
        if (next < steps.size() && open.size() < OUTSTANDING && job.world.chance(0.5)) {
            if (take(steps.get(next))) {
                next++;
            } else {
                // A probe that finds nothing yet must not hold up the sends behind it.
                steps.add(steps.remove(next));
            }
        } else {
            job.job.rank(rank).progress();
        }
        open.removeIf(this::ended);
    }

    private boolean take(Plan.Step step) {
        return switch (step) {
            case Plan.Send send -> take(send);
            case Plan.Receive receive -> take(receive);
            case Plan.Cancel cancel -> take(cancel);
        };
    }

    private boolean take(Plan.Send send) {
        Message buffer = new Message(arena, send.shape(), send.bytes());
        buffer.fill(send.id());
        PmlRequest request =
                pml.isend(buffer.buf(), send.to(), send.tag(), send.mode(), comm(send.comm()));
        open.add(new Open(request, buffer, null, 0));
        return true;
    }

    private boolean take(Plan.Receive want) {
        CommContext comm = comm(want.comm());
        // Probes that find nothing are frequent, and the arena keeps what it gave.
        Message buffer = null;
        PmlRequest request;
        switch (want.how()) {
            case PROBED -> {
                PmlStatus status = new PmlStatus();
                if (!pml.iprobe(want.from(), want.tag(), comm, status)) {
                    return false;
                }
                buffer = new Message(arena, want.shape(), want.bytes());
                request = receive(buffer, status.source, status.tag, comm);
            }
            case MATCHED_PROBED -> {
                PmlStatus status = new PmlStatus();
                PmlMessage message = pml.improbe(want.from(), want.tag(), comm, status);
                if (message == null) {
                    return false;
                }
                buffer = new Message(arena, want.shape(), want.bytes());
                request = pml.imrecv(buffer.buf(), message);
            }
            default -> {
                buffer = new Message(arena, want.shape(), want.bytes());
                request = receive(buffer, want.from(), want.tag(), comm);
            }
        }
        open.add(new Open(request, buffer, want, receives++));
        return true;
    }

    private PmlRequest receive(Message buffer, int source, int tag, CommContext comm) {
        return pml.ireceive(buffer.buf(), source, tag, comm);
    }

    private boolean take(Plan.Cancel cancel) {
        Message buffer = new Message(arena, Plan.Shape.NATIVE, 8);
        PmlRequest request = receive(buffer, cancel.from(), Plan.NEVER, comm(cancel.comm()));
        request.cancel();
        if (!request.isDone() || !request.cancelled) {
            throw new AssertionError("a receive without a match was not cancelled");
        }
        request.release();
        return true;
    }

    private boolean ended(Open operation) {
        PmlRequest request = operation.request();
        if (!request.isDone()) {
            return false;
        }
        if (request.error != Rc.OK) {
            throw new AssertionError("operation failed: " + Rc.name(request.error));
        }
        if (operation.receive() != null) {
            received.add(
                    new Received(
                            operation.receive(),
                            operation.post(),
                            request.source,
                            request.tag,
                            request.bytes,
                            operation.buffer()));
        }
        request.release();
        return true;
    }

    private CommContext comm(int index) {
        return job.comm(rank, index);
    }
}
