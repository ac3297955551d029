package org.strata.launcher.session;

import org.strata.ess.base.JobIdentity;
import org.strata.ess.base.JobLock;
import org.strata.ess.base.Ownership;
import org.strata.ess.base.SharedFiles;
import org.strata.ess.own.JobContact;
import org.strata.launcher.io.Shortages;
import org.strata.opal.sys.HostFiles;

import java.io.IOException;
import java.net.SocketAddress;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/**
 * A job's identity and its files: a directory that only its owner can read, with the control
 * server's socket, its address and the job's secret, and the lock over its shared memory. Removed
 * when the job ends; what a killed mpirun leaves is removed by its {@link Sentinel}, at the latest
 * by the next mpirun of the same user.
 */
public final class Session implements AutoCloseable {
    /**
     * Longest path of a directory for temporary files: the kernel limits the path of a socket to
     * 107 bytes, and that of a session adds up to 57.
     */
    public static final int LONGEST_PARENT = 50;

    private static final Path SHARED_MEMORY = HostFiles.sharedMemory();

    private final JobIdentity identity;
    private final SessionHome home;
    private final Path directory;
    private final SharedFiles sharedFiles;
    private final JobLock lock;
    private final JobLock sessionLock;
    private final SpareDescriptors spares;

    private Session(
            JobIdentity identity,
            SessionHome home,
            Path directory,
            SharedFiles sharedFiles,
            JobLock lock,
            JobLock sessionLock,
            SpareDescriptors spares) {
        this.identity = identity;
        this.home = home;
        this.directory = directory;
        this.sharedFiles = sharedFiles;
        this.lock = lock;
        this.sessionLock = sessionLock;
        this.spares = spares;
    }

    /**
     * Sweeps what this user's dead jobs left, then makes a new session under a directory for
     * temporary files.
     *
     * @param secret the secret that the job must have, or null to make one
     */
    public static Session open(Path temporary, byte[] secret) throws IOException {
        JobIdentity identity = secret == null ? JobIdentity.create() : JobIdentity.create(secret);
        return open(temporary, identity, "");
    }

    private static Session open(Path temporary, JobIdentity identity, String suffix)
            throws IOException {
        try {
            return make(temporary, identity, suffix);
        } catch (IOException e) {
            throw Shortages.at(temporary.toString(), e);
        }
    }

    private static Session make(Path temporary, JobIdentity identity, String suffix)
            throws IOException {
        SpareDescriptors spares = SpareDescriptors.hold(temporary);
        try {
            return make(temporary, identity, suffix, spares);
        } catch (IOException e) {
            spares.release();
            throw e;
        }
    }

    private static Session make(
            Path temporary, JobIdentity identity, String suffix, SpareDescriptors spares)
            throws IOException {
        Ownership ownership = Ownership.ofThisProcess();
        SessionHome home = SessionHome.open(temporary, ownership, identity.jobId());
        SharedFiles shared = null;
        JobLock lock = null;
        if (Files.isWritable(SHARED_MEMORY)) {
            shared = new SharedFiles(SHARED_MEMORY, ownership, Session::alive);
            shared.sweep().forEach(home::remove);
            lock = lock(SHARED_MEMORY, "strata." + identity.jobId());
        }
        BootRecord boot = BootRecord.current();
        if (boot != null) {
            home.sweep(boot, ownership);
        }
        Path directory = null;
        JobLock sessionLock = null;
        try {
            directory = home.create(identity.jobId(), suffix);
            if (boot != null) {
                sessionLock = lock(directory, SessionHome.LOCK);
                boot.write(directory);
            }
            return new Session(identity, home, directory, shared, lock, sessionLock, spares);
        } catch (IOException e) {
            spares.release();
            abandon(home, directory, lock, sessionLock);
            throw Shortages.at((directory == null ? temporary : directory).toString(), e);
        }
    }

    /** Removes what there is of a session that cannot be made. */
    private static void abandon(SessionHome home, Path directory, JobLock lock, JobLock sessionLock)
            throws IOException {
        // First, since the removal needs descriptors and there may be none left.
        close(sessionLock);
        close(lock);
        if (directory != null) {
            home.remove(directory.getFileName().toString());
        }
        home.close();
    }

    private static void close(JobLock lock) throws IOException {
        if (lock != null) {
            lock.close();
        }
    }

    /**
     * Makes the session of a job of mpirun's on another host.
     *
     * @param node number of the host, for the case that two nodes share a file system
     */
    public static Session join(Path temporary, String jobId, byte[] secret, int node)
            throws IOException {
        return open(temporary, JobIdentity.of(jobId, secret), "." + node);
    }

    /**
     * A full /dev/shm does not keep jobs over other transports from running, nor does a file system
     * without locks.
     */
    private static JobLock lock(Path directory, String name) {
        try {
            return JobLock.take(directory, name);
        } catch (IOException e) {
            return null;
        }
    }

    private static boolean alive(long pid) {
        return ProcessHandle.of(pid).isPresent();
    }

    /** Returns the job's name. */
    public String jobId() {
        return identity.jobId();
    }

    /** Returns the directory with the job's files. */
    public Path directory() {
        return directory;
    }

    /** Returns the directory to delete when mpirun is killed. */
    public Path outermost() {
        return home.outermost(directory);
    }

    public byte[] secret() {
        return identity.secret();
    }

    /** Returns the path of the control server's socket. */
    public Path socket() {
        return directory.resolve("oob");
    }

    /** Writes the file that ranks read to join. */
    public Path writeContact(SocketAddress server) throws IOException {
        Path file = directory.resolve("contact");
        try {
            new JobContact(server, identity.secret()).write(file);
        } catch (IOException e) {
            throw Shortages.at(file.toString(), e);
        }
        return file;
    }

    /** Deletes the session's files. */
    @Override
    public void close() throws IOException {
        spares.release();
        close(sessionLock);
        home.remove(directory.getFileName().toString());
        if (sharedFiles != null) {
            sharedFiles.remove(identity.jobId());
        }
        close(lock);
        if (Files.exists(directory, LinkOption.NOFOLLOW_LINKS)) {
            // Other threads of a job that ends for want of descriptors had taken the spare ones.
            home.remove(directory.getFileName().toString());
        }
        home.close();
    }
}
