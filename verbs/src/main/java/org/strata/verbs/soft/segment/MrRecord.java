package org.strata.verbs.soft.segment;

import org.strata.opal.memory.Memory;

/**
 * Layout of a memory region's record. A key is index ≪ 15 | generation; 0 is none. Each record
 * counts its own generations, so that a key comes again only after 32,767 registrations of its
 * record, which takes turns with 127 others at least, whatever is held, until the table is full: a
 * late write by a former key hits no new memory. To deregister, the owner clears the key first and
 * then waits for visitors: so a visitor checks the record once for its whole visit.
 */
public final class MrRecord {
    public static final int BYTES = 64;

    private static final int KEY = 0;
    private static final int PD = 4;
    private static final int ADDRESS = 8;
    private static final int LENGTH = 16;
    private static final int ACCESS = 24;
    private static final int PLACE = 28;
    private static final int ORIGIN = 32;
    private static final int GENERATION = 40;

    private static final int GENERATION_BITS = 15;
    private static final int MAX_GENERATION = (1 << GENERATION_BITS) - 1;

    /** Place: private memory, accessed by the owner and the kernel only. */
    public static final int PRIVATE = 0;

    /** Place: in the owner's segment. */
    public static final int IN_SEGMENT = 1;

    /** Place: this plus the number of a file of {@link SharedMemory}. */
    public static final int IN_FILE = 2;

    private MrRecord() {}

    public static void open(
            long record, int key, int pd, long address, long length, int access, int place) {
        Memory.putInt(record + PD, pd);
        Memory.putLong(record + ADDRESS, address);
        Memory.putLong(record + LENGTH, length);
        Memory.putInt(record + ACCESS, access);
        Memory.putInt(record + PLACE, place);
        // Pairs with MrRecord.covers: guards range and rights.
        Memory.putIntRelease(record + KEY, key);
    }

    /** Writes the owner's address of the file's first byte; call before {@link #open}. */
    public static void origin(long record, long address) {
        Memory.putLong(record + ORIGIN, address);
    }

    static long origin(long record) {
        return Memory.getLong(record + ORIGIN);
    }

    /** Makes the key invalid; its volatile store is a full fence. */
    public static void close(long record) {
        // Pairs with MrRecord.covers inside a visit: Worker.quiesce waits for a visitor that does
        // not see it.
        Memory.putIntVolatile(record + KEY, 0);
    }

    public static int indexOf(int key) {
        return key >>> GENERATION_BITS;
    }

    /**
     * Returns the next key of a record; generation 0 is left out, so that no key is 0. Each record
     * begins elsewhere: small numbers, which a faulty program sends, are no keys.
     */
    public static int nextKey(long record, int index) {
        int former = Memory.getInt(record + GENERATION);
        int generation = (former == 0 ? first(index) : former) % MAX_GENERATION + 1;
        Memory.putInt(record + GENERATION, generation);
        return index << GENERATION_BITS | generation;
    }

    private static int first(int index) {
        return ((index * 0x9e3779b1) >>> 17) | (1 << 14);
    }

    /**
     * Returns whether a key allows an access to a range.
     *
     * @param record address of the key's record, or 0
     */
    static boolean allows(long record, int key, int pd, long address, long length, int access) {
        return covers(record, key, address, length)
                && Memory.getInt(record + PD) == pd
                && (Memory.getInt(record + ACCESS) & access) == access;
    }

    /** Returns whether a key is valid and its region contains a range. */
    static boolean covers(long record, int key, long address, long length) {
        // Pairs with MrRecord.open and close; behind ActivePairs.mark.
        if (record == 0 || key == 0 || Memory.getIntAcquire(record + KEY) != key) {
            return false;
        }
        long from = address - Memory.getLong(record + ADDRESS);
        long room = Memory.getLong(record + LENGTH);
        return from >= 0 && length <= room && from <= room - length;
    }

    /** Returns how peers reach the region: PRIVATE, IN_SEGMENT, or IN_FILE and the file. */
    public static int place(long record) {
        return Memory.getInt(record + PLACE);
    }
}
