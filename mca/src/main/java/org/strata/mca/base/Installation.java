package org.strata.mca.base;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Set;

/**
 * Finds the directory of this distribution. The commands pass it as a system property; without the
 * property the class path decides. The code source of a class is never used: for a class from a
 * start-up cache the JVM reports the path where the cache was trained, which another user may own.
 */
public final class Installation {
    /** The system property in which {@code mpirun} and {@code mpi_info} pass their distribution. */
    public static final String PROPERTY = "strata.home";

    /** The system property in which {@code mpirun} passes the directory of the start-up caches. */
    public static final String CACHES = "strata.caches";

    private static final String LIB = "lib";

    /** The jars that programs and commands run from: each has all of Strata, or leads to it. */
    private static final Set<Path> JARS =
            Set.of(Path.of(LIB, "mpi.jar"), Path.of(LIB, "mpj.jar"), Path.of(LIB, "starter.jar"));

    private Installation() {}

    /** Returns the directory that holds {@code lib/mpi.jar}, or null when there is none. */
    public static Path home() {
        return home(System.getProperty(PROPERTY, ""), System.getProperty("java.class.path", ""));
    }

    /**
     * Returns the directory of the start-up caches that fit this JDK, or null when the command did
     * not say: then they are in {@code lib}.
     */
    public static Path caches() {
        String named = System.getProperty(CACHES, "");
        return named.isBlank() ? null : Path.of(named);
    }

    /** As {@link #home()}, with the values of the two properties. */
    static Path home(String named, String classPath) {
        if (!named.isBlank()) {
            return Path.of(named).toAbsolutePath().normalize();
        }
        for (String entry : classPath.split(File.pathSeparator, -1)) {
            Path jar = path(entry);
            if (jar != null && JARS.stream().anyMatch(jar::endsWith) && Files.isRegularFile(jar)) {
                return jar.getParent().getParent();
            }
        }
        return null;
    }

    /**
     * Returns the jar that the launcher runs from when it is not installed in a directory of its
     * own: the first entry of the class path, or null when that is no file.
     */
    public static Path jar() {
        return jar(System.getProperty("java.class.path", ""));
    }

    /** As {@link #jar()}, with the value of the property. */
    static Path jar(String classPath) {
        Path jar = path(classPath.split(File.pathSeparator, -1)[0]);
        return jar != null && Files.isRegularFile(jar) ? jar : null;
    }

    private static Path path(String entry) {
        try {
            return Path.of(entry).toAbsolutePath();
        } catch (InvalidPathException e) {
            return null;
        }
    }
}
