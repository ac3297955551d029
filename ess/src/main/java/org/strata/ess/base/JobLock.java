package org.strata.ess.base;

import org.strata.opal.platform.OwnerOnly;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Says for as long as its owner lives that a job's shared files are in use. The lock is the
 * kernel's: it ends with the process, however that ends, and holds across containers that share
 * {@code /dev/shm}.
 */
public final class JobLock implements AutoCloseable {
    /** Ends the name of a lock file. */
    public static final String SUFFIX = ".lock";

    /**
     * Locks of this process. To open and close such a file would end its lock: the kernel's locks
     * are the process's, whichever descriptor is closed.
     */
    private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

    private final Path file;
    private final FileChannel channel;

    private JobLock(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /**
     * Creates a job's lock file and locks it. The file gets its name once it is locked, so that no
     * sweeper sees it unlocked.
     */
    public static JobLock take(Path directory, String prefix) throws IOException {
        Path file = directory.resolve(prefix + SUFFIX);
        Path unborn = directory.resolve("." + prefix + SUFFIX);
        FileChannel channel =
                FileChannel.open(
                        unborn,
                        Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                        OwnerOnly.file(unborn));
        try {
            channel.lock();
            HELD.add(file);
            Files.move(unborn, file, StandardCopyOption.ATOMIC_MOVE);
            return new JobLock(file, channel);
        } catch (IOException e) {
            HELD.remove(file);
            Files.deleteIfExists(unborn);
            channel.close();
            throw e;
        }
    }

    /** Returns whether no process holds a lock file of this user: its job is dead. */
    public static boolean abandoned(Path file) {
        if (HELD.contains(file)) {
            return false;
        }
        try (FileChannel channel =
                        FileChannel.open(
                                file, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
                FileLock lock = channel.tryLock()) {
            return lock != null;
        } catch (IOException | OverlappingFileLockException e) {
            // The latter: another class loader of this process holds it.
            return false;
        }
    }

    @Override
    public void close() throws IOException {
        Files.deleteIfExists(file);
        channel.close();
        HELD.remove(file);
    }
}
