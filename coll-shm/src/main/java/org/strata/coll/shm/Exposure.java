package org.strata.coll.shm;

import org.strata.mca.mpool.MappablePool;
import org.strata.mca.mpool.MappablePool.MappableBlock;
import org.strata.opal.datatype.Buf;
import org.strata.opal.shared.Place;

/**
 * Memory of this member that the others read or write during a collective, as one run of packed
 * bytes: the user's own where it is gapless and lies in the mappable pool, else a block of the
 * {@link Staging}. Tier 1 for the user's own.
 *
 * <p>The others learn its {@link Place}, which is nowhere if there is no such memory.
 */
final class Exposure {
    private final MappablePool pool;
    private final Staging staging;
    private MappableBlock staged;
    private long address;
    private final Place where = new Place();

    Exposure(MappablePool pool, Staging staging) {
        this.pool = pool;
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
        address = 0;
        where.clear();
    }

    /** Returns whether there is memory that others can use. */
    boolean exposed() {
        return where.exists();
    }

    private boolean ownPlace(Buf data, long bytes) {
        staged = null;
        if (data.base() != null || !data.contiguous()) {
            return false;
        }
        address = data.start();
        return pool.locate(address, bytes, where);
    }

    private void stage(long bytes) {
        staged = staging.acquire(bytes);
        if (staged == null) {
            none();
        } else {
            address = staged.address();
            where.set(staged.file(), staged.fileOffset(address));
        }
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
        where.write(target);
    }
}
