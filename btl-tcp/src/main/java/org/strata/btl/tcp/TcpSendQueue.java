package org.strata.btl.tcp;

import org.strata.opal.Rc;
import org.strata.opal.memory.Memory;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/**
 * What one endpoint has accepted and the kernel has not, in order: small frames, copied back to
 * back into a staging buffer, and descriptors. A descriptor's mark is the number of staged bytes
 * that precede it, so that both together are one stream. Tier 1.
 */
final class TcpSendQueue {
    /** Buffers in one gathering write. */
    private static final int GATHER = 16;

    private final BufferPool stagings;
    private final TcpCompletions completions;
    private final int maxWrite;
    private final ByteBuffer[] gather = new ByteBuffer[GATHER];

    private NativeBuffer staging;

    /** Bytes ever staged, ever written from staging, and before the start of the buffer. */
    private long staged;

    private long unstaged;
    private long base;

    /** Bytes ever written to the kernel, or dropped. */
    private long departed;

    /** Bytes accepted and not written. */
    private long pending;

    private TcpDescriptor head;
    private TcpDescriptor tail;

    /**
     * @param maxWrite longest single write, 0 for no limit; for tests: a flush ends after one such
     */
    TcpSendQueue(BufferPool stagings, TcpCompletions completions, int maxWrite) {
        this.stagings = stagings;
        this.completions = completions;
        this.maxWrite = maxWrite;
    }

    boolean isEmpty() {
        return staging == null && head == null;
    }

    /**
     * Adds a frame behind everything accepted so far.
     *
     * @param length bytes of the frame behind its header
     * @return where the caller writes them before it calls anything else; 0 when there is no room
     */
    long stage(int tag, int type, int length) {
        int bytes = FrameHeader.BYTES + length;
        if (!hasRoom(bytes)) {
            return 0;
        }
        long target = staging.address + NativeBuffer.START + (staged - base);
        FrameHeader.write(target, tag, type, length);
        staged += bytes;
        pending += bytes;
        return target + FrameHeader.BYTES;
    }

    private boolean hasRoom(int bytes) {
        if (staging == null) {
            staging = stagings.acquire();
            base = staged;
            return staging != null;
        }
        if (NativeBuffer.START + (staged - base) + bytes <= staging.capacity) {
            return true;
        }
        return NativeBuffer.START + (staged - unstaged) + bytes <= staging.capacity && compact();
    }

    private boolean compact() {
        long start = staging.address + NativeBuffer.START;
        Memory.copy(start + (unstaged - base), start, staged - unstaged);
        base = unstaged;
        return true;
    }

    void add(TcpDescriptor descriptor) {
        descriptor.mark = staged;
        pending += descriptor.remaining();
        if (head == null) {
            head = descriptor;
        } else {
            tail.next = descriptor;
        }
        tail = descriptor;
    }

    /** Writes until everything is written or the kernel accepts no more. */
    void flush(SocketChannel channel) throws IOException {
        boolean taken = true;
        while (taken && (head != null || unstaged < staged)) {
            long limit = head == null ? staged : head.mark;
            taken = unstaged < limit ? writeStaged(channel, limit) : writeDescriptors(channel);
        }
        if (taken && staging != null) {
            release();
        }
    }

    /** Writes staged bytes; returns whether the kernel accepted all and may accept more. */
    private boolean writeStaged(SocketChannel channel, long limit) throws IOException {
        int from = NativeBuffer.START + (int) (unstaged - base);
        int wanted = (int) (limit - unstaged);
        int bytes = maxWrite > 0 ? Math.min(wanted, maxWrite) : wanted;
        int written = channel.write(staging.bytes.limit(from + bytes).position(from));
        unstaged += written;
        account(written);
        return written == wanted && maxWrite == 0;
    }

    /** Writes as many descriptors as one call gathers; returns as {@link #writeStaged}. */
    private boolean writeDescriptors(SocketChannel channel) throws IOException {
        if (maxWrite > 0) {
            return writeLittle(channel);
        }
        int count = 0;
        long wanted = 0;
        for (TcpDescriptor d = head; canGather(d, count); d = d.next) {
            wanted += d.frame.remaining();
            gather[count++] = d.frame;
            if (d.inPlaceLength > 0) {
                wanted += d.payload.remaining();
                gather[count++] = d.payload;
            }
        }
        long written = count == 1 ? channel.write(gather[0]) : channel.write(gather, 0, count);
        account(written);
        completeWritten();
        return written == wanted;
    }

    private boolean canGather(TcpDescriptor descriptor, int count) {
        return descriptor != null && descriptor.mark == unstaged && count <= GATHER - 2;
    }

    private boolean writeLittle(SocketChannel channel) throws IOException {
        ByteBuffer buffer = head.frame.hasRemaining() ? head.frame : head.payload;
        int limit = buffer.limit();
        buffer.limit(Math.min(limit, buffer.position() + maxWrite));
        account(channel.write(buffer));
        buffer.limit(limit);
        completeWritten();
        return false;
    }

    private void completeWritten() {
        while (head != null && head.written()) {
            completions.add(pop(), Rc.OK);
        }
    }

    private TcpDescriptor pop() {
        TcpDescriptor first = head;
        head = first.next;
        first.next = null;
        if (head == null) {
            tail = null;
        }
        return first;
    }

    /** Drops everything: descriptors complete with {@code rc}. */
    void drop(int rc) {
        while (head != null) {
            completions.add(pop(), rc);
        }
        unstaged = staged;
        account(pending);
        if (staging != null) {
            release();
        }
    }

    private void release() {
        stagings.release(staging);
        staging = null;
    }

    private void account(long written) {
        departed += written;
        pending -= written;
    }

    /** Returns the bytes that were accepted and are not written. */
    long pending() {
        return pending;
    }

    /** Returns the bytes ever written to the kernel, or dropped. */
    long departed() {
        return departed;
    }
}
