package org.strata.mca.base;

import java.io.File;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * All sources of parameter values, strongest first. It reads no ambient state: tests and the
 * launcher construct it.
 *
 * @param commandLine {@code --mca} pairs by key; build it with {@link #addCommandLine}
 * @param environment environment variables; those with one of the two prefixes of {@link
 *     RankVariables} set parameters
 * @param files what {@code --am} and {@code --tune} named, the strongest first: paths, or names of
 *     profiles; behind {@link #PROFILE} what {@code --profile} named
 * @param workingDirectory where relative paths begin
 * @param home the user's home directory, or null
 * @param distribution the distribution's directory, or null
 * @param loader where components and their {@code reference.conf} are found
 * @param read what the launcher has read from all files, the strongest first; null when it has not,
 *     and this process reads them
 */
public record ParameterSources(
        Map<String, String> commandLine,
        Map<String, String> environment,
        List<String> files,
        Path workingDirectory,
        Path home,
        Path distribution,
        ClassLoader loader,
        List<Setting> read) {

    /**
     * What a name of {@code files} begins with that has to exist, as those of {@code --profile};
     * the others have no effect when there is no such file, as with Open MPI.
     */
    public static final String PROFILE = "profile=";

    /** Copies the collections, keeping their order. */
    public ParameterSources {
        commandLine = Collections.unmodifiableMap(new LinkedHashMap<>(commandLine));
        environment = Map.copyOf(LauncherVariables.remove(environment));
        files = List.copyOf(files);
        read = read == null ? null : List.copyOf(read);
    }

    /** Sources of a process that reads the files by itself. */
    public ParameterSources(
            Map<String, String> commandLine,
            Map<String, String> environment,
            List<String> files,
            Path workingDirectory,
            Path home,
            Path distribution,
            ClassLoader loader) {
        this(commandLine, environment, files, workingDirectory, home, distribution, loader, null);
    }

    /** Returns sources with defaults only: the declarations of a class loader's components. */
    public static ParameterSources defaults(ClassLoader loader) {
        return new ParameterSources(
                Map.of(), Map.of(), List.of(), Path.of("").toAbsolutePath(), null, null, loader);
    }

    /** Adds one {@code --mca} option; a key given twice has its values joined by a comma. */
    public static void addCommandLine(Map<String, String> pairs, String key, String value) {
        pairs.merge(key, value, (first, second) -> first + "," + second);
    }

    /** Returns the sources of this process: a rank, or a program started without a launcher. */
    public static ParameterSources ofThisProcess() {
        return of(
                System.getenv(),
                Path.of("").toAbsolutePath(),
                ParameterSources.class.getClassLoader());
    }

    /** Returns the sources of a rank whose environment is given. */
    public static ParameterSources of(
            Map<String, String> variables, Path workingDirectory, ClassLoader loader) {
        Map<String, String> environment = new LinkedHashMap<>(variables);
        Map<String, String> commandLine = new LinkedHashMap<>();
        String marked = environment.getOrDefault(RankVariables.COMMAND_LINE, "");
        for (String key : Values.list(marked)) {
            String value = environment.remove(RankVariables.OMPI_PREFIX + key);
            if (value != null) {
                commandLine.put(key, value);
            }
        }
        String files = environment.getOrDefault(RankVariables.FILES, "");
        return new ParameterSources(
                commandLine,
                environment,
                Arrays.stream(files.split(File.pathSeparator)).filter(s -> !s.isBlank()).toList(),
                workingDirectory,
                homeOf(environment),
                distributionOf(environment),
                loader,
                RankVariables.settings(environment));
    }

    /**
     * Returns the user's home directory: HOME, else what the system knows; null when neither is a
     * path in the characters of the locale.
     */
    public static Path homeOf(Map<String, String> environment) {
        String home = environment.get("HOME");
        String known = home != null && !home.isBlank() ? home : System.getProperty("user.home");
        try {
            return known == null ? null : Path.of(known);
        } catch (InvalidPathException e) {
            return null;
        }
    }

    /** Returns the distribution's directory: STRATA_HOME, else where {@code lib/mpi.jar} is. */
    public static Path distributionOf(Map<String, String> environment) {
        String home = environment.get(RankVariables.HOME);
        if (home != null && !home.isBlank()) {
            return Path.of(home);
        }
        return Installation.home();
    }
}
