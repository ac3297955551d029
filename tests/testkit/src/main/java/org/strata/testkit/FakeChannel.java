package org.strata.testkit;

import org.strata.opal.memory.Memory;

import java.lang.foreign.Arena;

/** A bounded queue of messages from one rank to another. */
final class FakeChannel {
    private final long[] addresses;
    private final int[] lengths;
    private final int[] tags;
    private int first;
    private int count;

    FakeChannel(Arena arena, int slots, int slotBytes) {
        addresses = new long[slots];
        lengths = new int[slots];
        tags = new int[slots];
        for (int i = 0; i < slots; i++) {
            addresses[i] = Memory.allocate(arena, slotBytes, 64);
        }
    }

    /** Adds a message of two pieces; false when full. */
    synchronized boolean offer(
            int tag, long header, int headerLength, Object base, long offset, int length) {
        if (count == addresses.length) {
            return false;
        }
        int slot = (first + count) % addresses.length;
        Memory.copy(header, addresses[slot], headerLength);
        Memory.copyOut(base, offset, addresses[slot] + headerLength, length);
        lengths[slot] = headerLength + length;
        tags[slot] = tag;
        count++;
        return true;
    }

    /** Returns the oldest message's slot, which stays taken until {@link #release}; -1 for none. */
    synchronized int peek() {
        return count == 0 ? -1 : first;
    }

    long address(int slot) {
        return addresses[slot];
    }

    int length(int slot) {
        return lengths[slot];
    }

    int tag(int slot) {
        return tags[slot];
    }

    synchronized void release() {
        first = (first + 1) % addresses.length;
        count--;
    }

    synchronized boolean isEmpty() {
        return count == 0;
    }

    synchronized void clear() {
        count = 0;
    }
}
