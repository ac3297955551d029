package org.strata.ess.base;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * Says for as long as its owner lives that a job's shared files are in use. The lock is the
 * kernel's: it ends with the process, however that ends, and holds across containers that share
 * {@code /dev/shm}.
 */
public final class JobLock implements AutoCloseable {
    /** Ends the name of a lock file. */
    public static final String SUFFIX = ".lock";

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
                        PosixFilePermissions.asFileAttribute(
                                PosixFilePermissions.fromString("rw-------")));
        try {
            channel.lock();
            Files.move(unborn, file, StandardCopyOption.ATOMIC_MOVE);
            return new JobLock(file, channel);
        } catch (IOException e) {
            Files.deleteIfExists(unborn);
            channel.close();
            throw e;
        }
    }

    /** Returns whether no process holds a lock file of this user: its job is dead. */
    public static boolean abandoned(Path file) {
        try (FileChannel channel =
                        FileChannel.open(
                                file, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
                FileLock lock = channel.tryLock()) {
            return lock != null;
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public void close() throws IOException {
        Files.deleteIfExists(file);
        channel.close();
    }
}
