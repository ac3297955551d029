package org.strata.spark;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The Java that ranks run on. */
final class RankJava {
    private static final int OLDEST = 25;
    private static final Pattern VERSION = Pattern.compile("JAVA_VERSION=\"([0-9]+)[^\"]*\"");

    private RankJava() {}

    /**
     * Returns the command {@code java}.
     *
     * @param home the JDK, or null for this JVM's
     * @throws IllegalStateException when there is none, or one that is too old
     */
    static Path command(String home) {
        Path directory = Path.of(home == null ? System.getProperty("java.home") : home);
        Path command = directory.resolve("bin/java");
        if (!Files.isExecutable(command)) {
            throw new IllegalStateException(
                    "there is no "
                            + command
                            + ": MpiStage.javaHome must name a JDK "
                            + OLDEST
                            + " or newer that is on every worker");
        }
        int version = home == null ? Runtime.version().feature() : version(directory);
        if (version < OLDEST) {
            throw new IllegalStateException(
                    directory
                            + " has Java "
                            + version
                            + ", and ranks need "
                            + OLDEST
                            + " or newer: name a JDK by MpiStage.javaHome, which must be on every"
                            + " worker (spark.archives brings one)");
        }
        return command;
    }

    private static int version(Path directory) {
        try {
            String release = Files.readString(directory.resolve("release"), StandardCharsets.UTF_8);
            Matcher matcher = VERSION.matcher(release);
            // Some runtimes have no such file: their JVM refuses the classes then, by a sentence.
            return matcher.find() ? Integer.parseInt(matcher.group(1)) : OLDEST;
        } catch (IOException e) {
            return OLDEST;
        }
    }
}
