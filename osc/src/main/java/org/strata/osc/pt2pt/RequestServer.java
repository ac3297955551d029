package org.strata.osc.pt2pt;

import org.strata.mca.osc.OscFailure;
import org.strata.mca.pml.CommContext;
import org.strata.mca.pml.Pml;
import org.strata.mca.pml.PmlRequest;
import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayout;
import org.strata.opal.datatype.DataLayouts;
import org.strata.opal.datatype.LayoutCodec;
import org.strata.opal.memory.Memory;
import org.strata.opal.op.NumberKind;
import org.strata.opal.op.OpKind;
import org.strata.osc.base.Accumulator;
import org.strata.osc.base.WindowMemory;
import org.strata.osc.pt2pt.WindowPeer.Transfer;

/**
 * The target's side of a window: carries out operations on this member's memory. Nothing in a
 * request is believed: lengths are compared with the message's, and every place with the window.
 */
final class RequestServer {
    private final Pml pml;
    private final CommContext comm;
    private final WindowOutbox outbox;
    private final WindowMemory memory;
    private final Accumulator accumulator;
    private final Buf buf = new Buf();

    RequestServer(
            Pml pml,
            CommContext comm,
            WindowOutbox outbox,
            WindowMemory memory,
            Accumulator accumulator) {
        this.pml = pml;
        this.comm = comm;
        this.outbox = outbox;
        this.memory = memory;
        this.accumulator = accumulator;
    }

    /** Carries out one operation: a header at an address, and so many bytes behind it. */
    void serve(WindowPeer peer, RequestKind kind, long at, long data) {
        switch (kind) {
            case LAYOUT -> learn(peer, at, data);
            case PUT -> put(peer, at, data);
            case GET -> get(peer, at);
            case ACCUMULATE -> accumulate(peer, at, data);
            case GET_ACCUMULATE -> getAccumulate(peer, at, data);
            case COMPARE_AND_SWAP -> compareAndSwap(peer, at, data);
            default -> refuse(peer, OscFailure.Kind.MALFORMED);
        }
    }

    private static void refuse(WindowPeer peer, OscFailure.Kind kind) {
        if (peer.refused == null) {
            peer.refused = kind;
        }
    }

    /** Returns the shape of a request's elements; null when none was described. */
    private static DataLayout layout(WindowPeer peer, long at) {
        return RequestHeader.described(at) ? peer.described : DataLayouts.BYTE;
    }

    /** Returns the address of a request's element 0; OUTSIDE, and refuses it, if it has none. */
    private long resolve(WindowPeer peer, long at, DataLayout layout) {
        if (layout == null) {
            refuse(peer, OscFailure.Kind.MALFORMED);
            return WindowMemory.OUTSIDE;
        }
        long count = RequestHeader.count(at);
        long place = memory.resolve(RequestHeader.displacement(at), count, layout);
        if (place == WindowMemory.OUTSIDE) {
            refuse(peer, OscFailure.Kind.RANGE);
            return place;
        }
        long position = RequestHeader.position(at);
        long length = RequestHeader.length(at);
        boolean countable = Math.multiplyHigh(count, layout.size()) == 0;
        long total = countable ? count * layout.size() : -1;
        boolean sound = position >= 0 && length >= 0 && length <= total - position;
        if (!sound) {
            refuse(peer, OscFailure.Kind.MALFORMED);
        }
        return sound ? place : WindowMemory.OUTSIDE;
    }

    // ---- Datatypes.

    private void learn(WindowPeer peer, long at, long data) {
        long length = RequestHeader.length(at);
        peer.described = null;
        if (RequestHeader.inline(at)) {
            peer.described = LayoutCodec.read(at + RequestHeader.BYTES, Math.min(length, data));
        } else if (length < 0 || length > DescriptionMemory.MOST_BYTES) {
            drop(peer);
        } else {
            DescriptionMemory description = new DescriptionMemory(length);
            buf.setBytes(description.address(), length);
            receive(peer, buf, description);
        }
    }

    /** Receives what follows the request, and drops it. */
    private void drop(WindowPeer peer) {
        receive(peer, buf.setBytes(0, 0), null);
    }

    private void receive(WindowPeer peer, Buf into, DescriptionMemory description) {
        PmlRequest receive = pml.ireceive(into, peer.rank, WindowTags.DATA, comm);
        peer.transfer = new Transfer(receive, description);
    }

    /** Ends a peer's transfer if it is over; returns whether. */
    boolean endTransfer(WindowPeer peer) {
        Transfer transfer = peer.transfer;
        if (!transfer.request().isDone()) {
            return false;
        }
        peer.transfer = null;
        if (transfer.description() != null) {
            peer.described = transfer.description().layout();
            transfer.description().close();
        }
        transfer.request().release();
        return true;
    }

    // ---- Operations.

    private void put(WindowPeer peer, long at, long data) {
        DataLayout layout = layout(peer, at);
        long origin = resolve(peer, at, layout);
        long length = RequestHeader.length(at);
        if (!RequestHeader.inline(at)) {
            if (origin == WindowMemory.OUTSIDE) {
                drop(peer);
            } else {
                receive(peer, buf.set(null, origin, RequestHeader.count(at), layout, null), null);
            }
        } else if (origin != WindowMemory.OUTSIDE && length <= data) {
            layout.unpack(at + RequestHeader.BYTES, null, origin, 0, length);
        }
    }

    private void get(WindowPeer peer, long at) {
        DataLayout layout = layout(peer, at);
        OscFailure.Kind before = peer.refused;
        long origin = resolve(peer, at, layout);
        if (origin == WindowMemory.OUTSIDE) {
            // The answer without data is the refusal.
            peer.refused = before;
            outbox.sendData(peer, buf.setBytes(0, 0), WindowTags.REPLY, null);
            return;
        }
        long count = RequestHeader.count(at);
        long bytes = RequestHeader.length(at);
        if (bytes <= outbox.blockBytes()) {
            long block = outbox.block();
            layout.pack(null, origin, 0, block, bytes);
            outbox.send(peer, block, bytes, WindowTags.REPLY);
        } else {
            buf.set(null, origin, count, layout, null);
            outbox.sendData(peer, buf, WindowTags.REPLY, null);
        }
    }

    /** Returns the place of an accumulate's elements; OUTSIDE if it cannot be carried out. */
    private long operand(WindowPeer peer, long at, long data) {
        OpKind op = RequestHeader.op(at);
        NumberKind number = RequestHeader.number(at);
        long length = RequestHeader.length(at);
        boolean sound =
                op != null
                        && number != null
                        && Accumulator.defined(op, number)
                        && Accumulator.isPiece(number, RequestHeader.position(at), length)
                        && length <= outbox.blockBytes()
                        && (op == OpKind.NO_OP || length <= data);
        if (!sound) {
            refuse(peer, OscFailure.Kind.MALFORMED);
            return WindowMemory.OUTSIDE;
        }
        return resolve(peer, at, layout(peer, at));
    }

    private void accumulate(WindowPeer peer, long at, long data) {
        long origin = operand(peer, at, data);
        if (origin != WindowMemory.OUTSIDE) {
            apply(peer, at, origin, 0);
        }
    }

    private void apply(WindowPeer peer, long at, long origin, long result) {
        accumulator.apply(
                RequestHeader.op(at),
                RequestHeader.number(at),
                at + RequestHeader.BYTES,
                result,
                layout(peer, at),
                origin,
                RequestHeader.position(at),
                RequestHeader.length(at));
    }

    private void getAccumulate(WindowPeer peer, long at, long data) {
        OscFailure.Kind before = peer.refused;
        long origin = operand(peer, at, data);
        long block = outbox.block();
        long bytes = 0;
        if (origin == WindowMemory.OUTSIDE) {
            peer.refused = before;
        } else {
            apply(peer, at, origin, block);
            bytes = RequestHeader.length(at);
        }
        outbox.send(peer, block, bytes, WindowTags.REPLY);
    }

    /** The element is gapless: with another datatype its bytes would lie elsewhere. */
    private void compareAndSwap(WindowPeer peer, long at, long data) {
        long length = RequestHeader.length(at);
        OscFailure.Kind before = peer.refused;
        boolean sound = !RequestHeader.described(at) && length <= Long.BYTES && 2 * length <= data;
        long origin = sound ? resolve(peer, at, DataLayouts.BYTE) : WindowMemory.OUTSIDE;
        long block = outbox.block();
        long bytes = 0;
        if (origin == WindowMemory.OUTSIDE) {
            peer.refused = before;
        } else {
            long input = at + RequestHeader.BYTES;
            accumulator.compareAndSwap(input, input + length, block, origin, (int) length);
            bytes = length;
        }
        outbox.send(peer, block, bytes, WindowTags.REPLY);
    }

    // ---- Deferred requests.

    /** Copies a request that must wait for the peer's transfer. */
    static byte[] copy(long address, long bytes) {
        byte[] copy = new byte[(int) bytes];
        Memory.copyIn(address, copy, 0, bytes);
        return copy;
    }
}
