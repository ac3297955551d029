package org.strata.coll.shm;

import org.strata.mca.mpool.MappablePool.MappableBlock;
import org.strata.opal.datatype.Buf;
import org.strata.opal.memory.Memory;

/**
 * Memory of this member that the others read or write during a collective, as one run of packed
 * bytes: the user's own where it is gapless and lies in the mappable pool, else a block of the
 * {@link Staging}. Tier 1 for the user's own.
 *
 * <p>What the others learn of it are 16 bytes: the number of its file (-1: there is no such memory)
 * and its position in the file.
 */
final class Exposure {
    static final int PLACE_BYTES = 16;

    private static final int FILE = 0;
    private static final int OFFSET = 8;

    private final OwnMemory memory;
    private final Staging staging;
    private MappableBlock staged;
    private long address;
    private long file;
    private long offset;

    Exposure(OwnMemory memory, Staging staging) {
        this.memory = memory;
        this.staging = staging;
    }

    /** Exposes data for others to read. */
    void forReading(Buf data, long bytes) {
        place(data, bytes);
        pack(data, bytes);
    }

    /** Exposes a copy of data, which may change while others read. */
    void copyForReading(Buf data, long bytes) {
        stage(bytes);
        pack(data, bytes);
    }

    /** Exposes data for others to read, and memory for others to write; copies if both exist. */
    static void forBoth(Exposure reading, Buf data, Exposure writing, Buf result, long bytes) {
        reading.place(data, bytes);
        writing.place(result, bytes);
        if (writing.exposed()) {
            reading.pack(data, bytes);
        }
    }

    /** Finds memory for data; after a collective {@link #finishWriting} unpacks what is there. */
    private void place(Buf data, long bytes) {
        if (!ownPlace(data, bytes)) {
            stage(bytes);
        }
    }

    private void pack(Buf data, long bytes) {
        if (staged != null) {
            data.pack(0, address, bytes);
        }
    }

    /** Exposes nothing: no other member will use memory of this one. */
    void none() {
        staged = null;
        set(0, -1, 0);
    }

    /** Returns whether there is memory that others can use. */
    boolean exposed() {
        return file >= 0;
    }

    private boolean ownPlace(Buf data, long bytes) {
        staged = null;
        if (data.base() != null || !data.contiguous()) {
            return false;
        }
        long start = data.start();
        int found = memory.file(start, bytes);
        if (found < 0) {
            return false;
        }
        set(start, found, memory.offset(found, start));
        return true;
    }

    private void stage(long bytes) {
        staged = staging.acquire(bytes);
        if (staged == null) {
            set(0, -1, 0);
        } else {
            set(staged.address(), staged.file(), staged.fileOffset(staged.address()));
        }
    }

    private void set(long at, long inFile, long position) {
        address = at;
        file = inFile;
        offset = position;
    }

    /** Unpacks what others have written, unless they wrote it in place. */
    void finishWriting(Buf result, long bytes) {
        if (staged != null) {
            result.unpack(address, 0, bytes);
        }
    }

    /** Ends the exposure: no other member uses the memory any more. */
    void end() {
        if (staged != null) {
            staging.release(staged);
            staged = null;
        }
    }

    /** Returns where the bytes are in this process. */
    long address() {
        return address;
    }

    /** Stores what the others need to know. */
    void writePlace(long target) {
        Memory.putLong(target + FILE, file);
        Memory.putLong(target + OFFSET, offset);
    }

    /** Returns the number of the file in what another member has stored. */
    static long file(long place) {
        return Memory.getLong(place + FILE);
    }

    /** Returns the position in the file in what another member has stored. */
    static long offset(long place) {
        return Memory.getLong(place + OFFSET);
    }
}
