package org.strata.osc.rdma;

import org.strata.mca.bml.BtlLink;
import org.strata.mca.btl.BtlAttributes;
import org.strata.mca.btl.RdmaBtl;
import org.strata.mca.rcache.Registration;
import org.strata.opal.memory.Memory;
import org.strata.opal.progress.ProgressEngine;
import org.strata.opal.sys.Pages;

import java.lang.foreign.Arena;
import java.util.IdentityHashMap;

/**
 * Registered blocks that data pass through whose own memory is not registered: short ones, those of
 * arrays, those with gaps. Made when the first is needed.
 */
final class CopyBlocks {
    private final ProgressEngine engine;
    private final int bytes;
    private final long[] free;
    private final Arena arena = Arena.ofShared();
    private final IdentityHashMap<RdmaBtl, Registration> registrations = new IdentityHashMap<>();
    private long memory;
    private int count;

    /**
     * @param bytes of a block
     */
    CopyBlocks(ProgressEngine engine, int bytes, int count) {
        this.engine = engine;
        this.bytes = bytes;
        this.free = new long[count];
    }

    /** Returns the bytes of a block. */
    int bytes() {
        return bytes;
    }

    /** Makes the blocks usable for a link; false when they cannot be registered. */
    boolean prepare(BtlLink link) {
        if (memory == 0) {
            memory = Memory.allocate(arena, (long) free.length * bytes, Pages.size());
            for (long block = 0; block < free.length; block++) {
                give(memory + block * bytes);
            }
        }
        if (!link.attributes.has(BtlAttributes.FLAG_NEEDS_REGISTRATION)
                || registrations.containsKey(link.rdma)) {
            return true;
        }
        long length = (long) free.length * bytes;
        Registration made =
                link.rdma.register(link.endpoint, memory, length, Registration.LOCAL_WRITE);
        if (made != null) {
            registrations.put(link.rdma, made);
        }
        return made != null;
    }

    /** Returns the blocks' registration for a link; null where it needs none. */
    Registration registration(BtlLink link) {
        return registrations.get(link.rdma);
    }

    /** Returns a block; waits until there is one. */
    long take() {
        while (count == 0) {
            engine.waitFor(() -> count > 0);
        }
        return free[--count];
    }

    void give(long block) {
        free[count++] = block;
    }

    /** Releases everything; no operation is under way. */
    void close() {
        registrations.forEach(RdmaBtl::deregister);
        arena.close();
    }
}
