package org.strata.testkit.timed;

import org.strata.opal.Rc;
import org.strata.testkit.sim.SimWorld;
import org.strata.testkit.timed.TimedRank.Work;
import org.strata.verbs.Gid;
import org.strata.verbs.QpAttributes;
import org.strata.verbs.QpInit;
import org.strata.verbs.QpState;
import org.strata.verbs.QpType;
import org.strata.verbs.QueuePair;
import org.strata.verbs.RecvWr;
import org.strata.verbs.SendFlags;
import org.strata.verbs.SendWr;
import org.strata.verbs.Sge;
import org.strata.verbs.WrOpcode;

import java.util.ArrayDeque;

/**
 * A queue pair whose requests travel in virtual time. A write or send occupies its port's wire,
 * arrives, and is acknowledged; a read is a request without bytes and an answer over the peer's
 * wire. Requests of one pair complete in their order.
 */
final class TimedQp implements QueuePair {
    private final TimedContext context;
    private final TimedRank rank;
    private final QueuePair inner;
    private final TimedCq sendCq;
    private final TimedCq recvCq;
    private final boolean signalAll;
    private final Wire.Flow requests = new Wire.Flow();
    private final Wire.Flow answers = new Wire.Flow();
    private final ArrayDeque<Request> outstanding = new ArrayDeque<>();
    private Gid address = Gid.NONE;
    private QpAttributes path = new QpAttributes();
    private Wire wire;

    /** A request under way. */
    private static final class Request {
        private final long bytes;
        private final boolean receives;
        private final boolean signalled;
        private boolean over;

        Request(long bytes, boolean receives, boolean signalled) {
            this.bytes = bytes;
            this.receives = receives;
            this.signalled = signalled;
        }
    }

    TimedQp(TimedContext context, QpInit init, QueuePair inner) {
        this.context = context;
        this.rank = context.rank();
        this.inner = inner;
        this.sendCq = (TimedCq) init.sendCq();
        this.recvCq = (TimedCq) init.recvCq();
        this.signalAll = init.signalAll();
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
            int port = attributes.port();
            wire = context.wire(port);
            address = context.gid(port, context.defaultGidIndex(port));
            context.network().add(address, this);
        }
    }

    @Override
    public QpAttributes query() {
        return inner.query();
    }

    @Override
    public int postSend(SendWr wr) {
        int rc = inner.postSend(wr);
        long end = rc == Rc.OK ? 0 : wr.rejected();
        for (long at = wr.address(); at != end && at != 0; at = SendWr.nextAt(at)) {
            start(at);
        }
        return rc;
    }

    private void start(long wr) {
        int opcode = SendWr.opcodeAt(wr);
        boolean sends = opcode == WrOpcode.SEND || opcode == WrOpcode.SEND_WITH_IMM;
        boolean receives = sends || opcode == WrOpcode.RDMA_WRITE_WITH_IMM;
        boolean signalled = signalAll || (SendWr.flagsAt(wr) & SendFlags.SIGNALED) != 0;
        Request request = new Request(length(wr), receives, signalled);
        outstanding.add(request);
        if (sends) {
            rank.spend(Work.COPY, rank.costs().copyByte() * request.bytes);
        }
        rank.spend(Work.MESSAGE, rank.costs().post());
        context.network()
                .world()
                .at(rank.nanoTime(), () -> leave(request, opcode >= WrOpcode.RDMA_READ));
    }

    private static long length(long wr) {
        long sum = 0;
        for (int i = SendWr.sgeCountAt(wr) - 1; i >= 0; i--) {
            sum += Sge.length(SendWr.sgListAt(wr) + (long) i * Sge.BYTES);
        }
        return sum;
    }

    private void after(double nanos, Runnable action) {
        SimWorld world = context.network().world();
        world.at(world.now() + Math.round(nanos), action);
    }

    private void leave(Request request, boolean fetches) {
        double latency = rank.costs().latency();
        if (fetches) {
            wire.send(requests, 0, () -> after(latency, () -> answer(request)));
        } else {
            wire.send(requests, request.bytes, () -> after(latency, () -> arrive(request)));
        }
    }

    private TimedQp peer() {
        return context.network().find(path.destinationGid(), path.destinationQp());
    }

    /** The last byte has arrived; its acknowledgement leaves. */
    private void arrive(Request request) {
        TimedQp peer = peer();
        if (peer != null && request.receives) {
            peer.recvCq.release(peer.number(), true);
        }
        after(rank.costs().latency(), () -> complete(request));
    }

    /** The request to read has arrived at the peer, which sends what it asks for. */
    private void answer(Request request) {
        TimedQp peer = peer();
        if (peer != null) {
            double latency = rank.costs().latency();
            peer.wire.send(
                    peer.answers, request.bytes, () -> after(latency, () -> complete(request)));
        }
    }

    private void complete(Request request) {
        request.over = true;
        while (!outstanding.isEmpty() && outstanding.peek().over) {
            if (outstanding.remove().signalled) {
                sendCq.release(number(), false);
            }
        }
    }

    @Override
    public int postRecv(RecvWr wr) {
        TimedSrq.spend(rank, wr);
        return inner.postRecv(wr);
    }

    @Override
    public void close() {
        context.network().remove(address, this);
        inner.close();
    }
}
