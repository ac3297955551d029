package org.strata.opal.platform.linux;

import org.strata.opal.memory.Memory;

import java.lang.foreign.Arena;

/**
 * Asks the kernel whether pages can be read, and makes them present. A load by this process from a
 * page that another thread, or a library in another language, has unmapped would kill the process;
 * the kernel returns an error instead. The pages may be unmapped as soon as the answer is there:
 * only their owner can rely on it. Stateless. Tier 3.
 */
final class LinuxPageProbe {
    /** The kernel's limit of pieces in one call (IOV_MAX). */
    private static final int MOST_PIECES = 1024;

    private static final int PIECE_BYTES = 16;

    /** Flag of msync: checks that pages are mapped, and does nothing else. */
    private static final long ASYNC = 1;

    private static final long READV = SystemCall.number(310, 270, 351, 340);
    private static final long MSYNC = SystemCall.number(26, 227, 144, 144);

    private LinuxPageProbe() {}

    /**
     * Reads a byte of each page, which makes all of them present, and returns whether every one
     * could be read. Where the system forbids the call (process_vm_readv, on this process itself),
     * it returns whether all are mapped.
     *
     * @param from address of the first page
     * @param to address behind the last one
     * @param page bytes of a page
     */
    static boolean readable(long from, long to, long page) {
        try (Arena arena = Arena.ofConfined()) {
            Call call = new Call(arena, page);
            long most = (MOST_PIECES - 1) * page;
            for (long at = from; at < to; at += most) {
                long pages = (Math.min(to - at, most) + page - 1) / page;
                long read = call.read(at, pages);
                if (read < 0) {
                    return isMapped(from, to);
                }
                if (read < pages) {
                    return false;
                }
            }
            return true;
        }
    }

    /** Returns whether all pages are mapped, by msync, which every system permits. */
    static boolean isMapped(long from, long to) {
        return SystemCall.call(MSYNC, from, to - from, ASYNC, 0) == 0;
    }

    /** Memory of one call's arguments. */
    private static final class Call {
        private final long pid = ProcessHandle.current().pid();
        private final long sink;
        private final long target;
        private final long pieces;
        private final long page;

        Call(Arena arena, long page) {
            this.page = page;
            sink = Memory.allocate(arena, MOST_PIECES, 8);
            target = Memory.allocate(arena, PIECE_BYTES, 8);
            pieces = Memory.allocate(arena, (long) MOST_PIECES * PIECE_BYTES, 8);
        }

        /**
         * Reads a byte of each page, up to the first that cannot be read. The first piece of the
         * call is a byte that can be: so a call that reads nothing was refused as such.
         *
         * @return pages that were read, -1 when the system refuses the call
         */
        long read(long from, long pages) {
            Memory.putLong(target, sink);
            Memory.putLong(target + 8, pages + 1);
            put(0, sink);
            for (long i = 0; i < pages; i++) {
                put(i + 1, from + i * page);
            }
            return SystemCall.call(READV, pid, target, 1, pieces, pages + 1) - 1;
        }

        private void put(long index, long address) {
            Memory.putLong(pieces + index * PIECE_BYTES, address);
            Memory.putLong(pieces + index * PIECE_BYTES + 8, 1);
        }
    }
}
