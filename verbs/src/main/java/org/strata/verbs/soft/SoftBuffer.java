package org.strata.verbs.soft;

import org.strata.opal.sys.Pages;
import org.strata.verbs.BufferArea;

import java.util.concurrent.atomic.AtomicBoolean;

/** Memory of a device's segment: peers reach it by a plain copy. */
record SoftBuffer(SoftContext context, long address, long length, AtomicBoolean open)
        implements BufferArea {
    static SoftBuffer allocate(SoftContext context, long bytes) {
        long length = Pages.ceil(Math.max(bytes, 1));
        long address = context.allocateOrThrow(length, Pages.size());
        // Pairs with itself and close: a sum.
        context.buffers().addAndGet(length);
        context.users().add(1);
        return new SoftBuffer(context, address, length, new AtomicBoolean(true));
    }

    @Override
    public void close() {
        // Pairs with itself: one close frees the memory.
        if (open.getAndSet(false)) {
            context.segment().free(address, length);
            context.buffers().addAndGet(-length);
            context.users().add(-1);
        }
    }
}
