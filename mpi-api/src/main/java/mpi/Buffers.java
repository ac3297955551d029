package mpi;

import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayout;
import org.strata.opal.memory.ArenaHold;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;

/**
 * User buffers as (base, offset) pairs. Tier 1: no allocation.
 *
 * <p>Arrays begin at element 0, heap NIO buffers at their array offset, direct ones at their
 * element 0; positions and limits do not count. The Java element type does not matter: any
 * primitive array, NIO buffer or memory segment is read and written as bytes.
 *
 * <p>Elements may lie before a buffer's origin, inside its memory: the array; for a direct buffer
 * the extent in {@link NativeExtents}, or another buffer in use over the same memory.
 */
final class Buffers {
    private static final DirectAddresses ADDRESSES = new DirectAddresses();
    private static final NativeExtents EXTENTS = new NativeExtents();

    private Buffers() {}

    /**
     * Sets a Buf to elements of a buffer, which was checked to hold them ({@link #holds}).
     *
     * @param displacement bytes from the buffer's origin to that of element 0
     * @return {@code target}
     */
    static Buf wrap(Buf target, Object buf, long displacement, long count, DataLayout layout) {
        target.set(base(buf), offset(buf) + displacement, count, layout, buf);
        MemorySegment guard = guard(buf);
        // A guard has no bytes before the buffer's origin.
        return guard != null && displacement + layout.touchedStart(count) >= 0
                ? target.guard(guard)
                : target;
    }

    /**
     * Returns the memory of a buffer from its origin on as a segment, if the program may close its
     * arena while an operation is under way; else null.
     */
    private static MemorySegment guard(Object buf) {
        if (buf instanceof MemorySegment segment) {
            return segment.isNative() ? segment : null;
        }
        if (!(buf instanceof Buffer nio) || !nio.isDirect() || !ADDRESSES.maySeeAnEnd(nio)) {
            return null;
        }
        boolean whole = nio.position() == 0 && nio.limit() == nio.capacity();
        return MemorySegment.ofBuffer(whole ? nio : nio.duplicate().clear());
    }

    /**
     * Sets a Buf to elements of a buffer.
     *
     * @param known result of {@link #knownAddress}; if 0, the buffer was checked
     * @return {@code target}
     */
    static Buf wrap(Buf target, long known, Object buf, long count, DataLayout layout) {
        return known != 0
                ? target.set(null, known, count, layout, buf)
                : wrap(target, buf, 0, count, layout);
    }

    /** Returns the array behind a buffer; null for native memory and for null. */
    static Object base(Object buf) {
        if (buf instanceof Buffer nio) {
            return nio.isDirect() || !nio.hasArray() ? null : nio.array();
        }
        return buf instanceof MemorySegment segment ? segment.heapBase().orElse(null) : buf;
    }

    /** Returns the address of a direct buffer's element 0, else the byte offset in the array. */
    static long offset(Object buf) {
        if (buf instanceof Buffer nio) {
            return nio.isDirect() ? ADDRESSES.of(nio, shift(nio)) : heapOffset(nio);
        }
        return buf instanceof MemorySegment segment ? segment.address() : 0;
    }

    /**
     * Returns the address of a direct buffer's element 0, if it has been used before, its memory
     * holds so many bytes and cannot be freed before the buffer; else 0, also for what is no direct
     * buffer.
     *
     * @param bytes bytes from element 0 on; a negative number stands for a length that is not known
     * @param write whether the buffer must be writable
     */
    static long knownAddress(Object buf, long bytes, boolean write) {
        return bytes >= 0 && buf instanceof Buffer nio ? ADDRESSES.known(nio, bytes, write) : 0;
    }

    /**
     * Returns whether no arena can be closed that would free a direct buffer's memory before the
     * buffer: it comes from {@code ByteBuffer.allocateDirect}, which has no arena, or from {@code
     * MPI.newXxxBuffer}.
     */
    static boolean staysAllocated(Buffer direct) {
        return (Scopes.TELL_ARENAS && !hasArena(direct))
                || EXTENTS.allocatedHere(MemorySegment.ofBuffer(direct).scope());
    }

    /** Where there is no arena, the JDK makes a scope object at each request. */
    static boolean hasArena(Buffer direct) {
        MemorySegment.Scope once = MemorySegment.ofBuffer(direct).scope();
        MemorySegment.Scope again = MemorySegment.ofBuffer(direct).scope();
        return once == again;
    }

    /** Makes sure of it, since the JDK does not promise it; apart, for programs that need it. */
    private static final class Scopes {
        static final boolean TELL_ARENAS = tellArenas();

        private static boolean tellArenas() {
            try (Arena confined = Arena.ofConfined();
                    Arena shared = Arena.ofShared()) {
                return hasArena(confined.allocate(1).asByteBuffer().slice())
                        && hasArena(shared.allocate(8).asByteBuffer().asLongBuffer())
                        && !hasArena(ByteBuffer.allocateDirect(1).slice());
            }
        }
    }

    private static long heapOffset(Buffer heap) {
        return heap.hasArray() ? (long) heap.arrayOffset() << shift(heap) : 0;
    }

    /** Returns the bytes of an NIO buffer's element; 1 for null. */
    static int unit(Buffer nio) {
        return nio == null ? 1 : 1 << shift(nio);
    }

    private static int shift(Buffer nio) {
        if (nio instanceof ByteBuffer) {
            return 0;
        }
        if (nio instanceof CharBuffer || nio instanceof ShortBuffer) {
            return 1;
        }
        return nio instanceof IntBuffer || nio instanceof FloatBuffer ? 2 : 3;
    }

    /** Returns whether every byte that the elements name lies inside the buffer's memory. */
    static boolean holds(Object buf, DataLayout layout, long count) {
        return holdsAt(buf, layout, 0, count);
    }

    /** As {@link #holds}, for elements from the one with index {@code first} on. */
    static boolean holds(Object buf, DataLayout layout, int first, long count) {
        return holdsAt(buf, layout, place(first, layout), count);
    }

    /**
     * Returns the bytes from a buffer's origin to an element's; where they are too many for 61
     * bits, a number that is larger than any buffer.
     */
    static long place(long index, DataLayout layout) {
        long extent = layout.extent();
        if (overflows(index, extent)) {
            return index < 0 == extent < 0 ? 1L << 61 : -1L << 61;
        }
        return index * extent;
    }

    /**
     * Returns whether elements of two buffers, which hold them, are known to share bytes. Elements
     * with gaps may interleave: of those only the first bytes are compared.
     */
    static boolean overlap(ElementBlock a, ElementBlock b) {
        if (a.buf() == null || b.buf() == null || base(a.buf()) != base(b.buf())) {
            return false;
        }
        return overlap(
                offset(a.buf()) + a.displacement(),
                a.count(),
                a.type().layout(),
                offset(b.buf()) + b.displacement(),
                b.count(),
                b.type().layout());
    }

    /** As above, for buffers whose addresses have been looked up. */
    static boolean overlap(Buf a, Buf b) {
        return a.base() == b.base()
                && overlap(a.offset(), a.count(), a.layout(), b.offset(), b.count(), b.layout());
    }

    private static boolean overlap(
            long a, long countA, DataLayout layoutA, long b, long countB, DataLayout layoutB) {
        if (layoutA.contiguous() && layoutB.contiguous()) {
            long bytesA = countA * layoutA.size();
            long bytesB = countB * layoutB.size();
            return bytesA > 0 && bytesB > 0 && a < b + bytesB && b < a + bytesA;
        }
        return overlapWithGaps(a, countA, layoutA, b, countB, layoutB);
    }

    private static boolean overlapWithGaps(
            long a, long countA, DataLayout layoutA, long b, long countB, DataLayout layoutB) {
        long startA = layoutA.touchedStart(countA);
        long startB = layoutB.touchedStart(countB);
        boolean empty =
                startA == layoutA.touchedEnd(countA) || startB == layoutB.touchedEnd(countB);
        return !empty && a + startA == b + startB;
    }

    /** As {@link #holds}, for elements whose first one's origin is at a byte of the buffer. */
    static boolean holdsAt(Object buf, DataLayout layout, long origin, long count) {
        if (overflows(count, layout.extent())
                || (layout.size() > layout.extent() && overflows(count, layout.size()))) {
            return false;
        }
        long end = layout.touchedEnd(count);
        long start = layout.touchedStart(count);
        return end == start
                || (origin + end <= bytesAfter(buf)
                        && (origin + start >= 0 || origin + start >= -bytesBefore(buf))
                        && isOpen(buf));
    }

    /**
     * Returns whether a direct buffer's arena is open. The layers below use the address alone:
     * after the arena was closed they would overwrite other memory.
     */
    private static boolean isOpen(Object buf) {
        if (buf instanceof MemorySegment segment) {
            return segment.scope().isAlive();
        }
        if (!(buf instanceof Buffer nio) || !nio.isDirect()) {
            return true;
        }
        if (nio.limit() == 0) {
            return MemorySegment.ofBuffer(nio).scope().isAlive();
        }
        boolean interrupted = Thread.currentThread().isInterrupted();
        try {
            touch(nio);
            return true;
        } catch (WrongThreadException e) {
            // The arena is open and confined to another thread; confinement restricts accesses
            // through the JDK only.
            return true;
        } catch (IllegalStateException e) {
            ArenaHold.unmark(interrupted);
            return false;
        }
    }

    /** Lets the JDK check the state of a buffer's memory. */
    private static void touch(Buffer nio) {
        if (nio instanceof ByteBuffer b) {
            b.get(0);
        } else if (nio instanceof DoubleBuffer b) {
            b.get(0);
        } else if (nio instanceof IntBuffer b) {
            b.get(0);
        } else if (nio instanceof LongBuffer b) {
            b.get(0);
        } else if (nio instanceof FloatBuffer b) {
            b.get(0);
        } else if (nio instanceof ShortBuffer b) {
            b.get(0);
        } else {
            ((CharBuffer) nio).get(0);
        }
    }

    /**
     * Returns whether a product with a datatype's size or extent, which are at most 2^60, takes
     * more than 61 bits: then sums of it and of other places in a buffer might take more than 63.
     */
    private static boolean overflows(long a, long b) {
        long fourfold = 4 * b;
        return Math.multiplyHigh(a, fourfold) != (a * fourfold) >> 63;
    }

    /** Returns the bytes from the buffer's origin to the end of its memory; -1 if it is none. */
    static long bytesAfter(Object buf) {
        if (buf instanceof Buffer nio) {
            if (nio.isDirect()) {
                return (long) nio.capacity() << shift(nio);
            }
            return nio.hasArray() ? arrayBytes(nio.array()) - heapOffset(nio) : -1;
        }
        return arrayBytes(buf);
    }

    /** Returns the bytes that are known to lie before the buffer's origin in its memory. */
    private static long bytesBefore(Object buf) {
        if (!(buf instanceof Buffer nio)) {
            return 0;
        }
        if (!nio.isDirect()) {
            return heapOffset(nio);
        }
        long from = offset(nio);
        long to = from + bytesAfter(nio);
        MemorySegment.Scope scope = MemorySegment.ofBuffer(nio).scope();
        return Math.max(EXTENTS.before(scope, from, to), ADDRESSES.before(scope, from, to));
    }

    /**
     * Registers new memory of a direct buffer in {@link NativeExtents}; returns the buffer for the
     * program.
     */
    static ByteBuffer remember(ByteBuffer whole) {
        return EXTENTS.remember(whole);
    }

    /**
     * Registers a buffer's memory in {@link NativeExtents} before a slice of it is made.
     *
     * @param order byte order of the slice
     * @param from element of the buffer where the slice begins
     * @return the slice's bytes; null when the buffer itself is to be sliced
     */
    static ByteBuffer bytesOfSlice(Buffer buf, ByteOrder order, int from) {
        boolean known = buf.isDirect() && bytesAfter(buf) <= SharedBuffers.LONGEST;
        ByteBuffer alias = known ? EXTENTS.aliasToSlice(buf.duplicate().clear()) : null;
        if (alias == null) {
            return null;
        }
        int first = from << shift(buf);
        return alias.slice(first, alias.capacity() - first).order(order);
    }

    private static long arrayBytes(Object array) {
        return array instanceof MemorySegment segment
                ? segmentBytes(segment)
                : primitiveBytes(array);
    }

    /** Returns the bytes of a primitive array; -1 for anything else. */
    static long primitiveBytes(Object array) {
        if (array instanceof byte[] a) {
            return a.length;
        }
        if (array instanceof int[] a) {
            return (long) a.length << 2;
        }
        if (array instanceof double[] a) {
            return (long) a.length << 3;
        }
        if (array instanceof long[] a) {
            return (long) a.length << 3;
        }
        if (array instanceof float[] a) {
            return (long) a.length << 2;
        }
        if (array instanceof char[] a) {
            return (long) a.length << 1;
        }
        if (array instanceof short[] a) {
            return (long) a.length << 1;
        }
        return array instanceof boolean[] a ? a.length : -1;
    }

    /** Returns a segment's bytes; -1 if it is on the heap and gives no access to its array. */
    private static long segmentBytes(MemorySegment segment) {
        boolean reachable = segment.isNative() || segment.heapBase().isPresent();
        return reachable ? segment.byteSize() : -1;
    }

    /** Returns whether an object is a buffer of any kind, or null, as one of no elements may be. */
    static boolean isBuffer(Object buf) {
        return buf == null
                || buf instanceof Buffer
                || buf instanceof MemorySegment
                || primitiveBytes(buf) >= 0;
    }

    /** Returns what a view is to be made of, in methods that cannot throw MPIException. */
    static <T> T present(T memory) {
        if (memory == null) {
            throw new IllegalArgumentException("the buffer is null");
        }
        return memory;
    }

    /** Returns whether the library may write to a buffer. */
    static boolean writable(Object buf) {
        if (buf instanceof MemorySegment segment) {
            return !segment.isReadOnly();
        }
        return !(buf instanceof Buffer nio) || !nio.isReadOnly();
    }

    /**
     * Returns the part of an error message that explains how elements before a buffer's origin
     * become legal; "" when there are none.
     */
    static String adviceOn(Object buf, long firstByte) {
        return firstByte < 0 && buf instanceof Buffer nio && nio.isDirect()
                ? "; what lies before a slice of a direct buffer is known if MPI.slice made it"
                : "";
    }

    /** Describes a buffer for an error message. */
    static String describe(Object buf) {
        if (buf == null) {
            return "the buffer is null";
        }
        boolean isSegment = buf instanceof MemorySegment;
        String kind = isSegment ? "MemorySegment" : buf.getClass().getSimpleName();
        long bytes = bytesAfter(buf);
        if (!isOpen(buf)) {
            return "the memory of the " + kind + " has been freed: its arena is closed";
        }
        if (bytes >= 0) {
            long before = bytesBefore(buf);
            String more = before == 0 ? "" : " and " + before + " before its origin";
            return "the buffer (" + kind + ") has " + bytes + " bytes" + more;
        }
        return isSegment || buf instanceof Buffer
                ? "the " + kind + " is on the heap but gives no access to its array"
                : article(kind) + kind + " is no primitive array, NIO buffer or memory segment";
    }

    private static String article(String name) {
        return name.isEmpty() || "AEIOUaeiou".indexOf(name.charAt(0)) < 0 ? "a " : "an ";
    }
}
