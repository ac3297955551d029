package org.strata.verbs.soft.segment;

import org.strata.opal.memory.Memory;

/**
 * The shared receive queues of one XRC domain by number: device and queue. The processes of the
 * domain share it, and allocate entries by CAS. A number is used again only after all others.
 */
public final class XrcTable {
    public static final int ENTRIES = 1 << 14;
    public static final int BYTES = 64 + ENTRIES * 16;

    private static final int NEXT = 0;
    private static final int FIRST = 64;
    private static final int QUEUE = 8;

    private final long address;
    private final Object memory;

    /**
     * @param memory keeps the address valid
     */
    public XrcTable(long address, Object memory) {
        this.address = address;
        this.memory = memory;
    }

    /** Allocates a number for a queue; returns 0 when the table is full. */
    public int add(long device, int queue) {
        for (int i = 0; i < ENTRIES; i++) {
            // Pairs with itself: numbers are given in turn, each entry to one process.
            int number = Memory.getAndAddInt(address + NEXT, 1) & (ENTRIES - 1);
            long entry = entry(number);
            if (number != 0 && Memory.compareAndSetLong(entry, 0, -1)) {
                Memory.putInt(entry + QUEUE, queue);
                // Pairs with XrcTable.device: guards the queue.
                Memory.putLongVolatile(entry, device);
                return number;
            }
        }
        return 0;
    }

    public void remove(int number) {
        // Pairs with XrcTable.device and add.
        Memory.putLongVolatile(entry(number), 0);
    }

    /** Returns the device of a number; 0 or less when there is none. */
    public long device(int number) {
        // Pairs with XrcTable.add: guards the queue.
        return number > 0 && number < ENTRIES ? Memory.getLongAcquire(entry(number)) : 0;
    }

    public int queue(int number) {
        return Memory.getInt(entry(number) + QUEUE);
    }

    private long entry(int number) {
        return address + FIRST + number * 16L;
    }

    @Override
    public String toString() {
        return "XRC table in " + memory;
    }
}
