package org.strata.mca.base;

import java.io.File;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;

/** Where the running code is installed. */
public final class Installation {
    private static final String NAME = "mpi.jar";

    private Installation() {}

    /**
     * Returns the jar, or the directory of classes, that this code comes from; null when unknown.
     * For classes of a start-up cache the JVM does not know it once the distribution has been
     * moved; this method then looks at the class path.
     */
    public static Path origin() {
        CodeSource source = Installation.class.getProtectionDomain().getCodeSource();
        URL location = source == null ? null : source.getLocation();
        try {
            return location == null
                    ? onClassPath(System.getProperty("java.class.path", ""))
                    : Path.of(location.toURI());
        } catch (URISyntaxException e) {
            return null;
        }
    }

    static Path onClassPath(String classPath) {
        for (String entry : classPath.split(File.pathSeparator, -1)) {
            Path path = Path.of(entry);
            if (path.endsWith(NAME) && Files.isRegularFile(path)) {
                return path.toAbsolutePath();
            }
        }
        return null;
    }
}
