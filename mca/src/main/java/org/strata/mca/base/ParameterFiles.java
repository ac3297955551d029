package org.strata.mca.base;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Finds parameter files: named ones, and those that are always read. */
final class ParameterFiles {
    private static final String SUFFIX = ".conf";

    private ParameterFiles() {}

    /** Returns the file of a name, which is a path or else a profile; null when there is none. */
    static Path locate(String given, ParameterSources sources) {
        String name = plain(given);
        return Stream.concat(
                        Stream.of(sources.workingDirectory().resolve(name)),
                        profileDirectories(sources).map(d -> d.resolve(withSuffix(name))))
                .filter(Files::isRegularFile)
                .findFirst()
                .map(p -> p.toAbsolutePath().normalize())
                .orElse(null);
    }

    /** Returns what the user has typed. */
    static String plain(String given) {
        String mark = ParameterSources.PROFILE;
        return given.startsWith(mark) ? given.substring(mark.length()) : given;
    }

    /** Returns the files that are always read, strongest first; they need not exist. */
    static List<Path> standing(ParameterSources sources) {
        Stream<Path> user =
                sources.home() == null
                        ? Stream.of()
                        : Stream.of(sources.home().resolve(".strata").resolve("strata.conf"));
        Stream<Path> site =
                sources.distribution() == null
                        ? Stream.of()
                        : Stream.of(sources.distribution().resolve("conf").resolve("strata.conf"));
        return Stream.concat(user, site).filter(Files::isRegularFile).toList();
    }

    /** Returns the names of all profiles. */
    static List<String> profiles(ParameterSources sources) {
        return profileDirectories(sources).flatMap(ParameterFiles::namesIn).distinct().toList();
    }

    private static Stream<String> namesIn(Path directory) {
        String[] names = directory.toFile().list((d, name) -> name.endsWith(SUFFIX));
        return names == null
                ? Stream.of()
                : Stream.of(names)
                        .sorted()
                        .map(name -> name.substring(0, name.length() - SUFFIX.length()));
    }

    private static Stream<Path> profileDirectories(ParameterSources sources) {
        return Stream.concat(
                sources.home() == null
                        ? Stream.of()
                        : Stream.of(sources.home().resolve(".strata").resolve("profiles")),
                sources.distribution() == null
                        ? Stream.of()
                        : Stream.of(sources.distribution().resolve("conf").resolve("profiles")));
    }

    private static String withSuffix(String name) {
        return name.endsWith(SUFFIX) ? name : name + SUFFIX;
    }
}
