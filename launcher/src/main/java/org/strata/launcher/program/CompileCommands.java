package org.strata.launcher.program;

import org.strata.opal.platform.Platform;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * The options that name what the JIT compilers inline and what they do not: the lines of the
 * resource {@code compile-commands}, in which each annotation of {@code opal.jit} has its method.
 * And those of {@code sleep-commands}, for ranks that sleep and ring by the JDK's sockets.
 */
final class CompileCommands {
    private static final String OPTION = "-XX:CompileCommand=";

    /** Without it the JVM prints each command. */
    private static final String QUIET = OPTION + "quiet";

    private static final List<String> COMMANDS = read("compile-commands");
    private static final List<String> SLEEP = read("sleep-commands");

    private CompileCommands() {}

    private static List<String> read(String name) {
        try (InputStream in = CompileCommands.class.getResourceAsStream(name)) {
            byte[] text = Objects.requireNonNull(in, name).readAllBytes();
            return new String(text, StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                    .map(line -> line.replace(' ', ','))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Returns the options for a rank.
     *
     * @param mpj whether the rank runs mpj.jar, in which package mpi is org.strata.mpi
     * @param platform that of the ranks
     */
    static List<String> options(boolean mpj, Platform platform) {
        Stream<String> commands = COMMANDS.stream();
        if (platform == Platform.PORTABLE) {
            commands = Stream.concat(commands, SLEEP.stream());
        }
        if (mpj) {
            commands = commands.map(line -> line.replace(",mpi.", ",org.strata.mpi."));
        }
        return Stream.concat(Stream.of(QUIET), commands.map(OPTION::concat)).toList();
    }
}
