package org.strata.launcher.session;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;

/**
 * Deletes directory trees relative to open directories. No link is followed, so that a directory
 * that is replaced by a link while the tree is deleted leads nowhere. What cannot be deleted stays.
 */
final class TreeRemoval {
    /** Sessions are flat; programs may put directories of their own into them. */
    private static final int DEPTH = 16;

    private TreeRemoval() {}

    /**
     * Deletes a directory and everything in it.
     *
     * @param grandparent where the parent is opened
     * @param parent name of the directory that holds the one to delete
     * @param key identity that the parent must have
     * @param name the directory to delete
     */
    static void remove(Path grandparent, Path parent, Object key, String name) {
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(grandparent)) {
            if (stream instanceof SecureDirectoryStream<Path> top) {
                try (SecureDirectoryStream<Path> holder =
                        top.newDirectoryStream(parent, LinkOption.NOFOLLOW_LINKS)) {
                    Object found =
                            holder.getFileAttributeView(BasicFileAttributeView.class)
                                    .readAttributes()
                                    .fileKey();
                    if (key.equals(found)) {
                        removeTree(holder, Path.of(name), DEPTH);
                    }
                }
            } else {
                Path holder = grandparent.resolve(parent);
                if (key.equals(identity(holder))) {
                    removePlainly(holder.resolve(name), DEPTH);
                }
            }
        } catch (IOException e) {
            // The directory has gone meanwhile, or another job deletes it at the same time.
            assert e != null;
        }
    }

    /** As FileOwner tells directories apart: by the file system's key, else by the real path. */
    private static Object identity(Path directory) throws IOException {
        var read =
                Files.readAttributes(
                        directory, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        if (!read.isDirectory()) {
            return null;
        }
        return read.fileKey() == null ? directory.toRealPath() : read.fileKey();
    }

    /** Where directories cannot be held open (Windows); others may not enter this one either. */
    private static void removePlainly(Path tree, int depth) throws IOException {
        if (Files.isDirectory(tree, LinkOption.NOFOLLOW_LINKS) && depth > 0) {
            try (DirectoryStream<Path> entries = Files.newDirectoryStream(tree)) {
                for (Path entry : entries) {
                    removePlainly(entry, depth - 1);
                }
            }
        }
        Files.deleteIfExists(tree);
    }

    private static void removeTree(SecureDirectoryStream<Path> parent, Path name, int depth)
            throws IOException {
        try (SecureDirectoryStream<Path> tree =
                parent.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS)) {
            for (Path entry : tree) {
                removeEntry(tree, entry.getFileName(), depth);
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        parent.deleteDirectory(name);
    }

    private static void removeEntry(SecureDirectoryStream<Path> tree, Path name, int depth) {
        try {
            boolean directory =
                    tree.getFileAttributeView(
                                    name, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                            .readAttributes()
                            .isDirectory();
            if (!directory) {
                tree.deleteFile(name);
            } else if (depth > 0) {
                removeTree(tree, name, depth - 1);
            }
        } catch (IOException e) {
            // Gone, or replaced meanwhile: the others are deleted all the same.
            assert e != null;
        }
    }
}
