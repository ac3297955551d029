package org.strata.launcher.plm;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Starts processes in a session of their own, where the system has a command for that: what a
 * terminal sends to mpirun's process group, such as SIGINT, does not reach them.
 */
public final class OwnSession {
    private static final List<String> COMMANDS = List.of("/usr/bin/setsid", "/bin/setsid");

    private OwnSession() {}

    /** Returns the words that come before a command. */
    public static List<String> prefix() {
        return COMMANDS.stream()
                .filter(command -> Files.isExecutable(Path.of(command)))
                .limit(1)
                .toList();
    }
}
