package org.strata.pml.tupleq;

import org.strata.mca.pml.SendMode;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.pml.base.BufferedSends;
import org.strata.pml.base.PayloadPool;

/**
 * The requests of sends by queues, and the room that copies of their data use. A copied send is
 * complete for the program when its message has left this process, a buffered one at once; both end
 * when it has landed.
 */
final class SendRequests implements TupleSend.Owner {
    private final TupleqCounters counters;
    private final Crowding crowding;
    private final long copyLimit;
    private final boolean handOver;
    private final long copyPool;
    private final BufferedSends attached = new BufferedSends();
    private final PayloadPool payloads = new PayloadPool();
    private long copied;
    private long orders;
    private int active;
    private TupleSend free;

    SendRequests(TupleqConfig config, Crowding crowding, TupleqCounters counters) {
        this.counters = counters;
        this.crowding = crowding;
        this.handOver = config.handOver();
        this.copyLimit = config.copyLimit();
        this.copyPool = config.copyPool();
    }

    /** Returns the account of the attached buffer. */
    BufferedSends attached() {
        return attached;
    }

    /** Returns whether the attached buffer has room for a message. */
    boolean hasRoom(long bytes) {
        boolean room = attached.reserve(bytes);
        if (room) {
            attached.release(bytes);
        }
        return room;
    }

    /** Returns whether no send is under way. */
    boolean idle() {
        return active == 0;
    }

    /**
     * Returns the request of a new send. It is copied if its mode wants that and there is room; it
     * has failed, and is finished, if the attached buffer has none.
     */
    TupleSend begin(Buf buf, OutgoingPair out, int tag, SendMode mode) {
        TupleSend send = free;
        if (send == null) {
            send = new TupleSend(this);
        } else {
            free = send.next;
        }
        send.next = null;
        send.begin(buf, out, tag, mode, orders++);
        if (mode == SendMode.BUFFERED && !attached.reserve(send.size)) {
            send.complete(Rc.NO_BUFFER_SPACE);
            return send;
        }
        active++;
        // A block may take its message before a receive wants it: the data tell which is the case.
        send.detour = handOver && mode == SendMode.SYNCHRONOUS;
        copyAway(send);
        return send;
    }

    private void copyAway(TupleSend send) {
        QueuePeer peer = send.out.peer;
        if (send.mode == SendMode.BUFFERED) {
            send.buffered = true;
            send.block = peer.blocks.allocate(peer.endpoint, send.size);
            if (send.block == null) {
                send.copy = payloads.allocate(send.size);
            }
        } else if (send.mode != SendMode.SYNCHRONOUS && send.size <= copyLimit && copyLimit > 0) {
            copyIfRoom(send, peer);
        }
        if (send.buffered || send.pooled) {
            long target = send.block != null ? send.block.address : send.copy;
            send.buf.pack(0, target, send.size);
            send.useCopy(target, send.pooled);
            counters.copied++;
            counters.copiedBytes += send.size;
        }
    }

    /** Copies a standard send while the pool has room, and registered memory for it. */
    private void copyIfRoom(TupleSend send, QueuePeer peer) {
        long room = RegisteredBlocks.roomFor(send.size);
        if (copied + room <= copyPool) {
            send.block = peer.blocks.allocate(peer.endpoint, send.size);
            send.pooled = send.block != null;
            copied += send.pooled ? room : 0;
        }
        if (!send.pooled) {
            crowding.add(send);
        }
    }

    @Override
    public void end(TupleSend send, int rc) {
        if (send.block != null) {
            send.out.peer.blocks.free(send.block);
            send.block = null;
        }
        if (send.copy != 0) {
            payloads.free(send.copy, send.size);
            send.copy = 0;
        }
        crowding.onEnd(send);
        copied -= send.pooled ? RegisteredBlocks.roomFor(send.size) : 0;
        send.pooled = false;
        if (send.buffered) {
            attached.release(send.size);
            send.buffered = false;
        }
        active--;
        send.complete(rc);
    }

    @Override
    public void recycle(TupleSend send) {
        send.next = free;
        free = send;
    }

    /** Frees the copies' memory. */
    void close() {
        payloads.close();
    }
}
