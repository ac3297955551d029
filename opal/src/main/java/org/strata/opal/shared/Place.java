package org.strata.opal.shared;

import org.strata.opal.memory.Memory;

/**
 * Where memory lies in the files that its owner shares: the number of the file among its owner's,
 * and the position in it. Peers exchange it as 16 bytes or two words. Mutable, so that finding
 * places allocates nothing. Tier 1.
 */
public final class Place {
    /** Bytes and words of a place that is exchanged. */
    public static final int BYTES = 16;

    public static final int WORDS = 2;

    private static final long NOWHERE = -1;
    private static final int FILE = 0;
    private static final int OFFSET = 8;

    private long file = NOWHERE;
    private long offset;

    /** Makes a place that is nowhere. */
    public Place() {}

    /** Sets it to a position of a file. */
    public void set(long inFile, long at) {
        file = inFile;
        offset = at;
    }

    /** Sets it to nowhere: the memory lies in no file that peers map. */
    public void clear() {
        set(NOWHERE, 0);
    }

    /** Returns whether it is anywhere. */
    public boolean exists() {
        return file >= 0;
    }

    /** Returns the number of the file among its owner's; negative when it is nowhere. */
    public long file() {
        return file;
    }

    /** Returns the position in the file, in bytes. */
    public long offset() {
        return offset;
    }

    /** Writes it for peers, as {@link #BYTES} of native memory. */
    public void write(long target) {
        Memory.putLong(target + FILE, file);
        Memory.putLong(target + OFFSET, offset);
    }

    /** Reads what a peer has written, which may be any numbers. */
    public void read(long source) {
        set(Memory.getLong(source + FILE), Memory.getLong(source + OFFSET));
    }

    /** Returns whether what a peer has written is anywhere. */
    public static boolean existsAt(long source) {
        return Memory.getLong(source + FILE) >= 0;
    }

    /** Stores it for peers, as {@link #WORDS} words. */
    public void store(long[] words, int at) {
        words[at] = file;
        words[at + 1] = offset;
    }

    /** Loads what a peer has stored, which may be any numbers. */
    public void load(long[] words, int at) {
        set(words[at], words[at + 1]);
    }
}
