package org.strata.verbs.soft;

import org.strata.verbs.BufferArea;

/** Memory of a device's segment: peers reach it by a plain copy. */
final class SoftBuffer implements BufferArea {
    private static final long PAGE = 4096;

    private final SoftContext context;
    private final long address;
    private final long length;
    private boolean closed;

    private SoftBuffer(SoftContext context, long address, long length) {
        this.context = context;
        this.address = address;
        this.length = length;
    }

    static SoftBuffer allocate(SoftContext context, long bytes) {
        long length = (Math.max(bytes, 1) + PAGE - 1) & -PAGE;
        long address = context.allocateOrThrow(length, PAGE);
        context.users().incrementAndGet();
        return new SoftBuffer(context, address, length);
    }

    @Override
    public long address() {
        return address;
    }

    @Override
    public long length() {
        return length;
    }

    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            context.segment().free(address, length);
            context.users().decrementAndGet();
        }
    }
}
