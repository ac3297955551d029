package org.strata.tests.simulation;

import org.strata.mca.pml.CommContext;
import org.strata.mca.pml.Pml;
import org.strata.mca.pml.PmlMessage;
import org.strata.mca.pml.PmlRequest;
import org.strata.mca.pml.PmlStatus;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** One rank that carries out its part of a {@link Plan}, a little per turn. */
final class Traffic {
    private static final int OUTSTANDING = 24;

    /** What operations with a peer that is cut off end with. */
    private static final Set<Integer> LOST = Set.of(Rc.UNREACHABLE, Rc.LINK_FAILED, Rc.PEER_FAILED);

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
    private record Open(
            PmlRequest request, int peer, Message buffer, Plan.Receive receive, int post) {}

    /** A message that came in; or one that did not, because its sender was cut off. */
    record Received(
            Plan.Receive receive,
            int post,
            int source,
            int tag,
            long bytes,
            Message at,
            boolean failed,
            int content) {}

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
        int step = open.size() < OUTSTANDING ? next : nextReceive(steps);
        if (step < steps.size() && job.world.chance(0.5)) {
            take(steps, step);
        } else {
            job.job.rank(rank).progress();
        }
        open.removeIf(this::ended);
    }

    /**
     * Returns the place of the next receive. All that are under way may be sends that wait for
     * receives, of ranks that have as many of them.
     */
    private int nextReceive(List<Plan.Step> steps) {
        int step = next;
        while (step < steps.size() && !(steps.get(step) instanceof Plan.Receive)) {
            step++;
        }
        return step;
    }

    private void take(List<Plan.Step> steps, int step) {
        if (!take(steps.get(step))) {
            // A probe that finds nothing yet must not hold up the sends behind it.
            steps.add(steps.remove(step));
        } else if (step == next) {
            next++;
        } else {
            steps.remove(step);
        }
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
        open.add(new Open(request, send.to(), buffer, null, 0));
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
        open.add(new Open(request, want.from(), buffer, want, receives++));
        return true;
    }

    private PmlRequest receive(Message buffer, int source, int tag, CommContext comm) {
        Buf buf = buffer.buf();
        PmlRequest started =
                buf.contiguous() && (receives & 1) == 0
                        ? pml.ireceiveGapless(
                                buf.base(), buf.start(), buf.size(), buf.owner(), source, tag, comm)
                        : null;
        return started != null ? started : pml.ireceive(buf, source, tag, comm);
    }

    private boolean take(Plan.Cancel cancel) {
        Message buffer = new Message(arena, Plan.Shape.NATIVE, 8);
        PmlRequest request = receive(buffer, cancel.from(), Plan.NEVER, comm(cancel.comm()));
        request.cancel();
        boolean lost = job.loses(rank, cancel.from()) && LOST.contains(request.error);
        if (!request.isDone() || !(request.cancelled || lost)) {
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
        boolean failed = request.error != Rc.OK;
        if (failed && !mayFail(operation)) {
            throw new AssertionError("operation failed: " + Rc.name(request.error));
        }
        if (operation.receive() != null) {
            received.add(
                    new Received(
                            operation.receive(),
                            operation.post(),
                            failed ? operation.peer() : request.source,
                            failed ? operation.receive().tag() : request.tag,
                            request.bytes,
                            operation.buffer(),
                            failed,
                            operation.buffer().hash()));
        }
        request.release();
        return true;
    }

    /** What goes to or comes from a rank that is cut off may fail, and in no other way. */
    private boolean mayFail(Open operation) {
        int error = operation.request().error;
        return job.loses(rank, operation.peer()) && LOST.contains(error);
    }

    private CommContext comm(int index) {
        return job.comm(rank, index);
    }

    /** Returns what has not ended, for a plan that does not. */
    @Override
    public String toString() {
        List<Plan.Step> steps = plan.steps.get(rank);
        String ops =
                open.stream()
                        .map(one ->
                                (one.receive() == null ? "send to " : "receive from ") + one.peer())
                        .toList()
                        .toString();
        return "rank " + rank + " " + ops + " then " + steps.subList(next, steps.size());
    }
}
