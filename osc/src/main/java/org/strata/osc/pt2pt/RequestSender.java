package org.strata.osc.pt2pt;

import org.strata.mca.osc.OscFailure;
import org.strata.mca.osc.OscOperation;
import org.strata.mca.osc.OscTarget;
import org.strata.mca.pml.CommContext;
import org.strata.mca.pml.Pml;
import org.strata.mca.pml.PmlRequest;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayout;
import org.strata.opal.datatype.LayoutCodec;
import org.strata.opal.op.NumberKind;
import org.strata.opal.op.OpKind;
import org.strata.osc.base.Accumulator;
import org.strata.osc.pt2pt.WindowPeer.Reply;

/** The origin's side of a window: turns operations into requests, and takes their answers. */
final class RequestSender {
    private final Pml pml;
    private final CommContext comm;
    private final WindowOutbox outbox;
    private final Buf buf = new Buf();
    private OscFailure failure;

    RequestSender(Pml pml, CommContext comm, WindowOutbox outbox) {
        this.pml = pml;
        this.comm = comm;
        this.outbox = outbox;
    }

    /** Returns the bytes of data that a request has room for. */
    private int room() {
        return outbox.blockBytes() - RequestHeader.BYTES;
    }

    // ---- Operations.

    void put(WindowPeer peer, Buf origin, OscTarget target, OscOperation operation) {
        long bytes = target.size();
        boolean inline = bytes <= room();
        long block = request(peer, RequestKind.PUT, target);
        RequestHeader.writeData(block, 0, bytes, inline);
        peer.dirty = true;
        if (inline) {
            origin.pack(0, block + RequestHeader.BYTES, bytes);
            outbox.send(peer, block, RequestHeader.BYTES + bytes, WindowTags.REQUEST);
            complete(operation);
        } else {
            outbox.send(peer, block, RequestHeader.BYTES, WindowTags.REQUEST);
            outbox.sendData(peer, origin, WindowTags.DATA, operation);
        }
    }

    void get(WindowPeer peer, Buf origin, OscTarget target, OscOperation operation) {
        long bytes = target.size();
        long block = request(peer, RequestKind.GET, target);
        RequestHeader.writeData(block, 0, bytes, false);
        PmlRequest reply = pml.ireceive(origin, peer.rank, WindowTags.REPLY, comm);
        peer.replies.add(new Reply(reply, 0, null, 0, bytes, operation));
        outbox.send(peer, block, RequestHeader.BYTES, WindowTags.REQUEST);
    }

    /** Sends an accumulate piece by piece. */
    void accumulate(
            WindowPeer peer,
            Buf origin,
            OscTarget target,
            OpKind op,
            NumberKind kind,
            OscOperation operation) {
        long bytes = target.size();
        int piece = Accumulator.piece(kind, room());
        for (long position = 0; position < bytes; position += piece) {
            long length = Math.min(piece, bytes - position);
            long block = piece(peer, RequestKind.ACCUMULATE, target, op, kind, position, length);
            origin.pack(position, block + RequestHeader.BYTES, length);
            outbox.send(peer, block, RequestHeader.BYTES + length, WindowTags.REQUEST);
        }
        peer.dirty = true;
        complete(operation);
    }

    /** Sends a get-accumulate piece by piece; each piece has an answer. */
    void getAccumulate(
            WindowPeer peer,
            Buf origin,
            Buf result,
            OscTarget target,
            OpKind op,
            NumberKind kind,
            OscOperation operation) {
        long bytes = target.size();
        int piece = Accumulator.piece(kind, room());
        Buf kept = new Buf().set(result);
        for (long position = 0; position < bytes; position += piece) {
            long length = Math.min(piece, bytes - position);
            long block =
                    piece(peer, RequestKind.GET_ACCUMULATE, target, op, kind, position, length);
            long sent = 0;
            if (op != OpKind.NO_OP) {
                origin.pack(position, block + RequestHeader.BYTES, length);
                sent = length;
            }
            boolean last = position + length == bytes;
            awaitReply(peer, kept, position, length, last ? operation : null);
            outbox.send(peer, block, RequestHeader.BYTES + sent, WindowTags.REQUEST);
        }
    }

    void compareAndSwap(WindowPeer peer, Buf origin, Buf compare, Buf result, OscTarget target) {
        long bytes = target.size();
        long block = request(peer, RequestKind.COMPARE_AND_SWAP, target);
        RequestHeader.writeData(block, 0, bytes, true);
        origin.pack(0, block + RequestHeader.BYTES, bytes);
        compare.pack(0, block + RequestHeader.BYTES + bytes, bytes);
        awaitReply(peer, new Buf().set(result), 0, bytes, null);
        outbox.send(peer, block, RequestHeader.BYTES + 2 * bytes, WindowTags.REQUEST);
    }

    private static void complete(OscOperation operation) {
        if (operation != null) {
            operation.complete(Rc.OK);
        }
    }

    private long piece(
            WindowPeer peer,
            RequestKind request,
            OscTarget target,
            OpKind op,
            NumberKind kind,
            long position,
            long length) {
        long block = request(peer, request, target);
        RequestHeader.writeOp(block, op, kind);
        RequestHeader.writeData(block, position, length, true);
        return block;
    }

    /** Returns a block with the header of a request; describes the datatype first if need be. */
    private long request(WindowPeer peer, RequestKind kind, OscTarget target) {
        DataLayout layout = target.layout();
        boolean described = !layout.contiguous();
        if (described && peer.told != layout) {
            describe(peer, layout);
        }
        long block = outbox.block();
        RequestHeader.write(block, kind);
        long count = described ? target.count() : target.size();
        RequestHeader.writeTarget(block, target.displacement(), count, described);
        return block;
    }

    private void describe(WindowPeer peer, DataLayout layout) {
        long bytes = LayoutCodec.bytes(layout);
        boolean inline = bytes <= room();
        long block = outbox.block();
        RequestHeader.write(block, RequestKind.LAYOUT);
        RequestHeader.writeData(block, 0, bytes, inline);
        if (inline) {
            LayoutCodec.write(layout, block + RequestHeader.BYTES);
            outbox.send(peer, block, RequestHeader.BYTES + bytes, WindowTags.REQUEST);
        } else {
            outbox.send(peer, block, RequestHeader.BYTES, WindowTags.REQUEST);
            DescriptionMemory memory = DescriptionMemory.of(layout);
            buf.setBytes(memory.address(), bytes);
            OscOperation sent = new OscOperation(buf, comm, memory::close);
            sent.release();
            outbox.sendData(peer, buf, WindowTags.DATA, sent);
        }
        peer.told = layout;
    }

    private void awaitReply(
            WindowPeer peer, Buf result, long position, long length, OscOperation operation) {
        long block = outbox.block();
        buf.setBytes(block, length);
        PmlRequest reply = pml.ireceive(buf, peer.rank, WindowTags.REPLY, comm);
        peer.replies.add(new Reply(reply, block, result, position, length, operation));
    }

    // ---- Answers.

    /** Takes the data that have arrived; returns how many answers. */
    int takeReplies(WindowPeer peer) {
        int taken = 0;
        for (Reply first = peer.replies.peek();
                first != null && first.request().isDone();
                first = peer.replies.peek()) {
            peer.replies.remove();
            take(peer, first);
            taken++;
        }
        return taken;
    }

    private void take(WindowPeer peer, Reply reply) {
        PmlRequest request = reply.request();
        int rc = request.error;
        if (rc == Rc.OK && request.bytes < reply.length()) {
            rc = Rc.BAD_ARGUMENT;
            refused(peer, OscFailure.Kind.RANGE);
        } else if (rc == Rc.OK && reply.block() != 0) {
            reply.result().unpack(reply.block(), reply.position(), reply.length());
        }
        request.release();
        if (reply.block() != 0) {
            outbox.release(reply.block());
        }
        if (reply.operation() != null) {
            reply.operation().complete(rc);
        }
    }

    /** Takes an acknowledgement. */
    void acknowledged(WindowPeer peer, int refusal) {
        peer.acknowledgements = Math.max(0, peer.acknowledgements - 1);
        OscFailure.Kind[] kinds = OscFailure.Kind.values();
        if (refusal > 0 && refusal <= kinds.length) {
            refused(peer, kinds[refusal - 1]);
        }
    }

    private void refused(WindowPeer peer, OscFailure.Kind kind) {
        if (failure == null) {
            failure = new OscFailure(kind, peer.rank);
        }
    }

    OscFailure takeFailure() {
        OscFailure taken = failure;
        failure = null;
        return taken;
    }
}
