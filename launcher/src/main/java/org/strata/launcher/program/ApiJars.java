package org.strata.launcher.program;

import org.strata.launcher.cli.JobRequest.Api;
import org.strata.launcher.cli.UsageException;
import org.strata.launcher.raw.RawPath;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

/**
 * Strata's jars on the class paths of programs. mpi.jar and mpj.jar both have a package {@code
 * mpi}: a JVM gets one of them, and the other one is left out of its class path.
 */
final class ApiJars {
    /** Names the API in the manifest of each of Strata's jars. */
    private static final String ATTRIBUTE = "Strata-Api";

    private ApiJars() {}

    /**
     * Chooses the API of a program: the one that was asked for, else that of the first of Strata's
     * jars on its class path, else that of the distribution.
     *
     * @param asked from the command line, or null
     * @param notices gets a line for each jar that is left out
     */
    static Distribution choose(
            Distribution distribution,
            Api asked,
            Path directory,
            String classPath,
            List<String> notices)
            throws UsageException {
        Api chosen = asked;
        for (String entry : classPath.split(File.pathSeparator, -1)) {
            Api api = apiOf(directory, entry);
            if (api == null) {
                continue;
            }
            if (chosen == null) {
                chosen = api;
            } else if (chosen != api) {
                notices.add(
                        entry
                                + " is left out of the class path: the program gets package mpi of "
                                + chosen.jar()
                                + (asked == null
                                        ? ", which comes first."
                                        : ", as --api or STRATA_API says."));
            }
        }
        return chosen == null ? distribution : distribution.with(chosen);
    }

    /**
     * Returns whether an entry of a class path is a jar with the API that the program does not get.
     */
    static boolean isOther(Path directory, String entry, Distribution distribution) {
        Api api = apiOf(directory, entry);
        return api != null && api != apiOf(distribution.jar());
    }

    private static Api apiOf(Path directory, String entry) {
        try {
            return apiOf(RawPath.resolve(directory, entry));
        } catch (InvalidPathException e) {
            return null;
        }
    }

    /** Returns the API of one of Strata's jars; null for any other file. */
    static Api apiOf(Path jar) {
        String name = String.valueOf(jar.getFileName());
        boolean possible = name.startsWith("mp") && name.endsWith(".jar");
        if (!possible || !Files.isRegularFile(jar)) {
            return null;
        }
        try (JarFile file = new JarFile(jar.toFile())) {
            Manifest manifest = file.getManifest();
            String value =
                    manifest == null ? null : manifest.getMainAttributes().getValue(ATTRIBUTE);
            return value == null ? null : Api.valueOf(value.toUpperCase(Locale.ROOT));
        } catch (IOException | IllegalArgumentException e) {
            return null;
        }
    }
}
