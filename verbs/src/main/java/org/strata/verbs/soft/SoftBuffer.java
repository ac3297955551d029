package org.strata.verbs.soft;

import org.strata.opal.sys.Pages;
import org.strata.verbs.BufferArea;

import java.util.concurrent.atomic.AtomicBoolean;

/** Memory of a device's segment: peers reach it by a plain copy. */
record SoftBuffer(SoftDevice device, long address, long length, AtomicBoolean open)
        implements BufferArea {
    static SoftBuffer allocate(SoftDevice device, long bytes) {
        long length = Pages.ceil(Math.max(bytes, 1));
        long address = device.allocateOrThrow(length, Pages.size());
        // Pairs with itself and close: a sum.
        device.buffers().addAndGet(length);
        device.users().add(1);
        return new SoftBuffer(device, address, length, new AtomicBoolean(true));
    }

    @Override
    public void close() {
        // Pairs with itself: one close frees the memory.
        if (open.getAndSet(false)) {
            device.segment().free(address, length);
            device.buffers().addAndGet(-length);
            device.users().add(-1);
        }
    }
}
