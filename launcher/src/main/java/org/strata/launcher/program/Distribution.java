package org.strata.launcher.program;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The files of an installed distribution.
 *
 * @param root the directory that holds {@code lib} and {@code conf}
 * @param jar the one jar with everything in it
 */
public record Distribution(Path root, Path jar) {
    /** Returns the distribution in a directory. */
    public static Distribution at(Path root) {
        return new Distribution(root, root.resolve("lib").resolve("mpi.jar"));
    }

    /** Returns an AOT cache that exists, or null. */
    Path cache(String name) {
        Path cache = root.resolve("lib").resolve(name + ".aot");
        return Files.isReadable(cache) ? cache : null;
    }
}
