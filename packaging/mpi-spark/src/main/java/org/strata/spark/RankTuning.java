package org.strata.spark;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Options by which ranks of a stage are as quick as those of mpirun: the collector and the methods
 * that the JIT compilers inline, or compile apart. What the application's own options decide is
 * theirs.
 */
final class RankTuning {
    /** In mpi.jar: the launcher's list for its own ranks, with comments. */
    private static final String COMMANDS = "org/strata/launcher/program/compile-commands";

    private static final String OPTION = "-XX:CompileCommand=";

    private RankTuning() {}

    /**
     * Returns the options.
     *
     * @param loader finds mpi.jar
     * @param own options of the application, which follow
     */
    static List<String> options(ClassLoader loader, List<String> own) throws IOException {
        List<String> options = new ArrayList<>();
        if (own.stream().noneMatch(RankTuning::choosesCollector)) {
            options.add("-XX:+UseSerialGC");
        }
        if (own.stream().noneMatch(option -> option.startsWith("-XX:CompileCommand"))) {
            options.addAll(compileCommands(loader));
        }
        return options;
    }

    private static boolean choosesCollector(String option) {
        return option.startsWith("-XX:+Use") && option.endsWith("GC");
    }

    private static List<String> compileCommands(ClassLoader loader) throws IOException {
        List<String> options = new ArrayList<>();
        try (InputStream list = loader.getResourceAsStream(COMMANDS)) {
            if (list == null) {
                // An mpi.jar without a launcher: ranks run all the same.
                return options;
            }
            // Without it the JVM prints each command.
            options.add(OPTION + "quiet");
            BufferedReader lines =
                    new BufferedReader(new InputStreamReader(list, StandardCharsets.UTF_8));
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (!line.isBlank() && !line.startsWith("#")) {
                    options.add(OPTION + line.strip().replace(' ', ','));
                }
            }
        }
        return options;
    }
}
