package org.strata.verbs.soft.segment;

/**
 * Memory outside the adapters' segments, in files that the host's processes map: once it is
 * registered, the adapter reaches it by a plain copy instead of a system call. The opener of a
 * fabric provides it. A file never becomes shorter, and all pages of registered memory exist.
 * Thread-safe.
 */
public interface SharedMemory {
    /** No shared memory. */
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
                public long reach(int owner, int file, long offset, long length) {
                    return 0;
                }
            };

    /** Returns this process's number for {@link #reach}, 0 or more; -1 when it shares nothing. */
    int owner();

    /** Returns the number of this process's file that contains a range; -1 for none. */
    int file(long address, long length);

    /** Returns the address of the first byte of the file that contains an address. */
    long origin(long address);

    /**
     * Returns the address in this process of a range of a process's file; 0 when it does not lie in
     * a file that can be mapped. All numbers may come from that process: the range is checked. Tier
     * 1 after the first use of a file.
     */
    long reach(int owner, int file, long offset, long length);
}
