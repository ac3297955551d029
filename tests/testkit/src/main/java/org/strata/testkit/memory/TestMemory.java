package org.strata.testkit.memory;

import org.strata.opal.memory.Memory;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;

/** A piece of memory as a program has it: a buffer or a segment. */
final class TestMemory {
    final MemoryKind kind;
    final long address;
    final long bytes;

    /** When it came into being, in steps of the adapter. */
    final long born;

    /** The program's buffer or segment; null once it is freed. */
    private Object owner;

    private final Runnable free;

    /** Operations under way. */
    int users;

    /**
     * @param owner its buffer or segment
     * @param free frees the memory at once; where the program drops it, does nothing
     */
    TestMemory(MemoryKind kind, Object owner, long born, Runnable free) {
        MemorySegment segment = segment(owner);
        this.kind = kind;
        this.owner = owner;
        this.address = segment.address();
        this.bytes = segment.byteSize();
        this.born = born;
        this.free = free;
    }

    private static MemorySegment segment(Object owner) {
        return owner instanceof ByteBuffer b ? MemorySegment.ofBuffer(b) : (MemorySegment) owner;
    }

    synchronized boolean isFreed() {
        return owner == null;
    }

    /** Frees the memory, or drops it for the collector. */
    synchronized void free() {
        if (owner != null) {
            owner = null;
            free.run();
        }
    }

    /**
     * Returns what a program passes to MPI for a part: the buffer itself, or something made from
     * it; null when it is freed.
     */
    synchronized Object handle(Random random, long from, long length) {
        if (owner == null) {
            return null;
        }
        if (owner instanceof MemorySegment segment) {
            return switch (random.nextInt(4)) {
                case 0 -> segment;
                case 1 -> segment.asSlice(from - address, length);
                case 2 -> segment.asByteBuffer();
                default -> segment.asByteBuffer().order(ByteOrder.nativeOrder()).asLongBuffer();
            };
        }
        ByteBuffer buffer = (ByteBuffer) owner;
        return switch (random.nextInt(5)) {
            case 0, 1 -> buffer;
            case 2 -> buffer.slice((int) (from - address), (int) length);
            case 3 -> buffer.order(ByteOrder.nativeOrder()).asIntBuffer();
            default -> MemorySegment.ofBuffer(buffer.duplicate());
        };
    }

    /** Writes as a program does before it sends; false when the memory is freed. */
    synchronized boolean write(long at, long value) {
        if (owner != null) {
            Memory.putLong(at, value);
        }
        return owner != null;
    }

    @Override
    public String toString() {
        return "%s of %d bytes at %x".formatted(kind, bytes, address);
    }
}
