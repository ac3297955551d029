package org.strata.launcher.job;

import org.strata.ess.base.JobIdentity;
import org.strata.ess.own.JobContact;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A job's identity and its files: a directory that only its owner can read, with the address of the
 * control server and the job's secret, and the lock over its shared memory. Removed when the job
 * ends; what a killed mpirun leaves is removed by its {@link Sentinel}, at the latest by the next
 * mpirun.
 */
final class Session implements AutoCloseable {
    private static final Path SHARED_MEMORY = Path.of("/dev/shm");
    private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

    private final JobIdentity identity;
    private final Path directory;
    private final SharedFiles sharedFiles;
    private final JobLock lock;

    private Session(JobIdentity identity, Path directory, SharedFiles sharedFiles, JobLock lock) {
        this.identity = identity;
        this.directory = directory;
        this.sharedFiles = sharedFiles;
        this.lock = lock;
    }

    /**
     * Sweeps what dead jobs left, then makes a new session under a directory for temporary files.
     */
    static Session open(Path temporary) throws IOException {
        JobIdentity identity = JobIdentity.create();
        SharedFiles shared = null;
        JobLock lock = null;
        if (Files.isWritable(SHARED_MEMORY)) {
            shared = new SharedFiles(SHARED_MEMORY, Session::alive);
            for (String dead : shared.sweep()) {
                deleteTree(temporary.resolve("strata." + dead));
            }
            lock = lock(identity.jobId());
        }
        Path directory =
                Files.createDirectory(temporary.resolve("strata." + identity.jobId()), OWNER_ONLY);
        return new Session(identity, directory, shared, lock);
    }

    /** A full /dev/shm does not keep jobs over other transports from running. */
    private static JobLock lock(String jobId) {
        try {
            return JobLock.take(SHARED_MEMORY, "strata." + jobId);
        } catch (IOException e) {
            return null;
        }
    }

    private static boolean alive(long pid) {
        return ProcessHandle.of(pid).isPresent();
    }

    String jobId() {
        return identity.jobId();
    }

    Path directory() {
        return directory;
    }

    byte[] secret() {
        return identity.secret();
    }

    /** Writes the file that ranks read to join. */
    Path writeContact(InetSocketAddress server) throws IOException {
        Path file = directory.resolve("contact");
        new JobContact(server, identity.secret()).write(file);
        return file;
    }

    @Override
    public void close() throws IOException {
        deleteTree(directory);
        if (sharedFiles != null) {
            sharedFiles.remove(identity.jobId());
        }
        if (lock != null) {
            lock.close();
        }
    }

    private static void deleteTree(Path root) throws IOException {
        if (!Files.isDirectory(root)) {
            return;
        }
        try (Stream<Path> tree = Files.walk(root)) {
            for (Path path : tree.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        }
    }
}
