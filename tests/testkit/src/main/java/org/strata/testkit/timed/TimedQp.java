package org.strata.testkit.timed;

import org.strata.opal.Rc;
import org.strata.testkit.sim.SimWorld;
import org.strata.testkit.timed.TimedRank.Work;
import org.strata.verbs.DataOrder;
import org.strata.verbs.QpAttributes;
import org.strata.verbs.QpInit;
import org.strata.verbs.QpState;
import org.strata.verbs.QpType;
import org.strata.verbs.QueuePair;
import org.strata.verbs.RecvWr;
import org.strata.verbs.RnrTimer;
import org.strata.verbs.SendFlags;
import org.strata.verbs.SendWr;

import java.util.ArrayDeque;

/**
 * A queue pair whose requests travel in virtual time. A write or send occupies its port's wire,
 * takes effect when it has arrived, and is acknowledged; a read is a request without bytes and an
 * answer over the peer's wire. Requests of one pair take effect and complete in their order.
 *
 * <p>An adapter that meets a page of memory that is paged on demand and that it does not have yet
 * stands still with this pair until the system has told it: before what is sent leaves, and before
 * what has arrived takes effect. What the two sides of real adapters say to each other meanwhile
 * (not ready, and again) takes nothing of the wire here.
 *
 * <p>A message that finds no receive request is refused, with all that have been sent behind it;
 * the pair sends them again when the target's RNR timer has run down.
 */
final class TimedQp implements QueuePair {
    private static final int FOR_EVER = 7;

    private final TimedContext context;
    private final TimedRank rank;
    private final QpInit init;
    private final QueuePair inner;
    private final Receives ownReceives;
    private final Wire.Flow requests = new Wire.Flow();
    private final Wire.Flow answers = new Wire.Flow();

    /** Requests that have not been acknowledged, and those of them without effect, in order. */
    private final ArrayDeque<TimedRequest> outstanding = new ArrayDeque<>();

    private final ArrayDeque<TimedRequest> waiting = new ArrayDeque<>();
    private final ArrayDeque<TimedRequest> spare = new ArrayDeque<>();
    private QpAttributes path = new QpAttributes();
    private TimedContext.Port port;

    /** Grows when the target refuses a message: what was sent before is dropped there. */
    private int attempt;

    private int refusals;
    private boolean refused;
    private long lastEffect;

    /** When the adapter has the pages of what was posted before. */
    private long sourceReady;

    private boolean closed;

    TimedQp(TimedContext context, QpInit init, QueuePair inner) {
        this.context = context;
        this.rank = context.rank();
        this.init = init;
        this.inner = inner;
        this.ownReceives = new Receives(rank, null);
    }

    @Override
    public int number() {
        return inner.number();
    }

    @Override
    public QpType type() {
        return inner.type();
    }

    @Override
    public QpState state() {
        return inner.state();
    }

    @Override
    public void modify(QpAttributes attributes) {
        inner.modify(attributes);
        path = inner.query();
        if (attributes.has(QpAttributes.PORT)) {
            port = context.port(attributes.port(), this);
        }
        if (inner.state() == QpState.ERR) {
            flush();
        }
    }

    @Override
    public QpAttributes query() {
        return inner.query();
    }

    /** Requests of one pair take effect in their order, and each at once. */
    @Override
    public DataOrder dataOrder() {
        return inner.dataOrder();
    }

    // ---- posting

    @Override
    public int postSend(SendWr wr) {
        if (inner.state().ordinal() < QpState.RTS.ordinal()) {
            return inner.postSend(wr);
        }
        if (inner.state() == QpState.ERR) {
            flush();
            return inner.postSend(wr);
        }
        for (long at = wr.address(); at != 0; at = SendWr.nextAt(at)) {
            if (outstanding.size() >= init.maxSendWr()) {
                wr.rejected(at);
                return Rc.NO_RESOURCE;
            }
            start(at);
        }
        return Rc.OK;
    }

    private void start(long wr) {
        TimedRequest request = spare.poll();
        if (request == null) {
            request = new TimedRequest(context.network().arena(), init.maxSendSge());
        }
        boolean signals = (SendWr.flagsAt(wr) & SendFlags.SIGNALED) != 0;
        request.copy(wr, init.signalAll() || signals);
        outstanding.add(request);
        waiting.add(request);
        if (!request.fetches() && (request.isInline() || context.copies(request.firstElement()))) {
            rank.spend(Work.COPY, rank.costs().copyByte() * request.bytes());
        }
        rank.spend(Work.MESSAGE, rank.costs().post());
        TimedRequest posted = request;
        world().at(rank.nanoTime(), () -> begin(posted));
    }

    @Override
    public int postRecv(RecvWr wr) {
        return TimedSrq.post(wr, context, ownReceives, inner.postRecv(wr));
    }

    private SimWorld world() {
        return context.network().world();
    }

    private void after(double nanos, Runnable action) {
        world().at(world().now() + Math.round(nanos), action);
    }

    private double latency() {
        return rank.costs().latency();
    }

    // ---- on the way

    private void begin(TimedRequest request) {
        double fault = request.fetches() ? 0 : request.touchLocal(context);
        if (fault == 0 && sourceReady <= world().now()) {
            send(request);
            return;
        }
        sourceReady = Math.max(sourceReady, world().now()) + Math.round(fault);
        world().at(sourceReady, () -> send(request));
    }

    private void send(TimedRequest request) {
        request.posted = true;
        if (!refused && !closed) {
            leave(request);
        }
    }

    private void leave(TimedRequest request) {
        int now = attempt;
        long bytes = request.fetches() ? 0 : request.bytes();
        Runnable first = request.consumes() ? () -> onFirstPacket(request, now) : null;
        port.wire()
                .send(
                        requests,
                        bytes,
                        first == null ? null : () -> after(latency(), first),
                        () -> after(latency(), () -> onLastPacket(request, now)));
    }

    private TimedQp peer() {
        return context.network().find(path.destinationGid(), path.destinationQp());
    }

    /** Returns the receive requests that a message consumes one of; null when they are gone. */
    private Receives target(TimedRequest request, TimedQp peer) {
        if (peer == null) {
            return null;
        }
        if (init.type() == QpType.XRC_SEND) {
            TimedSrq queue = ((TimedXrcDomain) peer.init.xrc()).queue(request.queue());
            return queue == null ? null : queue.receives();
        }
        return peer.init.srq() == null ? peer.ownReceives : ((TimedSrq) peer.init.srq()).receives();
    }

    private boolean isStale(int sentIn) {
        return closed || sentIn != attempt;
    }

    private void onFirstPacket(TimedRequest request, int sentIn) {
        if (isStale(sentIn)) {
            return;
        }
        TimedQp peer = peer();
        Receives receives = target(request, peer);
        if (receives == null) {
            return;
        }
        if (receives.reserve()) {
            refusals = 0;
            request.reserved = receives;
        } else if (path.rnrRetry() == FOR_EVER || refusals < path.rnrRetry()) {
            refuse(peer);
        }
    }

    /** The receiver is not ready: its answer travels back, and the pair waits. */
    private void refuse(TimedQp peer) {
        refusals++;
        attempt++;
        refused = true;
        context.network().countRefusal();
        after(
                latency(),
                () -> {
                    requests.drop();
                    after((double) RnrTimer.nanos(peer.path.minRnrTimer()), this::resume);
                });
    }

    private void resume() {
        refused = false;
        if (!closed) {
            waiting.stream().filter(request -> request.posted).forEach(this::leave);
        }
    }

    private void onLastPacket(TimedRequest request, int sentIn) {
        if (isStale(sentIn)) {
            return;
        }
        long arrival = world().now();
        TimedQp peer = peer();
        long fault = peer == null ? 0 : Math.round(request.touchRemote(peer.context));
        double processing = request.reserved == null ? 0 : rank.costs().receiveLatency();
        lastEffect = Math.max(lastEffect, arrival + Math.round(processing)) + fault;
        long there = lastEffect - Math.round(processing);
        long acknowledged = fault == 0 ? arrival : there;
        world().at(lastEffect, () -> takeEffect(request, acknowledged));
    }

    /** Executes the request: its bytes and its completion are there now. */
    private void takeEffect(TimedRequest request, long arrival) {
        if (closed || waiting.peek() != request) {
            return;
        }
        waiting.remove();
        TimedQp peer = peer();
        Receives receives = request.reserved;
        boolean armed = receives != null && receives.isArmed();
        execute(request);
        if (receives != null) {
            receives.rank().wakeAt(world().now());
            if (armed && !receives.isArmed()) {
                receives.rank().report();
            }
        } else if (peer != null) {
            peer.rank.written(world().now());
        }
        if (inner.state() == QpState.ERR) {
            flush();
        } else if (request.fetches() && peer != null) {
            Runnable answered =
                    () -> after(latency() + request.touchLocal(context), () -> complete(request));
            peer.port.wire().send(peer.answers, request.bytes(), null, answered);
        } else {
            world().at(arrival + Math.round(latency()), () -> complete(request));
        }
    }

    private void execute(TimedRequest request) {
        int rc = inner.postSend(request.request());
        if (rc != Rc.OK) {
            throw new IllegalStateException("the adapter refuses a request: " + Rc.name(rc));
        }
    }

    private void complete(TimedRequest request) {
        request.over = true;
        while (!outstanding.isEmpty() && outstanding.peek().over) {
            TimedRequest done = outstanding.remove();
            if (done.signalled()) {
                ((TimedCq) init.sendCq()).releaseSend(number());
            }
            spare.add(done);
        }
    }

    // ---- the end

    /** The pair is in error: what has had no effect is flushed by the adapter below. */
    private void flush() {
        attempt++;
        while (!waiting.isEmpty()) {
            TimedRequest request = waiting.remove();
            if (request.reserved != null) {
                request.reserved.add(1);
            }
            execute(request);
        }
        outstanding.clear();
        rank.wakeAt(world().now());
    }

    @Override
    public void close() {
        closed = true;
        if (port != null) {
            context.network().remove(port.gid(), this);
        }
        inner.close();
    }
}
