package org.strata.verbs.ibverbs;

import org.strata.opal.memory.Memory;
import org.strata.opal.time.Clock;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;

/** The few calls of libc that event channels and error texts need. */
final class Libc {
    private static final int EINTR = 4;
    private static final int F_GETFL = 3;
    private static final int F_SETFL = 4;
    private static final int O_NONBLOCK = 04000;
    private static final short POLLIN = 1;
    private static final int POLLFD_EVENTS = 4;

    private Libc() {}

    private static final class Functions {
        private static final MemorySegment POLL = Native.libc("poll");
        private static final MemorySegment FCNTL = Native.libc("fcntl");
        private static final MemorySegment CREAT = Native.libc("creat");
        private static final MemorySegment CLOSE = Native.libc("close");
        private static final MemorySegment UNLINK = Native.libc("unlink");
        private static final MemorySegment STRERROR = Native.libc("strerror");
    }

    /** Makes reads of a descriptor non-blocking. */
    static void nonBlocking(int fd) {
        int flags = Native.number(Functions.FCNTL, fd, F_GETFL);
        Native.number(Functions.FCNTL, fd, F_SETFL, flags | O_NONBLOCK);
    }

    /** Waits until a descriptor is readable; returns whether it is. */
    static boolean readable(int fd, long timeoutNanos, Clock clock) {
        long end = clock.nanoTime() + timeoutNanos;
        try (Arena arena = Arena.ofConfined()) {
            long pollfd = Memory.allocate(arena, 8, 8);
            Memory.putInt(pollfd, fd);
            Memory.putShort(pollfd + POLLFD_EVENTS, POLLIN);
            long left = timeoutNanos;
            while (true) {
                long millis = Math.clamp((left + 999_999) / 1_000_000, 0, Integer.MAX_VALUE);
                int ready = Native.number(Functions.POLL, pollfd, 1, millis);
                if (ready != -EINTR) {
                    return ready > 0;
                }
                left = Math.max(0, end - clock.nanoTime());
            }
        }
    }

    /**
     * Creates an empty file, mode 0600, or opens an existing one; returns a descriptor, or -errno.
     */
    static int createFile(String path) {
        try (Arena arena = Arena.ofConfined()) {
            return Native.number(Functions.CREAT, arena.allocateFrom(path).address(), 0600);
        }
    }

    static void closeFile(int fd) {
        Native.number(Functions.CLOSE, fd);
    }

    /** Removes a file, if it exists. */
    static void removeFile(String path) {
        try (Arena arena = Arena.ofConfined()) {
            Native.number(Functions.UNLINK, arena.allocateFrom(path).address());
        }
    }

    /** Returns an errno in words: {@code "Cannot allocate memory"}. */
    static String text(int errno) {
        return string(Native.pointer(Functions.STRERROR, errno), 256);
    }

    /** Reads a C string of at most so many bytes. */
    static String string(long address, int maxBytes) {
        int length = 0;
        while (length < maxBytes && Memory.getByte(address + length) != 0) {
            length++;
        }
        byte[] bytes = new byte[length];
        Memory.copyIn(address, bytes, 0, length);
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
