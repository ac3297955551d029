package org.strata.launcher.plm;

import java.io.File;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Finds commands as a shell does: on Windows also by the endings of PATHEXT, and in directories of
 * PATH that stand in quotes.
 *
 * @param files where the commands are
 * @param separator what separates the directories of PATH
 * @param endings what a command's file may end with behind the name; the empty text is tried first
 */
record Executables(FileSystem files, String separator, List<String> endings) {
    private static final String WINDOWS = "\\";

    /**
     * Returns a command's file on this host, or null when there is none.
     *
     * @param name the command: a name, or a path
     * @param path value of PATH
     */
    static Path find(String name, String path) {
        FileSystem files = FileSystems.getDefault();
        boolean windows = files.getSeparator().equals(WINDOWS);
        String endings = windows ? System.getenv().getOrDefault("PATHEXT", ".COM;.EXE") : "";
        return new Executables(files, File.pathSeparator, List.of(endings.split(";")))
                .of(name, path);
    }

    /** As {@link #find}. */
    Path of(String name, String path) {
        if (name.isEmpty()) {
            return null;
        }
        Path given = path(name);
        if (given == null || given.getParent() != null || given.isAbsolute()) {
            Path found = given == null ? null : executable(given);
            return found == null ? null : found.toAbsolutePath();
        }
        for (String directory : path.split(separator, -1)) {
            Path parent = path(unquoted(directory));
            Path found = parent == null ? null : executable(parent.resolve(given));
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private String unquoted(String directory) {
        return files.getSeparator().equals(WINDOWS) ? directory.replace("\"", "") : directory;
    }

    /** Returns a path; null for characters that no file's name can have. */
    private Path path(String text) {
        try {
            return files.getPath(text);
        } catch (InvalidPathException e) {
            return null;
        }
    }

    private Path executable(Path file) {
        return Stream.concat(Stream.of(""), endings.stream())
                .map(ending -> file.resolveSibling(file.getFileName() + ending))
                .filter(found -> Files.isRegularFile(found) && Files.isExecutable(found))
                .findFirst()
                .orElse(null);
    }
}
