package org.strata.osc.pt2pt;

import org.strata.mca.osc.OscOperation;
import org.strata.mca.pml.CommContext;
import org.strata.mca.pml.Pml;
import org.strata.mca.pml.PmlRequest;
import org.strata.mca.pml.SendMode;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.memory.Memory;
import org.strata.osc.pt2pt.WindowPeer.Sending;

import java.lang.foreign.Arena;
import java.util.Arrays;

/** Sends a window's messages, from blocks of memory that are used again when they have left. */
final class WindowOutbox {
    private static final int BLOCKS_AT_ONCE = 16;

    private final Pml pml;
    private final CommContext comm;
    private final Arena arena;
    private final int blockBytes;
    private final Buf buf = new Buf();
    private long[] free = {};
    private int count;

    WindowOutbox(Pml pml, CommContext comm, Arena arena, int blockBytes) {
        this.pml = pml;
        this.comm = comm;
        this.arena = arena;
        this.blockBytes = blockBytes;
    }

    /** Returns the bytes of a block. */
    int blockBytes() {
        return blockBytes;
    }

    /** Returns a block. */
    long block() {
        if (count == 0) {
            long memory = Memory.allocate(arena, (long) BLOCKS_AT_ONCE * blockBytes, 64);
            for (int i = 0; i < BLOCKS_AT_ONCE; i++) {
                release(memory + (long) i * blockBytes);
            }
        }
        return free[--count];
    }

    /** Returns a block to the pool. */
    void release(long block) {
        if (count == free.length) {
            free = Arrays.copyOf(free, Math.max(BLOCKS_AT_ONCE, 2 * count));
        }
        free[count++] = block;
    }

    /** Sends the first bytes of a block, which returns to the pool afterwards. */
    void send(WindowPeer peer, long block, long bytes, int tag) {
        send(peer, buf.setBytes(block, bytes), tag, block, null);
    }

    /** Sends a message without operands. */
    void send(WindowPeer peer, RequestKind kind) {
        long block = block();
        RequestHeader.write(block, kind);
        send(peer, block, RequestHeader.BYTES, WindowTags.REQUEST);
    }

    /**
     * Sends data where they lie.
     *
     * @param operation completed when they have been sent; or null
     */
    void sendData(WindowPeer peer, Buf data, int tag, OscOperation operation) {
        send(peer, data, tag, 0, operation);
    }

    private void send(WindowPeer peer, Buf data, int tag, long block, OscOperation operation) {
        PmlRequest request = pml.isend(data, peer.rank, tag, SendMode.STANDARD, comm);
        if (peer.sending.isEmpty() && request.isDone()) {
            end(request, block, operation);
        } else {
            peer.sending.add(new Sending(request, block, operation));
        }
    }

    /** Ends the messages that have been sent; returns how many. */
    int reap(WindowPeer peer) {
        int ended = 0;
        for (Sending first = peer.sending.peek();
                first != null && first.request().isDone();
                first = peer.sending.peek()) {
            peer.sending.remove();
            end(first.request(), first.block(), first.operation());
            ended++;
        }
        return ended;
    }

    private void end(PmlRequest request, long block, OscOperation operation) {
        int rc = request.error;
        request.release();
        if (block != 0) {
            release(block);
        }
        if (operation != null) {
            operation.complete(rc == Rc.CANCELLED ? Rc.OK : rc);
        }
    }
}
