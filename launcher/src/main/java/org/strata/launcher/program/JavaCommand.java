package org.strata.launcher.program;

import java.util.List;
import java.util.function.Predicate;

/**
 * A command line of the {@code java} launcher, taken apart where the launcher itself would.
 *
 * @param options the launcher's and the JVM's options, argument files expanded, without class path
 *     and module path, each word as it was
 * @param classPath value of the last {@code -cp}, or null
 * @param modulePath value of the last {@code -p}, or null
 * @param kind what is started
 * @param main class, jar, module or source file; null for {@link MainKind#NOTHING}
 * @param arguments the program's own
 */
public record JavaCommand(
        List<String> options,
        String classPath,
        String modulePath,
        MainKind kind,
        String main,
        List<String> arguments) {

    /** What is started. */
    public enum MainKind {
        /** A class of the class path. */
        CLASS,
        /** {@code -jar}. */
        JAR,
        /** {@code -m}. */
        MODULE,
        /** A source file, compiled in memory. */
        SOURCE,
        /** A class that mpirun has compiled; the class path is complete. */
        COMPILED,
        /** Only an option such as {@code -version}. */
        NOTHING
    }

    /** Returns whether an option matches. */
    boolean hasOption(Predicate<String> test) {
        return options.stream().anyMatch(test);
    }
}
