package org.strata.pml.tupleq;

import org.strata.mca.btl.BtlEndpoint;
import org.strata.mca.btl.QueueBtl;
import org.strata.mca.rcache.Registration;
import org.strata.opal.memory.Memory;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;

/**
 * Blocks of one link, in size classes by powers of two, cut from registered slabs. A block longer
 * than the largest class is made and registered for one message. Tier 1 up to the largest class.
 */
final class RegisteredBlocks {
    private static final int LEAST = 8;
    private static final int MOST = 16;
    private static final long SLAB = 1 << 18;

    private final QueueBtl btl;
    private final List<Arena> arenas = new ArrayList<>();
    private final Block[] free = new Block[MOST + 1];
    private final List<Registration> slabs = new ArrayList<>();

    RegisteredBlocks(QueueBtl btl) {
        this.btl = btl;
    }

    /**
     * Returns how to ask for a registration of the user's memory: a message that fits in a block of
     * a slab is cheaper to copy than to register each time.
     */
    static int hints(long bytes) {
        return bytes > 1L << MOST ? 0 : Registration.IF_KEPT;
    }

    /** Returns the longest block that is cut from a slab. */
    static long longest() {
        return 1L << MOST;
    }

    /** Returns what a block for so many bytes takes, but for long ones, which are not rounded. */
    static long roomFor(long bytes) {
        return Math.max(1L << LEAST, bytes);
    }

    /**
     * Returns a block of at least so many bytes.
     *
     * @return null when it cannot be registered now
     */
    Block allocate(BtlEndpoint endpoint, long bytes) {
        if (bytes > 1L << MOST) {
            return single(endpoint, bytes);
        }
        int shift = Math.max(LEAST, 64 - Long.numberOfLeadingZeros(Math.max(1, bytes - 1)));
        if (free[shift] == null) {
            addSlab(endpoint, shift);
        }
        Block block = free[shift];
        if (block != null) {
            free[shift] = block.next;
        }
        return block;
    }

    private Block single(BtlEndpoint endpoint, long bytes) {
        Arena own = Arena.ofShared();
        long address = Memory.allocate(own, bytes, 64);
        int access = Registration.LOCAL_WRITE | Registration.TRANSIENT;
        Registration registration = btl.register(endpoint, address, bytes, access);
        if (registration == null) {
            own.close();
            return null;
        }
        return new Block(address, registration, -1, own);
    }

    private void addSlab(BtlEndpoint endpoint, int shift) {
        Arena arena = Arena.ofShared();
        long slab = Memory.allocate(arena, SLAB, 64);
        int access = Registration.LOCAL_WRITE | Registration.TRANSIENT;
        Registration registration = btl.register(endpoint, slab, SLAB, access);
        if (registration == null) {
            arena.close();
            return;
        }
        arenas.add(arena);
        slabs.add(registration);
        for (long at = slab + SLAB - (1L << shift); at >= slab; at -= 1L << shift) {
            free(new Block(at, registration, shift, null));
        }
    }

    void free(Block block) {
        if (block.shift < 0) {
            btl.deregister(block.registration);
            block.own.close();
        } else {
            block.next = free[block.shift];
            free[block.shift] = block;
        }
    }

    /** Deregisters all slabs. */
    void deregister() {
        slabs.forEach(btl::deregister);
        slabs.clear();
    }

    /** Frees all slabs, once the link is closed. */
    void close() {
        arenas.forEach(Arena::close);
        arenas.clear();
    }
}
