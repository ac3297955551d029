package org.strata.testkit;

import org.strata.mca.btl.Btl;
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
        Memory.copy(header, addresses[next()], headerLength);
        add(tag, headerLength, base, offset, length);
        return true;
    }

    /** As above, with the header in two words. */
    synchronized boolean offerShort(
            int tag, long header0, long header1, Object base, long offset, int length) {
        if (count == addresses.length) {
            return false;
        }
        Memory.putWords(addresses[next()], header0, header1);
        add(tag, Btl.SHORT_HEADER, base, offset, length);
        return true;
    }

    private int next() {
        return (first + count) % addresses.length;
    }

    private void add(int tag, int headerLength, Object base, long offset, int length) {
        int slot = next();
        Memory.copyOut(base, offset, addresses[slot] + headerLength, length);
        lengths[slot] = headerLength + length;
        tags[slot] = tag;
        count++;
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
