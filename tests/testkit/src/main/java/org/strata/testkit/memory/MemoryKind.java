package org.strata.testkit.memory;

/** Where the memory of a buffer comes from, and how a program frees it. */
public enum MemoryKind {
    /** {@code ByteBuffer.allocateDirect}; the buffer is dropped. */
    DIRECT(true),
    /** {@code ByteBuffer.allocateDirect}, freed by {@code Unsafe.invokeCleaner}, as Netty does. */
    DIRECT_CLEANED(true),
    /** A file mapped by {@code FileChannel.map}, unmapped by {@code Unsafe.invokeCleaner}. */
    FILE_CLEANED(true),
    /** A confined arena, closed. */
    CONFINED(true),
    /** A shared arena, closed by any thread. */
    SHARED(true),
    /** An automatic arena, dropped. */
    AUTO(true),
    /** A file mapped in a shared arena, which is closed. */
    FILE_IN_ARENA(true),
    /** Memory of another allocator in a shared arena that returns it at its end. */
    FOREIGN_IN_ARENA(true),
    /** Pages of another allocator with an automatic arena, as {@code MPI.newByteBuffer} has. */
    POOL(true),
    /** The global arena: never freed, but not to be told from {@link #FOREIGN}. */
    GLOBAL(false),
    /**
     * Memory of another allocator, by {@code MemorySegment.reinterpret}; it frees when it likes.
     */
    FOREIGN(false);

    private final boolean kept;

    MemoryKind(boolean kept) {
        this.kept = kept;
    }

    /** Returns whether a cache may keep registrations of such memory. */
    public boolean kept() {
        return kept;
    }

    /** Returns whether closing the memory's arena leaves a trace that a cache can see. */
    boolean showsItsEnd() {
        return this == CONFINED
                || this == SHARED
                || this == FILE_IN_ARENA
                || this == FOREIGN_IN_ARENA;
    }

    /** Returns whether a thread other than the owner may free it. */
    boolean freedByAnyThread() {
        return this != CONFINED;
    }
}
