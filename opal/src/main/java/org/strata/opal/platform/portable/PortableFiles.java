package org.strata.opal.platform.portable;

import org.strata.opal.memory.Memory;
import org.strata.opal.platform.FileCalls;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousFileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.NonReadableChannelException;
import java.nio.channels.NonWritableChannelException;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Files by the JDK's asynchronous channels: another thread makes the calls, so that an interrupt of
 * the caller does not close the file, as it does with FileChannel. Descriptors are numbers of a
 * table here. A lock holds against other processes and other open files of this one; as with all
 * locks of POSIX, another descriptor of this process for the same file ends it when that is closed.
 */
final class PortableFiles implements FileCalls {
    private static final int ACCESS = 3;
    private static final int TYPE = 0170000;
    private static final int PIPE = 0010000;
    private static final int SOCKET = 0140000;

    /** Most bytes of one transfer: of a ByteBuffer, rounded down. */
    private static final long MOST = 1 << 30;

    private static final long ZEROS = 1 << 20;
    private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private static final Map<Integer, Open> FILES = new ConcurrentHashMap<>();

    /** Pairs with PortableFiles.open on other threads: no number is given twice. */
    private static final AtomicInteger NEXT = new AtomicInteger(1);

    private static final RangeLocks LOCKS = new RangeLocks();

    private record Open(Path path, Object key, AsynchronousFileChannel channel) {}

    /** What is done with an open file. */
    private interface Action {
        long run(Open file) throws IOException;
    }

    private static long act(int fd, Action action) {
        Open file = FILES.get(fd);
        if (file == null) {
            return -PortableErrno.EBADF;
        }
        try {
            return action.run(file);
        } catch (NonReadableChannelException | NonWritableChannelException e) {
            return -PortableErrno.EBADF;
        } catch (IllegalArgumentException e) {
            return -PortableErrno.EINVAL;
        } catch (IOException e) {
            return FileFailures.of(e, file.path);
        }
    }

    @Override
    public int open(String name, int flags) {
        Path path;
        try {
            path = Path.of(name);
        } catch (InvalidPathException e) {
            return -PortableErrno.EINVAL;
        }
        try {
            if (Files.isDirectory(path)) {
                return -PortableErrno.EISDIR;
            }
            if (isStream(path)) {
                return -PortableErrno.ESPIPE;
            }
            AsynchronousFileChannel channel =
                    AsynchronousFileChannel.open(path, options(flags), null);
            int fd = NEXT.getAndIncrement();
            FILES.put(fd, new Open(path, key(path), channel));
            return fd;
        } catch (IOException e) {
            return FileFailures.of(e, path);
        }
    }

    private static Set<OpenOption> options(int flags) {
        EnumSet<StandardOpenOption> options = EnumSet.noneOf(StandardOpenOption.class);
        int access = flags & ACCESS;
        if (access != O_WRONLY) {
            options.add(StandardOpenOption.READ);
        }
        if (access != O_RDONLY) {
            options.add(StandardOpenOption.WRITE);
        }
        if ((flags & O_CREAT) != 0) {
            boolean alone = (flags & O_EXCL) != 0;
            options.add(alone ? StandardOpenOption.CREATE_NEW : StandardOpenOption.CREATE);
        }
        return Set.copyOf(options);
    }

    /** Returns whether there is a pipe or a socket, which would wait for a partner. */
    private static boolean isStream(Path path) throws IOException {
        if (!Files.exists(path)
                || !path.getFileSystem().supportedFileAttributeViews().contains("unix")) {
            return false;
        }
        int type = (int) Files.getAttribute(path, "unix:mode") & TYPE;
        return type == PIPE || type == SOCKET;
    }

    private static Object key(Path path) throws IOException {
        Object key = Files.readAttributes(path, BasicFileAttributes.class).fileKey();
        return key == null ? path.toRealPath() : key;
    }

    @Override
    public int unlink(String name) {
        Path path;
        try {
            path = Path.of(name);
        } catch (InvalidPathException e) {
            return -PortableErrno.EINVAL;
        }
        if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
            return -PortableErrno.EISDIR;
        }
        try {
            Files.delete(path);
            return 0;
        } catch (IOException e) {
            return FileFailures.of(e, path);
        }
    }

    @Override
    public int close(int fd) {
        int rc =
                (int)
                        act(
                                fd,
                                file -> {
                                    file.channel.close();
                                    return 0;
                                });
        FILES.remove(fd);
        LOCKS.forget(fd);
        return rc;
    }

    @Override
    public long read(int fd, long address, long length, long offset) {
        return act(
                fd,
                file -> {
                    if (length == 0) {
                        return 0;
                    }
                    int got = await(file.channel.read(bytes(address, length), offset));
                    return Math.max(0, got);
                });
    }

    @Override
    public long write(int fd, long address, long length, long offset) {
        return act(fd, file -> await(file.channel.write(bytes(address, length), offset)));
    }

    private static ByteBuffer bytes(long address, long length) {
        return Memory.all().asSlice(address, Math.min(length, MOST)).asByteBuffer();
    }

    /** Waits to the end, even when interrupted; then restores the interrupt for the caller. */
    private static <T> T await(Future<T> result) throws IOException {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return result.get();
                } catch (InterruptedException e) {
                    interrupted = true;
                } catch (ExecutionException e) {
                    throw e.getCause() instanceof IOException io
                            ? io
                            : new IOException(e.getCause());
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public int sync(int fd) {
        return (int)
                act(
                        fd,
                        file -> {
                            file.channel.force(true);
                            return 0;
                        });
    }

    @Override
    public long length(int fd) {
        return act(fd, file -> file.channel.size());
    }

    /** A longer file gets its last byte. */
    @Override
    public int truncate(int fd, long length) {
        return (int)
                act(
                        fd,
                        file -> {
                            if (length > file.channel.size()) {
                                await(file.channel.write(ByteBuffer.allocate(1), length - 1));
                            } else {
                                file.channel.truncate(length);
                            }
                            return 0;
                        });
    }

    /** Writes zeros behind the end; holes before it stay, since others may write there. */
    @Override
    public int allocate(int fd, long length) {
        return (int)
                act(
                        fd,
                        file -> {
                            long at = file.channel.size();
                            try (Arena arena = Arena.ofShared()) {
                                ByteBuffer zeros = arena.allocate(ZEROS).asByteBuffer();
                                while (at < length) {
                                    zeros.clear().limit((int) Math.min(ZEROS, length - at));
                                    at += await(file.channel.write(zeros, at));
                                }
                            }
                            return 0;
                        });
    }

    @Override
    public int lock(int fd, Lock kind, long offset, long length) {
        return (int)
                act(
                        fd,
                        file -> {
                            if (kind == Lock.NONE) {
                                LOCKS.release(fd, offset, length);
                                return 0;
                            }
                            boolean shared = kind == Lock.SHARED;
                            LOCKS.take(
                                    file.key,
                                    fd,
                                    offset,
                                    length,
                                    () -> taken(file, offset, length, shared));
                            return 0;
                        });
    }

    /**
     * The JDK refuses what another channel of this process holds, such as one of the program's own,
     * and does not tell when that is released.
     */
    private static FileLock taken(Open file, long offset, long length, boolean shared)
            throws IOException {
        while (true) {
            try {
                return await(file.channel.lock(offset, length, shared));
            } catch (OverlappingFileLockException _) {
                LockSupport.parkNanos(RETRY_NANOS);
            }
        }
    }

    @Override
    public String text(int errno) {
        return FileFailures.text(errno);
    }
}
