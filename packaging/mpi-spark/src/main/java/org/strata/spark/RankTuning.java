package org.strata.spark;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Options by which ranks of a stage are as quick as those of mpirun: the collector and what the JIT
 * compilers compile, inline, or compile apart; and by which long arrays arrive in them. What the
 * application's own options decide is theirs.
 */
final class RankTuning {
    /** In mpi.jar: the launcher's list for its own ranks, with comments. */
    private static final String COMMANDS = "org/strata/launcher/program/compile-commands";

    private static final String OPTION = "-XX:CompileCommand=";

    /**
     * The launcher's thresholds of the first compilation, for the same reason: much of what a rank
     * runs while it starts never runs again, and all ranks of an executor start at once.
     */
    private static final List<String> FEW_COMPILATIONS =
            List.of(
                    "-XX:Tier3InvocationThreshold=1000",
                    "-XX:Tier3MinInvocationThreshold=500",
                    "-XX:Tier3CompileThreshold=10000");

    /**
     * Longer arrays are made where they stay: most are rows, and to copy one of 100 MB out of the
     * young generation takes as long as its way from Spark.
     */
    private static final String LONG_ARRAYS = "-XX:PretenureSizeThreshold=64m";

    private RankTuning() {}

    /**
     * Returns the options.
     *
     * @param loader finds mpi.jar
     * @param heap the largest heap
     * @param own options of the application, which follow
     */
    static List<String> options(ClassLoader loader, String heap, List<String> own)
            throws IOException {
        List<String> options = new ArrayList<>();
        if (own.stream().noneMatch(RankTuning::choosesHeap)) {
            // A heap that grows step by step collects garbage for each array of a row.
            options.add("-Xms" + heap);
        }
        if (own.stream().noneMatch(RankTuning::choosesCollector)) {
            options.add("-XX:+UseSerialGC");
            options.add(LONG_ARRAYS);
        }
        options.addAll(FEW_COMPILATIONS);
        if (own.stream().noneMatch(option -> option.startsWith("-XX:CompileCommand"))) {
            options.addAll(compileCommands(loader));
        }
        return options;
    }

    private static boolean choosesHeap(String option) {
        return option.startsWith("-Xm")
                || option.contains("HeapSize")
                || option.contains("NewSize");
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
