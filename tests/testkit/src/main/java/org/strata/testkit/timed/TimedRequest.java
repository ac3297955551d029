package org.strata.testkit.timed;

import org.strata.opal.memory.Memory;
import org.strata.verbs.SendFlags;
import org.strata.verbs.SendWr;
import org.strata.verbs.Sge;
import org.strata.verbs.WrOpcode;

import java.lang.foreign.Arena;

/**
 * A send request under way: a copy, since the caller may use its request again as soon as the post
 * has returned. The payload of an inline request is copied too.
 */
final class TimedRequest {
    private final SendWr request;
    private final Arena arena;
    private long inline;
    private long inlineRoom;
    private long bytes;
    private boolean signalled;
    private boolean isInline;

    /** When the post is over, so that the adapter may begin. */
    boolean posted;

    /** A receive request of the target is reserved for it. */
    Receives reserved;

    /** It has arrived for certain. */
    boolean over;

    /**
     * @param arena owns the copy
     * @param elements of a request at most
     */
    TimedRequest(Arena arena, int elements) {
        this.arena = arena;
        this.request = new SendWr(arena, elements);
    }

    /** Copies the request at an address. */
    void copy(long from, boolean makesCompletion) {
        long to = request.address();
        long elements = SendWr.sgListAt(to);
        int count = SendWr.sgeCountAt(from);
        signalled = makesCompletion;
        posted = false;
        reserved = null;
        over = false;
        bytes = 0;
        for (int i = 0; i < count; i++) {
            bytes += Sge.length(SendWr.sgListAt(from) + (long) i * Sge.BYTES);
        }
        Memory.copy(from, to, SendWr.BYTES);
        isInline = (SendWr.flagsAt(from) & SendFlags.INLINE) != 0;
        if (isInline) {
            Sge.set(elements, gather(from, count), (int) bytes, 0);
            SendWr.sgListAt(to, elements, 1);
        } else {
            Memory.copy(SendWr.sgListAt(from), elements, (long) count * Sge.BYTES);
            SendWr.sgListAt(to, elements, count);
        }
        request.next(null);
    }

    private long gather(long from, int count) {
        if (inlineRoom < bytes) {
            inlineRoom = bytes;
            inline = Memory.allocate(arena, bytes, 8);
        }
        long at = inline;
        for (int i = 0; i < count; i++) {
            long element = SendWr.sgListAt(from) + (long) i * Sge.BYTES;
            Memory.copy(Sge.address(element), at, Sge.length(element));
            at += Sge.length(element);
        }
        return inline;
    }

    SendWr request() {
        return request;
    }

    long bytes() {
        return bytes;
    }

    /** Returns whether the payload has been copied into the request. */
    boolean isInline() {
        return isInline;
    }

    /** Returns the address of the first element, or 0. */
    long firstElement() {
        long elements = SendWr.sgListAt(request.address());
        return SendWr.sgeCountAt(request.address()) == 0 ? 0 : Sge.address(elements);
    }

    /** Has the adapter look for its own memory; returns how long it stands still for that. */
    double touchLocal(TimedContext context) {
        long elements = SendWr.sgListAt(request.address());
        double nanos = 0;
        for (int i = 0; !isInline && i < SendWr.sgeCountAt(request.address()); i++) {
            long element = elements + (long) i * Sge.BYTES;
            nanos += context.touch(Sge.lkey(element), Sge.address(element), Sge.length(element));
        }
        return nanos;
    }

    /** Has the target's adapter look for the memory that a write or read names. */
    double touchRemote(TimedContext peer) {
        boolean names = !sends() && opcode() <= WrOpcode.RDMA_READ;
        long wr = request.address();
        return names ? peer.touch(SendWr.rkeyAt(wr), SendWr.remoteAt(wr), bytes) : 0;
    }

    boolean signalled() {
        return signalled;
    }

    private int opcode() {
        return SendWr.opcodeAt(request.address());
    }

    /** Returns whether its payload goes to memory that the receiver has posted. */
    boolean sends() {
        return opcode() == WrOpcode.SEND || opcode() == WrOpcode.SEND_WITH_IMM;
    }

    /** Returns whether it consumes a receive request of the target. */
    boolean consumes() {
        return sends() || opcode() == WrOpcode.RDMA_WRITE_WITH_IMM;
    }

    /** Returns whether the target answers with data: reads and atomics. */
    boolean fetches() {
        return opcode() >= WrOpcode.RDMA_READ;
    }

    /** Returns the number of the shared queue that an XRC send names. */
    int queue() {
        return SendWr.xrcSrqAt(request.address());
    }
}
