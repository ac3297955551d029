package org.strata.launcher.job;

import org.strata.oob.Secrets;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
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
    private static final int SECRET_BYTES = 32;
    private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
    private static final FileAttribute<Set<PosixFilePermission>> OWNER_FILE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    private final String jobId;
    private final Path directory;
    private final byte[] secret;
    private final SharedFiles sharedFiles;
    private final JobLock lock;

    private Session(
            String jobId, Path directory, byte[] secret, SharedFiles sharedFiles, JobLock lock) {
        this.jobId = jobId;
        this.directory = directory;
        this.secret = secret;
        this.sharedFiles = sharedFiles;
        this.lock = lock;
    }

    /**
     * Sweeps what dead jobs left, then makes a new session under a directory for temporary files.
     */
    static Session open(Path temporary) throws IOException {
        byte[] secret = Secrets.random(SECRET_BYTES);
        byte[] nonce = Secrets.random(Integer.BYTES);
        String jobId = ProcessHandle.current().pid() + "-" + HexFormat.of().formatHex(nonce);
        SharedFiles shared = null;
        JobLock lock = null;
        if (Files.isWritable(SHARED_MEMORY)) {
            shared = new SharedFiles(SHARED_MEMORY, Session::alive);
            for (String dead : shared.sweep()) {
                deleteTree(temporary.resolve("strata." + dead));
            }
            lock = lock(jobId);
        }
        Path directory = Files.createDirectory(temporary.resolve("strata." + jobId), OWNER_ONLY);
        return new Session(jobId, directory, secret, shared, lock);
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
        return jobId;
    }

    Path directory() {
        return directory;
    }

    byte[] secret() {
        return secret.clone();
    }

    /** Writes the file that ranks read to join: address, port, secret. */
    Path writeContact(InetSocketAddress server) throws IOException {
        Path file = Files.createFile(directory.resolve("contact"), OWNER_FILE);
        Files.write(
                file,
                List.of(
                        server.getAddress().getHostAddress(),
                        Integer.toString(server.getPort()),
                        HexFormat.of().formatHex(secret)));
        return file;
    }

    @Override
    public void close() throws IOException {
        deleteTree(directory);
        if (sharedFiles != null) {
            sharedFiles.remove(jobId);
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
