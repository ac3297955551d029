package org.strata.launcher.session;

import org.strata.ess.base.JobLock;
import org.strata.ess.base.Ownership;
import org.strata.opal.platform.OwnerOnly;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The directory that holds all sessions of one user: {@code strata.<uid>} below the directory for
 * temporary files, which only this user may enter. When another user occupies the name, each
 * session gets a home of its own, {@code strata.<uid>.<jobid>}.
 */
final class SessionHome {
    /** Name of the lock that says that a session is in use, without its suffix. */
    static final String LOCK = "session";

    private final Path path;
    private final Object key;
    private final boolean shared;

    private SessionHome(Path path, Object key, boolean shared) {
        this.path = path;
        this.key = key;
        this.shared = shared;
    }

    /** Opens the user's home for sessions below a directory; makes it when there is none. */
    static SessionHome open(Path temporary, Ownership ownership, String jobId) throws IOException {
        Path path = temporary.resolve("strata." + ownership.user());
        try {
            OwnerOnly.makeDirectory(path);
        } catch (FileAlreadyExistsException e) {
            // Whose it is decides the check below.
            assert e != null;
        }
        Object key = ownership.privateDirectory(path);
        if (key != null) {
            return new SessionHome(path, key, true);
        }
        Path own = temporary.resolve("strata." + ownership.user() + "." + jobId);
        OwnerOnly.makeDirectory(own);
        Object ownKey = ownership.privateDirectory(own);
        if (ownKey == null) {
            Files.delete(own);
            throw new IOException(temporary + " cannot keep files from other users");
        }
        return new SessionHome(own, ownKey, false);
    }

    /** Makes the directory of a session. */
    Path create(String jobId) throws IOException {
        return create(jobId, "");
    }

    /**
     * Makes the directory of a session.
     *
     * @param suffix added to the name when another node of the job has made the directory, which
     *     happens on hosts that share it; empty if there can be none
     */
    Path create(String jobId, String suffix) throws IOException {
        try {
            return make(path.resolve(jobId));
        } catch (FileAlreadyExistsException e) {
            if (suffix.isEmpty()) {
                throw e;
            }
            return make(path.resolve(jobId + suffix));
        }
    }

    private static Path make(Path session) throws IOException {
        OwnerOnly.makeDirectory(session);
        return session;
    }

    /**
     * Deletes the sessions of earlier boots of this host, and those that nobody holds: {@code
     * /dev/shm} may be another one, as in a container, or an mpirun with another directory for
     * temporary files has removed what a killed one had there. Only directories that nobody else
     * may enter count, and no link is followed. Never throws.
     */
    void sweep(BootRecord boot, Ownership ownership) {
        if (!shared) {
            return;
        }
        List<String> left = new ArrayList<>();
        try (DirectoryStream<Path> sessions = Files.newDirectoryStream(path)) {
            for (Path session : sessions) {
                if (ownership.privateDirectory(session) != null
                        && dead(session, record(session, ownership), boot, ownership)) {
                    left.add(session.getFileName().toString());
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            // A home that another user has replaced is not swept.
            assert e != null;
        }
        left.forEach(this::remove);
    }

    private static boolean dead(Path session, String record, BootRecord boot, Ownership ownership) {
        Path lock = session.resolve(LOCK + JobLock.SUFFIX);
        return boot.earlier(record)
                || (boot.same(record) && ownership.ownsFile(lock) && JobLock.abandoned(lock));
    }

    /** Returns the record of a session; an empty text if there is none, or the session ends. */
    private static String record(Path session, Ownership ownership) {
        Path file = session.resolve(BootRecord.NAME);
        try {
            return ownership.ownsFile(file) ? Files.readString(file) : "";
        } catch (IOException e) {
            return "";
        }
    }

    /** Deletes the directory of a session, if it is there. */
    void remove(String jobId) {
        TreeRemoval.remove(path.getParent(), path.getFileName(), key, jobId);
    }

    /** Deletes this directory when it belongs to one session only. */
    void close() throws IOException {
        if (!shared) {
            Files.deleteIfExists(path);
        }
    }

    /** Returns what the sentinel deletes when mpirun cannot: the session, or its own home. */
    Path outermost(Path session) {
        return shared ? session : path;
    }
}
