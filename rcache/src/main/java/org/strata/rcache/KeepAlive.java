package org.strata.rcache;

import org.strata.mca.rcache.ApplicationMemory;

import java.lang.foreign.MemorySegment;
import java.lang.ref.WeakReference;
import java.nio.Buffer;
import java.util.List;

/**
 * Keeps the memory of a cached registration alive, and detects that the application no longer needs
 * it. Not for the data path.
 *
 * <p>The JVM frees memory when it is unreachable, so as long as this object refers to it, its
 * address means the same memory; except where the application closes an arena, which the scope
 * shows. This object refers to the memory without the application's buffer wherever the JDK allows
 * it: for a slice or view, and for a buffer over a segment (all of {@code MPI.newXxxBuffer}). Only
 * a buffer of {@code ByteBuffer.allocateDirect} is itself the memory's owner: the cache cannot
 * detect that it was dropped, and deregisters it when it is unused for a while.
 */
final class KeepAlive {
    private final Object memory;
    private final MemorySegment.Scope scope;
    private final WeakReference<Object> handle;

    private KeepAlive(Object memory, MemorySegment.Scope scope, WeakReference<Object> handle) {
        this.memory = memory;
        this.scope = scope;
        this.handle = handle;
    }

    /** Keeps the memory of an owner alive; see {@link org.strata.mca.rcache.RegistrationCache}. */
    static KeepAlive of(Object owner) {
        if (owner instanceof Buffer buffer && buffer.isDirect()) {
            // A duplicate of a view refers to the memory behind it, not to the view. A segment
            // refers to its arena if it has one, else to the duplicate.
            MemorySegment segment = MemorySegment.ofBuffer(buffer.duplicate());
            return new KeepAlive(segment, segment.scope(), new WeakReference<>(buffer));
        }
        return new KeepAlive(owner, null, null);
    }

    /** Returns whether the memory is still valid. */
    boolean alive() {
        return scope == null || scope.isAlive();
    }

    /** Returns whether the application's buffer was collected. */
    boolean dropped() {
        return handle != null && handle.refersTo(null);
    }

    /** Returns whether the memory is never freed. */
    boolean permanent() {
        return memory == ApplicationMemory.PERMANENT;
    }

    static boolean allAlive(List<KeepAlive> keepAlives) {
        for (int i = 0; i < keepAlives.size(); i++) {
            if (!keepAlives.get(i).alive()) {
                return false;
            }
        }
        return true;
    }
}
