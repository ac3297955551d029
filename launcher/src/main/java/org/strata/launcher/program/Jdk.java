package org.strata.launcher.program;

import org.strata.launcher.cli.UsageException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The version in the {@code release} file of a Java installation. */
final class Jdk {
    /** The oldest Java that runs Strata. */
    static final int OLDEST = 25;

    private Jdk() {}

    /**
     * Returns the feature version of the installation that a {@code java} command belongs to, or 0
     * when it does not say.
     */
    static int version(Path java) {
        try {
            Path home = java.toRealPath().getParent().getParent();
            for (String line : Files.readAllLines(home.resolve("release"))) {
                if (line.startsWith("JAVA_VERSION=")) {
                    return feature(line.substring(line.indexOf('=') + 1).replace("\"", "").strip());
                }
            }
        } catch (IOException | RuntimeException e) {
            return 0;
        }
        return 0;
    }

    /** The feature version of "25.0.3", "26-ea" and "1.8.0_392". */
    static int feature(String version) {
        String[] numbers = version.split("[^0-9]+");
        int first = Integer.parseInt(numbers[0]);
        return first == 1 && numbers.length > 1 ? Integer.parseInt(numbers[1]) : first;
    }

    /** Throws when a {@code java} command is known to be too old. */
    static void check(Path java) throws UsageException {
        int version = version(java);
        if (version > 0 && version < OLDEST) {
            throw new UsageException(
                    java + " is Java " + version + "; Strata needs Java " + OLDEST + " or newer.",
                    "Give the path of a newer one, or just \"java\": then mpirun takes the Java"
                            + " that it runs on itself.");
        }
    }
}
