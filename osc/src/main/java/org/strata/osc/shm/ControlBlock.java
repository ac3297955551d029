package org.strata.osc.shm;

import org.strata.opal.memory.Memory;

/**
 * The control words of one member, as they are mapped in this process. Words that are polled are
 * 128 bytes apart from those that others write: two cache lines.
 *
 * @param address of the block
 * @param members of the window
 */
record ControlBlock(long address, int members) {
    /** 8 bytes: members that hold the lock shared, those that wait for it alone, and who has it. */
    private static final int LOCK = 0;

    /** 4 bytes: 1 while an accumulate is under way. */
    private static final int ACCUMULATE = 128;

    private static final int COUNTERS = 256;

    private static final long SHARED = 1;
    private static final long WAITING = 1L << 32;
    private static final long EXCLUSIVE = 1L << 62;
    private static final long HOLDERS = WAITING - 1;

    /** Returns the bytes of a block. */
    static long bytes(int members) {
        return COUNTERS + 2L * Long.BYTES * members;
    }

    void clear() {
        Memory.zero(address, bytes(members));
        // Pairs with ControlBlock.tryShared of other members, which a barrier lets begin.
        Memory.fullFence();
    }

    // ---- The lock of the window.

    /** Takes the lock with others, unless one has it alone or waits for that. */
    boolean tryShared() {
        // Pairs with ControlBlock.releaseExclusive: guards the window.
        long word = Memory.getLongVolatile(address + LOCK);
        return word < WAITING && Memory.compareAndSetLong(address + LOCK, word, word + SHARED);
    }

    /** Announces that this member wants the lock alone: nobody gets it shared any more. */
    void announceExclusive() {
        // Pairs with ControlBlock.tryShared, which fails from now on.
        Memory.getAndAddLong(address + LOCK, WAITING);
    }

    /** Takes the lock alone, after the announcement. */
    boolean tryExclusive() {
        // Pairs with ControlBlock.releaseShared and releaseExclusive: guards the window.
        long word = Memory.getLongVolatile(address + LOCK);
        boolean free = word < EXCLUSIVE && (word & HOLDERS) == 0;
        long taken = word - WAITING + EXCLUSIVE;
        return free && Memory.compareAndSetLong(address + LOCK, word, taken);
    }

    void releaseShared() {
        // Pairs with ControlBlock.tryExclusive: the epoch is over.
        Memory.getAndAddLong(address + LOCK, -SHARED);
    }

    void releaseExclusive() {
        // Pairs with ControlBlock.tryShared and tryExclusive: the epoch is over.
        Memory.getAndAddLong(address + LOCK, -EXCLUSIVE);
    }

    // ---- The lock of accumulates.

    boolean tryAccumulate() {
        // Pairs with ControlBlock.endAccumulate: guards the values.
        return Memory.compareAndSetInt(address + ACCUMULATE, 0, 1);
    }

    void endAccumulate() {
        // Pairs with ControlBlock.tryAccumulate.
        Memory.putIntRelease(address + ACCUMULATE, 0);
    }

    // ---- Counters.

    private long posts(int by) {
        return address + COUNTERS + (long) by * Long.BYTES;
    }

    private long completions(int by) {
        return posts(members + by);
    }

    /** Counts a post of a member, whose window is exposed to the owner of this block. */
    void addPost(int by) {
        // Pairs with ControlBlock.postsBy: guards the exposed window.
        Memory.getAndAddLong(posts(by), 1);
    }

    long postsBy(int member) {
        // Pairs with ControlBlock.addPost.
        return Memory.getLongAcquire(posts(member));
    }

    /** Counts a completion of a member, on the window of the owner of this block. */
    void addCompletion(int by) {
        // Pairs with ControlBlock.completionsBy: the puts are done.
        Memory.getAndAddLong(completions(by), 1);
    }

    long completionsBy(int member) {
        // Pairs with ControlBlock.addCompletion.
        return Memory.getLongAcquire(completions(member));
    }
}
