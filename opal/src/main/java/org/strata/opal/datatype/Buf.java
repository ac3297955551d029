package org.strata.opal.datatype;

import org.strata.opal.memory.ArenaHold;
import org.strata.opal.memory.Memory;

import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;

/**
 * Elements in memory: the data of a message, as every layer passes it on.
 *
 * <p>The memory is native ({@link #base} null, {@link #offset} an address) or a primitive array
 * ({@link #offset} in bytes from its first element). Element {@code i} has its origin at {@code
 * offset + i * layout.extent()}. The maker of a Buf has checked that the memory contains every byte
 * that the elements name; the layers below do not check again.
 *
 * <p>The memory may be of an arena that the program closes too early, by any thread: such a Buf has
 * a {@link #guard}. What is copied through the Buf then copies nothing, instead of an access to
 * memory that is gone, and {@link #intact} shows it.
 *
 * <p>A Buf can be set again, so that a blocking call allocates none: a callee that needs it after
 * its return copies it ({@link #set(Buf)}). The {@link #owner} keeps the memory alive, which an
 * address does not, from {@link #set} to {@link #clear}. Tier 1.
 */
public final class Buf {
    private Object base;
    private long offset;
    private long count;
    private DataLayout layout;
    private Object owner;
    private MemorySegment guard;

    /** Makes an empty Buf; it has no elements until it is set. */
    public Buf() {}

    /**
     * @param base null when {@code offset} is a native address, else a primitive array
     * @param offset address, or byte offset in the array, of element 0
     * @param count elements, 0 or more; the operation defines what it counts
     * @param layout shape of an element
     */
    public Buf(Object base, long offset, long count, DataLayout layout) {
        set(base, offset, count, layout, base);
    }

    /**
     * Sets all fields.
     *
     * @param base null when {@code offset} is a native address, else a primitive array
     * @param offset address, or byte offset in the array, of element 0
     * @param count elements, 0 or more
     * @param layout shape of an element
     * @param owner object that keeps the memory alive, or null when the memory stays by itself
     * @return this
     */
    public Buf set(Object base, long offset, long count, DataLayout layout, Object owner) {
        this.base = base;
        this.offset = offset;
        this.count = count;
        this.layout = layout;
        this.owner = owner;
        this.guard = null;
        return this;
    }

    /**
     * Sets the segment that contains the memory, where its arena can be closed; null for memory
     * that stays as long as the owner. Returns this.
     */
    public Buf guard(MemorySegment segment) {
        guard = segment;
        return this;
    }

    /** Sets it to bytes of native memory that stays without an owner; returns this. */
    public Buf setBytes(long address, long bytes) {
        return set(null, address, bytes, DataLayouts.BYTE, null);
    }

    /** Copies all fields of another; returns this. */
    public Buf set(Buf other) {
        return set(other.base, other.offset, other.count, other.layout, other.owner)
                .guard(other.guard);
    }

    /** Drops the references to the memory and to its owner. */
    public void clear() {
        Reference.reachabilityFence(owner);
        base = null;
        owner = null;
        guard = null;
    }

    /** Returns the primitive array that holds the elements, or null for native memory. */
    public Object base() {
        return base;
    }

    /** Returns the address, or byte offset in the array, of element 0. */
    public long offset() {
        return offset;
    }

    /** Returns the number of elements. */
    public long count() {
        return count;
    }

    /** Returns the shape of an element. */
    public DataLayout layout() {
        return layout;
    }

    /** Returns what keeps the memory alive, or null. */
    public Object owner() {
        return owner;
    }

    /**
     * Returns the segment that contains the memory where its arena can be closed; null for memory
     * that stays.
     */
    public MemorySegment guard() {
        return guard;
    }

    /** Returns whether the memory is still there. */
    public boolean intact() {
        return guard == null || guard.scope().isAlive();
    }

    /** Returns the bytes of data: the length of the packed elements. */
    public long size() {
        return count * layout.size();
    }

    /** Returns whether the data are one gapless run of bytes, from {@link #start} on. */
    public boolean contiguous() {
        return layout.contiguous(count);
    }

    /** Returns where gapless data start: a lone element may lie off its origin. */
    public long start() {
        return layout.contiguous() ? offset : offset + layout.trueLowerBound();
    }

    /**
     * Packs bytes [{@code position}, {@code position + length}) of the packed data to memory; zeros
     * if the memory is not {@link #intact}.
     */
    public void pack(long position, long target, long length) {
        if (guard == null) {
            layout.pack(base, offset, position, target, length);
        } else {
            packGuarded(position, target, length);
        }
    }

    private void packGuarded(long position, long target, long length) {
        boolean packed =
                (layout.contiguous() && guard.isAccessibleBy(Thread.currentThread()))
                        ? copy(guard, inGuard(position), Memory.all(), target, length)
                        : ArenaHold.run(
                                guard, () -> layout.pack(base, offset, position, target, length));
        if (!packed) {
            Memory.zero(target, length);
        }
    }

    /**
     * Unpacks {@code length} bytes of the packed data, from {@code position} on, from memory; does
     * nothing if the memory is not {@link #intact}.
     */
    public void unpack(long source, long position, long length) {
        if (guard == null) {
            layout.unpack(source, base, offset, position, length);
        } else {
            unpackGuarded(source, position, length);
        }
    }

    private void unpackGuarded(long source, long position, long length) {
        if (layout.contiguous() && guard.isAccessibleBy(Thread.currentThread())) {
            copy(Memory.all(), source, guard, inGuard(position), length);
        } else {
            ArenaHold.run(guard, () -> layout.unpack(source, base, offset, position, length));
        }
    }

    private long inGuard(long position) {
        return offset + position - guard.address();
    }

    /** The JDK copies as long as the arena is open; returns whether it was. */
    private static boolean copy(
            MemorySegment source, long from, MemorySegment target, long to, long length) {
        boolean interrupted = Thread.currentThread().isInterrupted();
        try {
            MemorySegment.copy(source, from, target, to, length);
            return true;
        } catch (IllegalStateException closed) {
            ArenaHold.unmark(interrupted);
            return false;
        }
    }

    /** Returns a new Buf of the elements from {@code index} on, with another count. */
    public Buf at(long index, long elements) {
        Buf part = new Buf();
        return part.set(base, offset + index * layout.extent(), elements, layout, owner)
                .guard(guard);
    }
}
