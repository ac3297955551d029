package mpi;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.MemorySegment.Scope;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * The native memory that direct buffers are parts of. A datatype may name bytes before the origin
 * of a slice (a vector with a negative stride), and NIO does not say where the memory of a slice
 * begins. This table has the extent of memory from the moment that {@code MPI.newXxxBuffer}
 * allocates it, or {@code MPI.slice} is called on a buffer over it, until it is freed.
 *
 * <p><b>Life.</b> An extent refers weakly to the scope of its memory ({@link Scope}), which all
 * buffers over it refer to: it exists as long as the last buffer, and keeps none alive. Memory of
 * {@code ByteBuffer.allocateDirect} is an exception: the JDK makes a new scope object at each
 * request, all of them equal. Slices of such memory are made from an <i>alias</i>, a buffer over
 * the same memory that refers to a scope object of its own and keeps the memory alive. The table
 * has no entry per slice: a weak reference for each would cost the garbage collector microseconds.
 *
 * <p>Threads: guarded by its lock. Tier 2.
 */
final class NativeExtents {
    /** Extents by the hash of their scope, chained. */
    private final Map<Integer, Extent> extents = new HashMap<>();

    private final ReferenceQueue<Scope> freed = new ReferenceQueue<>();

    /** The known ranges of the memory of one scope: nearly always one. */
    private static final class Extent extends WeakReference<Scope> {
        final int hash;

        /**
         * The alias that slices are made from; null where the program's buffers refer to the scope.
         */
        final WeakReference<ByteBuffer> alias;

        /** Whether {@link #remember} added the memory: no program can free it. */
        final boolean own;

        private long begin;
        private long end;

        /** The end of each other range by its beginning; no two ranges overlap. */
        private TreeMap<Long, Long> more;

        Extent next;

        Extent(MemorySegment memory, ByteBuffer alias, boolean own, ReferenceQueue<Scope> queue) {
            super(memory.scope(), queue);
            this.own = own;
            this.hash = memory.scope().hashCode();
            this.alias = alias == null ? null : new WeakReference<>(alias);
            this.begin = memory.address();
            this.end = begin + memory.byteSize();
        }

        boolean isOf(Scope scope) {
            return scope.equals(get());
        }

        /** Returns the bytes before {@code from} in the range that contains it; -1 for none. */
        long before(long from, long to) {
            long found = before(begin, end, from, to);
            if (more != null) {
                found = Math.max(found, before(more.floorEntry(from), from, to));
                if (from == to) {
                    // An empty buffer may be at the end of one range and the beginning of the next.
                    found = Math.max(found, before(more.lowerEntry(from), from, to));
                }
            }
            return found;
        }

        private static long before(Map.Entry<Long, Long> range, long from, long to) {
            return range == null ? -1 : before(range.getKey(), range.getValue(), from, to);
        }

        private static long before(long begin, long end, long from, long to) {
            return begin <= from && to <= end ? from - begin : -1;
        }

        /** Adds a range, together with those that it overlaps. */
        void add(long from, long to) {
            if (from < end && begin < to) {
                begin = Math.min(begin, from);
                end = Math.max(end, to);
                return;
            }
            if (from == to) {
                return;
            }
            more = more == null ? new TreeMap<>() : more;
            long low = from;
            long high = to;
            Map.Entry<Long, Long> below = more.lowerEntry(high);
            while (below != null && below.getValue() > low) {
                low = Math.min(low, below.getKey());
                high = Math.max(high, below.getValue());
                more.remove(below.getKey());
                below = more.lowerEntry(high);
            }
            more.put(low, high);
        }
    }

    /**
     * Adds new memory.
     *
     * @param whole buffer over all of it, position 0, limit at the capacity
     * @return the buffer for the program: the same one, or an alias of it
     */
    synchronized ByteBuffer remember(ByteBuffer whole) {
        MemorySegment memory = MemorySegment.ofBuffer(whole);
        if (refersToScope(whole, memory)) {
            add(memory, null, true);
            return whole;
        }
        ByteBuffer alias = memory.asByteBuffer();
        add(memory, alias, true);
        return alias;
    }

    /** Returns whether memory with this scope was new memory for {@link #remember}. */
    synchronized boolean allocatedHere(Scope scope) {
        for (Extent e = extents.get(scope.hashCode()); e != null; e = e.next) {
            if (e.own && e.isOf(scope)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Adds the memory of a direct buffer before a slice of it is made.
     *
     * @param whole the buffer, position 0, limit at the capacity
     * @return what to slice instead of the buffer, a byte buffer of the same range; null to slice
     *     the buffer itself
     */
    synchronized ByteBuffer aliasToSlice(Buffer whole) {
        MemorySegment memory = MemorySegment.ofBuffer(whole);
        Scope scope = memory.scope();
        long from = memory.address();
        long to = from + memory.byteSize();
        for (Extent e = extents.get(scope.hashCode()); e != null; e = e.next) {
            if (e.isOf(scope) && e.before(from, to) >= 0) {
                if (e.alias == null || e.refersTo(scope)) {
                    return null;
                }
                ByteBuffer alias = e.alias.get();
                if (alias != null && alias.isReadOnly() == whole.isReadOnly()) {
                    long start = MemorySegment.ofBuffer(alias).address();
                    return alias.slice((int) (from - start), (int) (to - from));
                }
            }
        }
        if (refersToScope(whole, memory)) {
            add(memory, null, false);
            return null;
        }
        ByteBuffer alias = memory.asByteBuffer();
        add(memory, alias, false);
        return alias;
    }

    /** Returns whether a buffer refers to the scope object that its segment has. */
    private static boolean refersToScope(Buffer buffer, MemorySegment memory) {
        return MemorySegment.ofBuffer(buffer).scope() == memory.scope();
    }

    private void add(MemorySegment memory, ByteBuffer alias, boolean own) {
        expunge();
        Scope scope = memory.scope();
        Extent first = extents.get(scope.hashCode());
        Extent extent = first;
        while (extent != null && !extent.refersTo(scope)) {
            extent = extent.next;
        }
        if (extent != null) {
            extent.add(memory.address(), memory.address() + memory.byteSize());
            return;
        }
        extent = new Extent(memory, alias, own, freed);
        extent.next = first;
        extents.put(extent.hash, extent);
    }

    /** Removes the extents of freed memory. */
    private void expunge() {
        Reference<? extends Scope> gone = freed.poll();
        while (gone != null) {
            Extent extent = (Extent) gone;
            extents.compute(extent.hash, (hash, chain) -> without(chain, extent));
            gone = freed.poll();
        }
    }

    private static Extent without(Extent chain, Extent gone) {
        if (chain == gone) {
            return gone.next;
        }
        Extent before = chain;
        while (before.next != gone) {
            before = before.next;
        }
        before.next = gone.next;
        return chain;
    }

    /**
     * Returns how many bytes of a buffer's memory are known to lie before a range of it.
     *
     * @param scope the buffer's scope
     * @param from address of the range
     * @param to address of its end
     */
    synchronized long before(Scope scope, long from, long to) {
        long most = 0;
        for (Extent e = extents.get(scope.hashCode()); e != null; e = e.next) {
            if (e.isOf(scope)) {
                most = Math.max(most, e.before(from, to));
            }
        }
        return most;
    }

    /** Returns the number of extents. For tests. */
    synchronized int size() {
        expunge();
        int size = 0;
        for (Extent first : extents.values()) {
            for (Extent e = first; e != null; e = e.next) {
                size++;
            }
        }
        return size;
    }
}
