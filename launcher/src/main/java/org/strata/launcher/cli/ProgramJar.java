package org.strata.launcher.cli;

import org.strata.launcher.raw.RawPath;

import java.io.IOException;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

/** The jar of a program that a command line names, read before any process is started. */
public final class ProgramJar {
    private ProgramJar() {}

    /**
     * Returns the main attributes of the jar's manifest; they name a Main-Class.
     *
     * @param directory what the jar's path is relative to
     * @throws UsageException when there is no such jar, or it names no Main-Class
     */
    public static Attributes attributes(Path directory, String jar) throws UsageException {
        Path path = RawPath.resolve(directory, jar);
        Attributes attributes;
        try (JarFile file = new JarFile(path.toFile())) {
            Manifest manifest = file.getManifest();
            attributes = manifest == null ? new Attributes() : manifest.getMainAttributes();
        } catch (IOException e) {
            throw new UsageException(
                    "The jar " + jar + " cannot be read: " + RawPath.reason(e, path));
        }
        if (attributes.getValue(Attributes.Name.MAIN_CLASS) == null) {
            throw new UsageException("The jar " + jar + " names no Main-Class.");
        }
        return attributes;
    }
}
