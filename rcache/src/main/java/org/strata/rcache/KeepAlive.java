package org.strata.rcache;

import org.strata.mca.rcache.ApplicationMemory;
import org.strata.opal.sys.Pages;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.MemorySegment.Scope;
import java.lang.ref.WeakReference;
import java.nio.Buffer;

/**
 * A part of a cached registration's memory: the bytes that an operation has named, and what their
 * memory belongs to. Keeps that memory alive, recognizes it when another operation names it, and
 * detects that the application no longer needs it. Immutable. Not for the data path.
 *
 * <p>A range of addresses alone says nothing: memory may be freed and allocated again at the same
 * place. What it belongs to is its {@link Scope}, which all buffers and segments over it share:
 *
 * <ul>
 *   <li>an arena's scope. It holds until the arena is closed, which {@link Scope#isAlive} shows;
 *       memory of an automatic arena is not freed while this object refers to the scope.
 *   <li>the scope of a buffer of {@code ByteBuffer.allocateDirect} or {@code FileChannel.map}: the
 *       JDK makes one at each request, all of them equal, that refers to the buffer which views and
 *       slices are made from. {@code Unsafe.invokeCleaner} frees the memory without a trace in the
 *       buffer, but whoever allocates there next has another buffer, and so another scope.
 *   <li>the global scope, of memory that the JVM did not allocate ({@code
 *       MemorySegment.reinterpret}): it identifies nothing, so there is no {@link #of} it.
 * </ul>
 *
 * <p>A buffer that JNI has made over memory of a library looks like one of the second kind: it is
 * recognized by the buffer, too.
 */
final class KeepAlive {
    private static final Scope GLOBAL = Arena.global().scope();

    /** The scope; or an owner of another class, which identifies the memory by itself. */
    private final Object memory;

    private final WeakReference<Object> handle;
    private final long from;
    private final long to;

    private KeepAlive(Object memory, WeakReference<Object> handle, long from, long to) {
        this.memory = memory;
        this.handle = handle;
        this.from = from;
        this.to = to;
    }

    /**
     * Keeps the memory of an owner alive.
     *
     * @param owner see {@link org.strata.mca.rcache.RegistrationCache}
     * @param from address of the first byte that is named
     * @param to address behind the last one
     * @return null where nothing identifies the memory: without an owner, or over memory that the
     *     JVM did not allocate
     */
    static KeepAlive of(Object owner, long from, long to) {
        Object memory = memoryOf(owner);
        return memory == null ? null : new KeepAlive(memory, new WeakReference<>(owner), from, to);
    }

    private static Object memoryOf(Object owner) {
        Scope scope;
        if (owner instanceof Buffer buffer && buffer.isDirect()) {
            scope = MemorySegment.ofBuffer(buffer).scope();
        } else if (owner instanceof MemorySegment segment && segment.isNative()) {
            scope = segment.scope();
        } else {
            return owner;
        }
        return scope.equals(GLOBAL) ? null : scope;
    }

    /** Returns the same with more bytes of the same memory. */
    KeepAlive extendedTo(KeepAlive other) {
        return new KeepAlive(memory, handle, Math.min(from, other.from), Math.max(to, other.to));
    }

    /** Returns whether the memory is still valid. */
    boolean alive() {
        return !(memory instanceof Scope scope) || scope.isAlive();
    }

    /** Returns whether the application's buffer was collected. */
    boolean dropped() {
        return handle.refersTo(null);
    }

    /** Returns whether the memory is never freed. */
    boolean permanent() {
        return memory == ApplicationMemory.PERMANENT;
    }

    /**
     * Returns whether this is the memory that an owner stands for, in all pages of a range. A page
     * is the same as long as a byte of it is, so whole pages count.
     */
    boolean holds(Object owner, long firstPage, long end) {
        return Pages.floor(from) <= firstPage
                && end <= Pages.ceil(to)
                && (permanent() || (owner != null && isMemoryOf(owner)));
    }

    private boolean isMemoryOf(Object owner) {
        return handle.refersTo(owner) || same(memory, memoryOf(owner));
    }

    /** Returns whether both are parts of the same memory. */
    boolean sameMemory(KeepAlive other) {
        return same(memory, other.memory);
    }

    private static boolean same(Object a, Object b) {
        return a == b || (a instanceof Scope && a.equals(b));
    }

    /** Returns whether both parts have a page in common, or pages side by side. */
    boolean touches(KeepAlive other) {
        return Pages.floor(from) <= Pages.ceil(other.to)
                && Pages.floor(other.from) <= Pages.ceil(to);
    }

    /** Returns whether both name the same byte. */
    boolean overlaps(KeepAlive other) {
        return from < other.to && other.from < to;
    }
}
