package org.strata.verbs.soft;

import java.lang.foreign.MemorySegment;

/**
 * Memory, beside the adapters' own segments, that lies in files which the host's processes map: the
 * adapter reaches it by a plain copy instead of a system call, once it is registered. Whoever opens
 * a fabric provides it; a file is never shortened, and no page of what is registered is missing.
 * Thread-safe.
 */
public interface SharedMemory {
    /** There is none. */
    SharedMemory NONE =
            new SharedMemory() {
                @Override
                public int owner() {
                    return -1;
                }

                @Override
                public int file(long address, long length) {
                    return -1;
                }

                @Override
                public long origin(long address) {
                    return 0;
                }

                @Override
                public MemorySegment map(int owner, int file) {
                    return null;
                }
            };

    /** Returns this process's name for {@link #map}, 0 or more; -1 when it shares nothing. */
    int owner();

    /** Returns the number of this process's file that has all of a range; -1 for none. */
    int file(long address, long length);

    /** Returns where the first byte of the file is, or would be, that has an address. */
    long origin(long address);

    /** Maps a process's file, for as long as the result is referred to; null when it cannot be. */
    MemorySegment map(int owner, int file);
}
