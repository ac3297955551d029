package org.strata.launcher.job;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Map;

/**
 * Decides which entries of a directory that everybody may write to belong to this user. Every
 * decision is made on the entry itself: a link is never followed, and nothing is opened.
 */
public final class Ownership {
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final String USERS = "Uid:";
    private static final int EFFECTIVE = 2;

    private static final int TYPE = 0170000;
    private static final int REGULAR = 0100000;
    private static final int DIRECTORY = 0040000;
    private static final int PERMISSIONS = 07777;
    private static final int OWNER_ALL = 0700;

    private final int user;

    /**
     * @param user number of the user
     */
    Ownership(int user) {
        this.user = user;
    }

    /** Returns the ownership of this process's effective user, who need not have a name. */
    public static Ownership ofThisProcess() throws IOException {
        for (String line : Files.readAllLines(STATUS)) {
            if (line.startsWith(USERS)) {
                return new Ownership(Integer.parseUnsignedInt(line.split("\\s+")[EFFECTIVE]));
            }
        }
        throw new IOException(STATUS + " names no user");
    }

    /** Returns the number of the user. */
    public String user() {
        return Integer.toUnsignedString(user);
    }

    /** Returns whether the entry is a regular file of this user. */
    boolean ownsFile(Path path) {
        Attributes found = Attributes.of(path);
        return found != null && found.user == user && (found.mode & TYPE) == REGULAR;
    }

    /**
     * Returns the identity of a directory of this user that nobody else may enter, for comparison
     * with the directory that is opened later; null when the entry is anything else.
     */
    Object privateDirectory(Path path) {
        Attributes found = Attributes.of(path);
        boolean fits =
                found != null
                        && found.user == user
                        && (found.mode & TYPE) == DIRECTORY
                        && (found.mode & PERMISSIONS) == OWNER_ALL;
        return fits ? found.key : null;
    }

    private record Attributes(int user, int mode, Object key) {
        /** Returns those of an entry, or null when there is none. */
        static Attributes of(Path path) {
            try {
                Map<String, Object> read =
                        Files.readAttributes(
                                path, "unix:uid,mode,fileKey", LinkOption.NOFOLLOW_LINKS);
                return new Attributes(
                        (int) read.get("uid"), (int) read.get("mode"), read.get("fileKey"));
            } catch (IOException e) {
                return null;
            }
        }
    }
}
