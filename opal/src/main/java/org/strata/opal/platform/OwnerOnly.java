package org.strata.opal.platform;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.AclEntry;
import java.nio.file.attribute.AclEntryPermission;
import java.nio.file.attribute.AclEntryType;
import java.nio.file.attribute.AclFileAttributeView;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Attributes of files and directories that only their owner may use, from the moment they exist: as
 * permissions where the file system has them, else as an access control list of one entry. A file
 * system with neither protects nothing, and gets no attribute.
 */
public final class OwnerOnly {
    private static final FileAttribute<?>[] FILE =
            posix(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
    private static final FileAttribute<?>[] DIRECTORY =
            posix(
                    PosixFilePermission.OWNER_READ,
                    PosixFilePermission.OWNER_WRITE,
                    PosixFilePermission.OWNER_EXECUTE);

    private OwnerOnly() {}

    private static FileAttribute<?>[] posix(PosixFilePermission... permissions) {
        return new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(Set.of(permissions))};
    }

    /** Returns the attributes of a new file; reading and writing are for its owner. */
    public static FileAttribute<?>[] file(Path file) throws IOException {
        return of(file.getFileSystem(), FILE);
    }

    /** Returns the attributes of a new directory, which only its owner may enter. */
    public static FileAttribute<?>[] directory(Path directory) throws IOException {
        return of(directory.getFileSystem(), DIRECTORY);
    }

    /**
     * Makes a directory that only its owner may enter. Where a file system takes no attributes with
     * a creation, the directory gets its list at once behind it: who uses it in a place where
     * others may write has to look at it afterwards.
     *
     * @throws java.nio.file.FileAlreadyExistsException when there is something of that name
     */
    public static void makeDirectory(Path directory) throws IOException {
        try {
            Files.createDirectory(directory, directory(directory));
        } catch (UnsupportedOperationException e) {
            Files.createDirectory(directory);
            var view = Files.getFileAttributeView(directory, AclFileAttributeView.class);
            if (view != null) {
                view.setAcl(List.of(entry(user(directory.getFileSystem()))));
            }
        }
    }

    private static FileAttribute<?>[] of(FileSystem system, FileAttribute<?>[] permissions)
            throws IOException {
        Set<String> views = system.supportedFileAttributeViews();
        if (views.contains("posix")) {
            return permissions;
        }
        return views.contains("acl")
                ? new FileAttribute<?>[] {new OneEntry(List.of(entry(user(system))))}
                : new FileAttribute<?>[0];
    }

    /** Returns the user of this process as a file system knows it. */
    static UserPrincipal user(FileSystem system) throws IOException {
        return system.getUserPrincipalLookupService()
                .lookupPrincipalByName(System.getProperty("user.name"));
    }

    private static AclEntry entry(UserPrincipal owner) {
        return AclEntry.newBuilder()
                .setType(AclEntryType.ALLOW)
                .setPrincipal(owner)
                .setPermissions(EnumSet.allOf(AclEntryPermission.class))
                .build();
    }

    /** The access control list of a new file. */
    private record OneEntry(List<AclEntry> value) implements FileAttribute<List<AclEntry>> {
        @Override
        public String name() {
            return "acl:acl";
        }
    }
}
