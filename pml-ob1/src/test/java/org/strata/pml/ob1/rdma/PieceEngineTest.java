package org.strata.pml.ob1.rdma;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.strata.mca.pml.CommContext;
import org.strata.mca.proc.Proc;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayouts;
import org.strata.pml.base.CookieTable;
import org.strata.pml.ob1.eager.FirstPacket;
import org.strata.pml.ob1.rendezvous.Fragments;
import org.strata.pml.ob1.rendezvous.Rendezvous;
import org.strata.pml.ob1.request.Lane;
import org.strata.pml.ob1.request.Piece;
import org.strata.pml.ob1.request.PieceMover;
import org.strata.pml.ob1.request.RdmaTransfer;
import org.strata.pml.ob1.request.RecvRequest;
import org.strata.pml.ob1.request.RequestPools;
import org.strata.pml.ob1.wire.ControlPackets;
import org.strata.pml.ob1.wire.WirePair;

/** The account of a receive whose pieces are refused, fail, or wait. */
class PieceEngineTest {
    private static final int SIZE = 30_000;

    private final WirePair pair = new WirePair(1, 0);
    private final WirePair.Side side = pair.side(0);
    private final CookieTable cookies = new CookieTable();
    private final RequestPools pools = new RequestPools(side.headers);
    private final PieceEngine engine = engine();
    private final Mover mover = new Mover();

    private PieceEngine engine() {
        Fragments fragments = new Fragments(cookies, side.queues, side.headers, side.counters, 4);
        ControlPackets control = new ControlPackets(side.control, side.headers);
        FirstPacket packets = new FirstPacket(cookies, side.headers);
        Rendezvous rendezvous = new Rendezvous(packets, fragments, cookies, control, side.counters);
        return new PieceEngine(pools, cookies, side.queues, rendezvous, side.counters, 3);
    }

    /** Starts nothing, for a reason. */
    private static final class Mover implements PieceMover {
        int rc = Rc.NO_RESOURCE;

        @Override
        public int start(Piece piece) {
            return rc;
        }

        @Override
        public void onFin(Piece piece, long size) {}

        @Override
        public void endIfOver(RecvRequest request) {}
    }

    /** What the layer above does. */
    private final class Sink implements RecvRequest.Sink {
        @Override
        public boolean retry(RecvRequest request) {
            return engine.schedule(request);
        }

        @Override
        public void onEnd(RecvRequest request) {
            cookies.revoke(request);
            engine.release(request);
        }
    }

    private RecvRequest matched() {
        Proc[] peers = side.rank.procs().toArray(new Proc[0]);
        RecvRequest request = pools.receive(new Sink());
        Buf buf = new Buf(null, 1 << 20, SIZE, DataLayouts.BYTE);
        request.begin(buf, new CommContext(0, 0, peers, 0), 1, 7);
        request.endpoint = side.endpoint;
        request.expected = SIZE;
        return request;
    }

    private RdmaTransfer begun(RecvRequest request) {
        RdmaTransfer transfer = engine.transfer(mover);
        transfer.reads = false;
        side.endpoint.bml.rdma = side.endpoint.bml.send;
        transfer.addLane().reset(side.endpoint.bml.send[0], 0);
        assertThat(engine.begin(request, transfer, 0)).isTrue();
        return transfer;
    }

    @AfterEach
    void close() {
        pair.close();
    }

    /** Otherwise the retry, or the loss of the peer, would find the request's next message. */
    @Test
    void aReceiveThatEndsLeavesTheQueue() {
        RecvRequest request = matched();
        RdmaTransfer transfer = begun(request);
        assertThat(request.queued()).as("waits for a resource").isTrue();
        request.complete(Rc.OK);
        assertThat(request.queued()).isFalse();
        assertThat(side.endpoint.busy()).isFalse();
        request.release();
        assertThat(matched()).isSameAs(request);
        assertThat(engine.transfer(mover)).as("with the memory of its handles").isSameAs(transfer);
    }

    /** What could not be started is due on the same lane as before. */
    @Test
    void aLinkThatRefusesAPieceStillOwesItsShare() {
        RecvRequest request = matched();
        RdmaTransfer transfer = begun(request);
        for (int poll = 0; poll < 5; poll++) {
            assertThat(engine.schedule(request)).isFalse();
            Lane lane = transfer.lane(0);
            assertThat(lane.share).isEqualTo(SIZE);
            assertThat(lane.dead).isFalse();
            assertThat(transfer.outstanding()).isZero();
            assertThat(transfer.todo.lowest()).isZero();
            assertThat(transfer.todo.highest()).isEqualTo(SIZE);
        }
        mover.rc = Rc.LINK_FAILED;
        assertThat(engine.schedule(request)).isTrue();
        assertThat(transfer.lane(0).dead).isTrue();
    }
}
