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
    private static final int O_CLOEXEC = 02000000;
    private static final int POLLFD = 8;
    private static final int POLLFD_RETURNED = 6;
    private static final short POLLIN = 1;
    private static final int POLLFD_EVENTS = 4;

    private Libc() {}

    private static final class Functions {
        private static final MemorySegment POLL = Native.libc("poll");
        private static final MemorySegment FCNTL = Native.libc("fcntl");
        private static final MemorySegment EVENTFD = Native.libc("eventfd");
        private static final MemorySegment READ = Native.libc("read");
        private static final MemorySegment WRITE = Native.libc("write");
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

    /** Creates an eventfd; returns a descriptor, or -errno: then {@link #signal} wakes nobody. */
    static int eventFd() {
        return Native.number(Functions.EVENTFD, 0, O_NONBLOCK | O_CLOEXEC);
    }

    /** Makes an eventfd readable. */
    static void signal(int eventFd) {
        try (Arena arena = Arena.ofConfined()) {
            long one = Memory.allocate(arena, Long.BYTES, 8);
            Memory.putLong(one, 1);
            Native.number(Functions.WRITE, eventFd, one, Long.BYTES);
        }
    }

    /** Makes an eventfd unreadable; returns whether it was readable. */
    static boolean drain(int eventFd) {
        try (Arena arena = Arena.ofConfined()) {
            long count = Memory.allocate(arena, Long.BYTES, 8);
            return Native.number(Functions.READ, eventFd, count, Long.BYTES) > 0;
        }
    }

    /** Waits until a descriptor is readable; returns whether it is. */
    static boolean readable(int fd, long timeoutNanos, Clock clock) {
        return readable(fd, -1, timeoutNanos, clock);
    }

    /**
     * Waits until one of two descriptors is readable; returns whether the first is.
     *
     * @param other ends the wait too; negative for none
     */
    static boolean readable(int fd, int other, long timeoutNanos, Clock clock) {
        long end = clock.nanoTime() + timeoutNanos;
        try (Arena arena = Arena.ofConfined()) {
            long pollfds = Memory.allocate(arena, 2 * POLLFD, 8);
            Memory.putInt(pollfds, fd);
            Memory.putShort(pollfds + POLLFD_EVENTS, POLLIN);
            // The kernel ignores a negative descriptor.
            Memory.putInt(pollfds + POLLFD, other);
            Memory.putShort(pollfds + POLLFD + POLLFD_EVENTS, POLLIN);
            long left = timeoutNanos;
            while (true) {
                long millis = Math.clamp((left + 999_999) / 1_000_000, 0, Integer.MAX_VALUE);
                int ready = Native.number(Functions.POLL, pollfds, 2, millis);
                if (ready != -EINTR) {
                    return ready > 0 && Memory.getShort(pollfds + POLLFD_RETURNED) != 0;
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
