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
    /** 4 bytes: 1 while an accumulate is under way. */
    private static final int ACCUMULATE = 0;

    /** For each member 8 bytes: its posts; then 8 bytes each: its completions. */
    private static final int COUNTERS = 128;

    private static final int LINES = 128;

    private static long counterBytes(int members) {
        return Math.ceilDiv(2L * Long.BYTES * members, LINES) * LINES;
    }

    /** Returns the bytes of a block. */
    static long bytes(int members) {
        return COUNTERS + counterBytes(members) + WindowLock.bytes(members);
    }

    void clear() {
        Memory.zero(address, bytes(members));
        lock().clear(0);
        // Pairs with WindowLock.tryAtOnce of other members, which a barrier lets begin.
        Memory.fullFence();
    }

    /** Returns the lock of the window. */
    WindowLock lock() {
        return new WindowLock(address + COUNTERS + counterBytes(members), members);
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
