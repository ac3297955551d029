package org.strata.launcher.program;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The files of an installed distribution.
 *
 * @param root the directory that holds {@code lib} and {@code conf}, or null: only the jar is there
 * @param jar the one jar with everything in it
 */
public record Distribution(Path root, Path jar) {
    /** Returns the distribution in a directory. */
    public static Distribution at(Path root) {
        return new Distribution(root, root.resolve("lib").resolve("mpi.jar"));
    }

    /**
     * Returns the distribution of a jar that is installed by itself, such as in a Maven repository:
     * it has neither a site file nor start-up caches.
     */
    public static Distribution ofJar(Path jar) {
        return new Distribution(null, jar);
    }

    /** Returns an AOT cache that exists, or null. */
    Path cache(String name) {
        if (root == null) {
            return null;
        }
        Path cache = root.resolve("lib").resolve(name + ".aot");
        return Files.isReadable(cache) ? cache : null;
    }
}
