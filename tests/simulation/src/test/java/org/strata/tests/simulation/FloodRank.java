package org.strata.tests.simulation;

import org.strata.mca.pml.CommContext;
import org.strata.mca.pml.Pml;
import org.strata.mca.pml.PmlMessage;
import org.strata.mca.pml.PmlRequest;
import org.strata.mca.pml.PmlStatus;
import org.strata.opal.Rc;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/** One rank that carries out its part of a {@link FloodPlan}, a call at a time. */
final class FloodRank {
    private final FloodPlan plan;
    private final int rank;
    private final Pml pml;
    private final IntFunction<CommContext> comms;
    private final Runnable progress;
    private final Arena arena;
    private final List<FloodPlan.Step> steps;

    /** Sends that nothing has waited for yet. */
    private final List<PmlRequest> open = new ArrayList<>();

    /** Id of the last message by sender, communicator and tag: messages do not overtake. */
    private final Map<String, Integer> last = new HashMap<>();

    private int next;

    /** The request that the current call waits for, or null. */
    private PmlRequest waiting;

    private Message buffer;
    private int pause;
    int received;

    FloodRank(
            FloodPlan plan,
            int rank,
            Pml pml,
            IntFunction<CommContext> comms,
            Runnable progress,
            Arena arena) {
        this.plan = plan;
        this.rank = rank;
        this.pml = pml;
        this.comms = comms;
        this.progress = progress;
        this.arena = arena;
        this.steps = plan.steps.get(rank);
    }

    boolean over() {
        return next == steps.size() && waiting == null && open.isEmpty();
    }

    /** Goes on with the current call, or begins the next one. */
    void turn() {
        if (pause > 0) {
            pause--;
            return;
        }
        if (waiting != null) {
            progress.run();
            endCall();
        } else if (next < steps.size()) {
            begin(steps.get(next));
        } else {
            progress.run();
        }
        open.removeIf(FloodRank::ended);
    }

    private static boolean ended(PmlRequest request) {
        if (!request.isDone()) {
            return false;
        }
        check(request);
        request.release();
        return true;
    }

    private static void check(PmlRequest request) {
        if (request.error != Rc.OK) {
            throw new AssertionError(Rc.name(request.error));
        }
    }

    private void begin(FloodPlan.Step step) {
        switch (step) {
            case FloodPlan.Pause quiet -> {
                pause = quiet.turns();
                next++;
            }
            case FloodPlan.Send send -> {
                Message data = new Message(arena, Plan.Shape.NATIVE, send.bytes());
                data.fill(send.id());
                CommContext comm = comms.apply(send.comm());
                PmlRequest request =
                        pml.isend(data.buf(), send.to(), send.tag(), send.mode(), comm);
                next++;
                if (send.blocks()) {
                    waiting = request;
                    endCall();
                } else {
                    open.add(request);
                }
            }
            case FloodPlan.Receive receive -> begin(receive);
        }
    }

    /** A probe that finds nothing is made again at the next turn. */
    private void begin(FloodPlan.Receive receive) {
        CommContext comm = comms.apply(receive.comm());
        PmlStatus status = new PmlStatus();
        PmlMessage message = null;
        switch (receive.how()) {
            case PROBE -> {
                if (!pml.iprobe(receive.from(), receive.tag(), comm, status)) {
                    return;
                }
            }
            case MATCHED_PROBE -> {
                message = pml.improbe(receive.from(), receive.tag(), comm, status);
                if (message == null) {
                    return;
                }
            }
            default -> {}
        }
        buffer = new Message(arena, Plan.Shape.NATIVE, plan.longest());
        waiting =
                message != null
                        ? pml.imrecv(buffer.buf(), message)
                        : pml.ireceive(buffer.buf(), receive.from(), receive.tag(), comm);
        endCall();
    }

    private void endCall() {
        if (!waiting.isDone()) {
            return;
        }
        check(waiting);
        if (buffer != null) {
            take((FloodPlan.Receive) steps.get(next));
            buffer = null;
            next++;
        }
        waiting.release();
        waiting = null;
    }

    /** Each message of a sender, communicator and tag is the next one that was sent. */
    private void take(FloodPlan.Receive receive) {
        int from = waiting.source;
        String stream = from + ":" + receive.comm() + ":" + receive.tag();
        int before = last.getOrDefault(stream, -1);
        FloodPlan.Send expected =
                plan.steps.get(from).stream()
                        .filter(FloodPlan.Send.class::isInstance)
                        .map(FloodPlan.Send.class::cast)
                        .filter(send ->
                                send.id() > before
                                        && send.to() == rank
                                        && send.comm() == receive.comm()
                                        && send.tag() == receive.tag())
                        .findFirst()
                        .orElseThrow(() -> new AssertionError("no such message: " + stream));
        if (waiting.tag != receive.tag() || waiting.bytes != expected.bytes()) {
            throw new AssertionError("another message than " + expected);
        }
        buffer.check(expected.id(), expected.bytes());
        last.put(stream, expected.id());
        received++;
    }

    @Override
    public String toString() {
        String call = next < steps.size() ? steps.get(next).toString() : "the end";
        return "rank " + rank + (waiting != null ? " waits before or in " : " is before ") + call;
    }
}
