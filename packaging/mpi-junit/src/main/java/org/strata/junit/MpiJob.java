package org.strata.junit;

import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** One run of a test on its ranks: starts mpirun, prints the ranks' output, reads their results. */
final class MpiJob {
    private static final int TIMED_OUT = 110;

    /** What mpirun may take in addition to its own limit before it is killed itself. */
    private static final long PATIENCE_SECONDS = 30;

    /**
     * As the option {@code --jdwp} of mpirun: the ranks can be debugged, and take the time that
     * their user does; null if they cannot.
     */
    private static final String DEBUGGER = System.getProperty("mpi.test.jdwp");

    private static final List<String> OPTION_VARIABLES =
            List.of("JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS");

    private final MpiTest test;
    private final Class<?> type;
    private final String id;

    /**
     * @param test the number of ranks, and limits
     * @param type the test's class
     * @param id the test's unique id
     */
    MpiJob(MpiTest test, Class<?> type, String id) {
        this.test = test;
        this.type = type;
        this.id = id;
    }

    /** Runs the ranks; throws what went wrong on any of them. */
    void run() throws IOException, InterruptedException {
        Path directory = Files.createTempDirectory("mpi-junit.");
        try {
            JobOutput output = new JobOutput(DEBUGGER != null);
            int code = execute(directory, output);
            List<RankResult> results = new ArrayList<>();
            for (int rank = 0; rank < test.ranks(); rank++) {
                results.add(RankResult.read(directory, rank));
            }
            judge(code, results, output.launcher());
        } finally {
            delete(directory);
        }
    }

    private int execute(Path directory, JobOutput output) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(words(directory));
        hideOptions(builder.environment());
        builder.environment().put("STRATA_REPORTS", reports().toString());
        builder.redirectInput(new File("/dev/null"));
        Process mpirun = builder.start();
        Thread hook = new Thread(mpirun::destroy);
        Runtime.getRuntime().addShutdownHook(hook);
        try {
            output.forward(mpirun);
            long limit = test.timeoutSeconds() + PATIENCE_SECONDS;
            if (DEBUGGER == null && !mpirun.waitFor(limit, TimeUnit.SECONDS)) {
                mpirun.destroyForcibly();
            }
            int code = mpirun.waitFor();
            output.await();
            return code;
        } finally {
            Runtime.getRuntime().removeShutdownHook(hook);
            mpirun.destroy();
        }
    }

    /** Returns where the stacks of ranks that hang are left: what a build makes, or else /tmp. */
    private static Path reports() {
        for (String name : List.of("target", "build")) {
            Path folder = Path.of(name).toAbsolutePath();
            if (Files.isDirectory(folder)) {
                return folder;
            }
        }
        return Path.of(System.getProperty("java.io.tmpdir"));
    }

    private List<String> words(Path directory) {
        List<String> words = new ArrayList<>();
        words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        words.addAll(
                List.of(
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-XX:-UsePerfData",
                        "-Xmx256m",
                        "--enable-native-access=ALL-UNNAMED"));
        words.addAll(LauncherJar.find().options());
        words.addAll(List.of("-np", Integer.toString(test.ranks()), "--oversubscribe"));
        words.addAll(List.of("--tag-output", "--stdin", "none"));
        if (DEBUGGER == null) {
            words.addAll(List.of("--timeout", Integer.toString(test.timeoutSeconds())));
        } else {
            words.addAll(List.of("--jdwp", DEBUGGER));
        }
        words.addAll(List.of(test.mpirun()));
        words.add("java");
        words.addAll(RankJvm.options());
        words.addAll(List.of(test.java()));
        words.addAll(List.of("-cp", RankJvm.classPath(type), RankMain.class.getName()));
        words.addAll(List.of(id, directory.toString(), Integer.toString(test.ranks())));
        return words;
    }

    /** Options for JVMs in the environment are meant for the ranks, not for mpirun's own. */
    private static void hideOptions(Map<String, String> environment) {
        for (String name : OPTION_VARIABLES) {
            String value = environment.remove(name);
            if (value != null) {
                environment.put("STRATA_HIDDEN_" + name, value);
            }
        }
    }

    private void judge(int code, List<RankResult> results, List<String> launcher) {
        String report = String.join("\n", launcher);
        RankFailures failures = new RankFailures(results);
        if (failures.any(RankResult.Status.FAILED)) {
            throw failures.error(
                    code == TIMED_OUT ? String.join("\n", JobOutput.summary(launcher)) : "");
        }
        if (failures.any(RankResult.Status.ABORTED)) {
            throw new TestAbortedException(failures.text(RankResult.Status.ABORTED));
        }
        if (code == TIMED_OUT) {
            throw new AssertionFailedError(
                    "The ranks did not end within "
                            + test.timeoutSeconds()
                            + " s.\n"
                            + String.join("\n", JobOutput.summary(launcher)));
        }
        if (code != 0 || !failures.complete()) {
            throw new AssertionFailedError(
                    ("mpirun ended with exit code " + code + ". " + failures.missing()).strip()
                            + "\n"
                            + report);
        }
    }

    private static void delete(Path directory) throws IOException {
        try (var files = Files.list(directory)) {
            for (Path file : files.toList()) {
                Files.deleteIfExists(file);
            }
        }
        Files.deleteIfExists(directory);
    }
}
