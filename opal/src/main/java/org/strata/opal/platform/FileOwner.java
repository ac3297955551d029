package org.strata.opal.platform;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.AclEntry;
import java.nio.file.attribute.AclFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.UserPrincipal;
import java.util.Map;

/**
 * A user as the owner of files: by number where the system has POSIX's, else by name. Decides about
 * entries of directories that everybody may write to: on the entry itself, and nothing is opened.
 */
public abstract sealed class FileOwner {
    private static final String USERS = "Uid:";
    private static final int EFFECTIVE = 2;

    /** Returns this process's effective user, who need not have a name. */
    public static FileOwner ofThisProcess() throws IOException {
        if (!FileSystems.getDefault().supportedFileAttributeViews().contains("unix")) {
            return ofName(FileSystems.getDefault());
        }
        Path status = Platform.services().kernelFiles().process("self/status");
        try {
            for (String line : Files.readAllLines(status)) {
                if (line.startsWith(USERS)) {
                    return ofNumber(Integer.parseUnsignedInt(line.split("\\s+")[EFFECTIVE]));
                }
            }
        } catch (IOException e) {
            // The kernel does not tell: a new file does.
            assert e != null;
        }
        return ofNumber(numberOfNewFile());
    }

    private static int numberOfNewFile() throws IOException {
        Path file = Files.createTempFile("strata", null);
        try {
            return (int) Files.getAttribute(file, "unix:uid", LinkOption.NOFOLLOW_LINKS);
        } finally {
            Files.deleteIfExists(file);
        }
    }

    /** Returns the user of a number of POSIX. */
    public static FileOwner ofNumber(int user) {
        return new Numbered(user);
    }

    /** Returns this process's user as a file system knows it that has names of users only. */
    public static FileOwner ofName(FileSystem system) throws IOException {
        return new Named(OwnerOnly.user(system));
    }

    /** Returns a word for the user in names of files: the number, or letters and digits. */
    public abstract String word();

    /** Returns whether an entry is a regular file of this user; a link is never followed. */
    public abstract boolean ownsFile(Path path);

    /**
     * Returns the identity of a directory of this user that nobody else may enter, for comparison
     * with the directory that is opened later; null when the entry is anything else, or a link.
     */
    public abstract Object privateDirectory(Path path);

    /**
     * Returns the identity of a regular file of this user that nobody else may read or write, where
     * a link leads to it, too; null when it is anything else.
     *
     * @throws IOException when there is none
     */
    public abstract Object privateFile(Path path) throws IOException;

    private static final class Numbered extends FileOwner {
        private static final int TYPE = 0170000;
        private static final int REGULAR = 0100000;
        private static final int DIRECTORY = 0040000;
        private static final int PERMISSIONS = 07777;
        private static final int OWNER_ALL = 0700;
        private static final int OTHERS = 077;

        private final int user;

        Numbered(int user) {
            this.user = user;
        }

        private record Attributes(int user, int mode, Object key) {
            static Attributes read(Path path, LinkOption... options) throws IOException {
                Map<String, Object> read =
                        Files.readAttributes(path, "unix:uid,mode,fileKey", options);
                return new Attributes(
                        (int) read.get("uid"), (int) read.get("mode"), read.get("fileKey"));
            }

            /** Returns those of an entry, or null when there is none. */
            static Attributes of(Path path) {
                try {
                    return read(path, LinkOption.NOFOLLOW_LINKS);
                } catch (IOException e) {
                    return null;
                }
            }
        }

        @Override
        public String word() {
            return Integer.toUnsignedString(user);
        }

        @Override
        public boolean ownsFile(Path path) {
            Attributes found = Attributes.of(path);
            return found != null && found.user == user && (found.mode & TYPE) == REGULAR;
        }

        @Override
        public Object privateDirectory(Path path) {
            Attributes found = Attributes.of(path);
            boolean fits =
                    found != null
                            && found.user == user
                            && (found.mode & TYPE) == DIRECTORY
                            && (found.mode & PERMISSIONS) == OWNER_ALL;
            return fits ? found.key : null;
        }

        @Override
        public Object privateFile(Path path) throws IOException {
            Attributes found = Attributes.read(path);
            boolean fits =
                    found.user == user
                            && (found.mode & TYPE) == REGULAR
                            && (found.mode & OTHERS) == 0;
            return fits ? found.key : null;
        }
    }

    /** Where files have no numbers of users: owners by name, and access control lists. */
    private static final class Named extends FileOwner {
        private final UserPrincipal user;

        Named(UserPrincipal user) {
            this.user = user;
        }

        @Override
        public String word() {
            return user.getName().replaceAll("[^A-Za-z0-9]+", "_");
        }

        @Override
        public boolean ownsFile(Path path) {
            try {
                return Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS) && owns(path);
            } catch (IOException e) {
                return false;
            }
        }

        private boolean owns(Path path) throws IOException {
            return Files.getOwner(path, LinkOption.NOFOLLOW_LINKS).equals(user);
        }

        @Override
        public Object privateDirectory(Path path) {
            try {
                boolean fits = Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS);
                return fits && owns(path) && alone(path) ? identity(path) : null;
            } catch (IOException e) {
                return null;
            }
        }

        @Override
        public Object privateFile(Path path) throws IOException {
            Path real = path.toRealPath();
            return ownsFile(real) && alone(real) ? identity(real) : null;
        }

        private boolean alone(Path path) throws IOException {
            AclFileAttributeView view =
                    Files.getFileAttributeView(
                            path, AclFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
            if (view == null) {
                return false;
            }
            return view.getAcl().stream().map(AclEntry::principal).allMatch(user::equals);
        }

        private static Object identity(Path path) throws IOException {
            var attributes =
                    Files.readAttributes(
                            path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            Object key = attributes.fileKey();
            return key == null ? path.toRealPath() : key;
        }
    }
}
