package org.strata.launcher.plm;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;

/** Finds commands as a shell does. */
final class Executables {
    private Executables() {}

    /**
     * Returns a command's file, or null when there is none.
     *
     * @param name the command: a name, or a path
     * @param path value of PATH
     */
    static Path find(String name, String path) {
        if (name.indexOf('/') >= 0) {
            return executable(Path.of(name)) ? Path.of(name).toAbsolutePath() : null;
        }
        for (String directory : path.split(File.pathSeparator, -1)) {
            Path candidate = Path.of(directory).resolve(name);
            if (!name.isEmpty() && executable(candidate)) {
                return candidate;
            }
        }
        return null;
    }

    private static boolean executable(Path file) {
        return Files.isRegularFile(file) && Files.isExecutable(file);
    }
}
