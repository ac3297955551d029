package org.strata.pml.ob1.request;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.strata.mca.pml.CommContext;
import org.strata.mca.pml.SendMode;
import org.strata.mca.proc.Proc;
import org.strata.mca.rcache.Registration;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayouts;
import org.strata.pml.base.PayloadPool;
import org.strata.pml.base.match.MatchComm;
import org.strata.pml.base.match.PacketStore;
import org.strata.pml.ob1.wire.HeaderMemory;

/** What is used again is as new: nothing of its last message is left. */
class RequestPoolsTest {
    private final HeaderMemory headers = new HeaderMemory();
    private final RequestPools pools = new RequestPools(headers);
    private final Proc[] procs = {new Proc(0, "node", 0, true), new Proc(1, "node", 1, true)};
    private final PayloadPool payloads = new PayloadPool();
    private final MatchComm comm =
            new MatchComm(new CommContext(0, 0, procs, 0), new PacketStore(payloads), 0);
    private final Buf data = new Buf(null, 1 << 20, 100, DataLayouts.BYTE);

    @AfterEach
    void close() {
        headers.close();
        payloads.close();
    }

    private static final class Quiet implements SendRequest.Sink {
        @Override
        public boolean retry(SendRequest request) {
            return true;
        }

        @Override
        public void onFragmentSent(SendRequest request, long bytes, int rc) {}

        @Override
        public void onAccepted(SendRequest request) {
            request.complete(Rc.OK);
        }

        @Override
        public void onFailure(SendRequest request, int rc) {}

        @Override
        public void onEnd(SendRequest request) {}
    }

    private static Registration registration() {
        return new Registration(4096, 100, 0) {};
    }

    private SendRequest started() {
        SendRequest request = pools.send(new Quiet());
        request.begin(data, comm.peer(1), null, 5, SendMode.STANDARD);
        request.start(0);
        return request;
    }

    @Test
    void aSendForgetsTheFailureOfItsLastMessage() {
        SendRequest failed = started();
        failed.next = 10;
        failed.end = 50;
        failed.asked.add(60, 100);
        failed.remaining = 90;
        failed.fail(Rc.LINK_FAILED);
        assertThat(failed.isDone()).isTrue();
        assertThat(failed.error).isEqualTo(Rc.LINK_FAILED);
        assertThat(failed.hasFragments()).as("sends no more").isFalse();
        failed.release();

        SendRequest next = started();
        assertThat(next).isSameAs(failed);
        assertThat(next.isDone()).isFalse();
        assertThat(next.hasFragments()).isFalse();
        next.transition(SendRequest.State.SENDING);
        next.endIfOver();
        assertThat(next.isDone()).isTrue();
        assertThat(next.error).isEqualTo(Rc.OK);
    }

    @Test
    void aReceiveForgetsThatItsLastMessageWasCancelled() {
        RecvRequest.Sink quiet =
                new RecvRequest.Sink() {
                    @Override
                    public boolean retry(RecvRequest request) {
                        return true;
                    }

                    @Override
                    public void onEnd(RecvRequest request) {}
                };
        RecvRequest cancelled = pools.receive(quiet);
        cancelled.begin(data, comm.context, 1, 5);
        cancelled.transition(RecvRequest.State.POSTED);
        comm.matcher.post(cancelled, comm.peer(1));
        cancelled.cancel();
        assertThat(cancelled.cancelled).isTrue();
        cancelled.release();

        RecvRequest next = pools.receive(quiet);
        assertThat(next).isSameAs(cancelled);
        next.begin(data, comm.context, 1, 5);
        assertThat(next.cancelled).isFalse();
        assertThat(next.isDone()).isFalse();
    }

    /** Its registration is the lane's next time, and not the last message's. */
    @Test
    void aPieceForgetsItsRegistration() {
        Piece used = pools.piece((piece, rc) -> {});
        used.registration = registration();
        pools.free(used);
        Piece next = pools.piece((piece, rc) -> {});
        assertThat(next).isSameAs(used);
        assertThat(next.registration).isNull();
    }

    @Test
    void anOrderForgetsItsLastPiece() {
        WriteOrder used = pools.order();
        used.registration = registration();
        used.refused = true;
        used.limit = 4096;
        used.retries = 7;
        used.next = 99;
        used.failure = Rc.LINK_FAILED;
        pools.free(used);
        WriteOrder next = pools.order();
        assertThat(next).isSameAs(used);
        assertThat(next.registration).isNull();
        assertThat(next.refused).isFalse();
        assertThat(next.limit).isEqualTo(Long.MAX_VALUE);
        assertThat(next.retries).isZero();
        assertThat(next.next).isZero();
        assertThat(next.failure).isEqualTo(Rc.OK);
    }

    @Test
    void aTransferForgetsItsLastMessage() {
        RdmaTransfer used = pools.transfer();
        used.failure = Rc.LINK_FAILED;
        used.pieceLimit = 4096;
        used.depth = 1;
        used.retries = 7;
        used.scheduling = true;
        used.aligned = true;
        used.whole = true;
        used.todo.add(0, 10);
        used.add(pools.piece((piece, rc) -> {}));
        used.addLane().reset(null, 3);
        used.lane(0).dead = true;
        used.lane(0).refused = true;
        used.lane(0).share = 99;
        pools.free(used);

        RdmaTransfer next = pools.transfer();
        assertThat(next).isSameAs(used);
        assertThat(next.failure).isEqualTo(Rc.OK);
        assertThat(next.pieceLimit).isEqualTo(Long.MAX_VALUE);
        assertThat(next.depth).isEqualTo(Integer.MAX_VALUE);
        assertThat(next.retries).isZero();
        assertThat(next.scheduling || next.aligned || next.whole).isFalse();
        assertThat(next.todo.isEmpty()).isTrue();
        assertThat(next.outstanding()).isZero();
        assertThat(next.lanes()).isZero();
        Lane lane = next.addLane();
        lane.reset(null, 4);
        assertThat(lane.dead || lane.refused).isFalse();
        assertThat(lane.share).isZero();
        assertThat(lane.registration).isNull();
    }
}
