package org.strata.rcache;

import org.strata.mca.rcache.ApplicationMemory;

import java.lang.foreign.MemorySegment;
import java.lang.ref.WeakReference;
import java.nio.Buffer;
import java.util.List;

/**
 * What keeps the memory of a cached registration alive, and what tells that the application no
 * longer needs it. Not for the data path.
 *
 * <p>Memory is freed when it cannot be reached, so holding it is enough to know that its address
 * still means the same memory; except where the application closes an arena by hand, which the
 * scope tells. The memory is held without holding the application's buffer wherever the JDK allows
 * it: for a slice or view, and for a buffer over a segment (all of {@code MPI.newXxxBuffer}). Only
 * a buffer of {@code ByteBuffer.allocateDirect} is its own memory: that it was dropped is not seen,
 * and it goes when it has not been used for a while.
 */
final class MemoryHold {
    private final Object memory;
    private final MemorySegment.Scope scope;
    private final WeakReference<Object> handle;

    private MemoryHold(Object memory, MemorySegment.Scope scope, WeakReference<Object> handle) {
        this.memory = memory;
        this.scope = scope;
        this.handle = handle;
    }

    /** Holds the memory of an owner; see {@link org.strata.mca.rcache.RegistrationCache}. */
    static MemoryHold of(Object owner) {
        if (owner instanceof Buffer buffer && buffer.isDirect()) {
            // A duplicate refers to what is behind a view, not to the view; a segment refers to its
            // arena where it has one, else to the duplicate.
            MemorySegment segment = MemorySegment.ofBuffer(buffer.duplicate());
            return new MemoryHold(segment, segment.scope(), new WeakReference<>(buffer));
        }
        return new MemoryHold(owner, null, null);
    }

    /** Returns whether the memory still is what it was. */
    boolean alive() {
        return scope == null || scope.isAlive();
    }

    /** Returns whether the application's buffer is known to be gone. */
    boolean dropped() {
        return handle != null && handle.refersTo(null);
    }

    /** Returns whether the memory stays whatever the application does. */
    boolean permanent() {
        return memory == ApplicationMemory.PERMANENT;
    }

    static boolean allAlive(List<MemoryHold> holds) {
        for (int i = 0; i < holds.size(); i++) {
            if (!holds.get(i).alive()) {
                return false;
            }
        }
        return true;
    }
}
