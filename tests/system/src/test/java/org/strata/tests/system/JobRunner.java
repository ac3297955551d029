package org.strata.tests.system;

import static org.assertj.core.api.Assertions.assertThat;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Assumptions;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Runs the real {@code ./mpirun} (or another command) with real processes and captures everything.
 * Made to be read in a test: {@code mpirun("-np", "2", "hostname").run()}.
 */
public final class JobRunner {
    /**
     * Long enough for a machine that does much else; a job that hangs is a failure all the same.
     */
    static final long LIMIT_SECONDS = 300;

    /**
     * What runs a command with every signal at its default: signals that are ignored where the
     * tests run (nohup, a script's background job) would be ignored by the command, too. Empty
     * where env does not have the option.
     */
    private static final List<String> DEFAULT_SIGNALS = defaultSignals();

    /**
     * The JVM's option of ranks that run much code for a few seconds. A small young generation is
     * used again and again: the usual one costs a page fault for every 4 KiB of 128 MiB. The
     * profiles with longer jobs have one that changes nothing.
     */
    public static final String JVM = System.getProperty("ranks.jvm", "-XX:+TieredCompilation");

    /**
     * Whether C2 is left out of all ranks: most jobs of the suite end before its code would pay.
     * The profiles with longer jobs, and those who ask for it, leave it on.
     */
    private static final boolean SHORT_JOBS = !JVM.equals("-XX:+TieredCompilation");

    private static final class Built {
        static final String MPIRUN = mpirun();

        private static String mpirun() {
            command(root().resolve("mpirun").toString(), "--version").run().ok();
            return root().resolve("dist/bin/mpirun").toString();
        }
    }

    private final List<String> words;
    private final Map<String, String> environment = new HashMap<>();
    private Path directory = Path.of("").toAbsolutePath();
    private byte[] input = new byte[0];
    private long limitSeconds = LIMIT_SECONDS;

    private JobRunner(List<String> words) {
        this.words = List.copyOf(words);
        if (SHORT_JOBS) {
            environment.put("STRATA_MCA_mpi_jit", "quick");
        }
    }

    private static List<String> defaultSignals() {
        List<String> words = List.of("env", "--default-signal");
        List<String> trial = new ArrayList<>(words);
        trial.add("true");
        try {
            Process process =
                    new ProcessBuilder(trial)
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start();
            return process.waitFor() == 0 ? words : List.of();
        } catch (IOException e) {
            return List.of();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /**
     * Leaves out a row of a test that needs Linux itself where the suite runs in portable mode; a
     * whole test has {@link LinuxOnly} instead.
     *
     * @param needed whether the row needs it
     * @param reason what is different there
     */
    public static void assumeLinux(boolean needed, String reason) {
        Assumptions.assumeFalse(
                needed && "portable".equals(System.getenv("STRATA_PLATFORM")), reason);
    }

    /** Returns whether commands ignore SIGHUP, because this process does. */
    public static boolean ignoresHangups() {
        return DEFAULT_SIGNALS.isEmpty()
                && command("/bin/sh", "-c", "kill -HUP $$").run().code() == 0;
    }

    /**
     * Returns a run of mpirun: of the distribution's, which {@code ./mpirun} has built if need be.
     * The tree's own looks for newer sources each time.
     */
    public static JobRunner mpirun(String... words) {
        List<String> all = new ArrayList<>();
        all.add(Built.MPIRUN);
        all.addAll(List.of(words));
        return new JobRunner(all);
    }

    /** Returns a run of any command. */
    public static JobRunner command(String... words) {
        return new JobRunner(List.of(words));
    }

    /** Returns the root of the source tree. */
    public static Path root() {
        Path path = Path.of("").toAbsolutePath();
        while (!Files.isExecutable(path.resolve("mpirun"))) {
            path = path.getParent();
        }
        return path;
    }

    /** Returns the directory of this module's compiled test programs. */
    public static String classes() {
        return root().resolve("tests/system/target/test-classes").toString();
    }

    /** Returns the home of the JDK that runs the tests. */
    public static Path jdk() {
        return Path.of(System.getProperty("java.home"));
    }

    /** Sets an environment variable; null removes it. */
    public JobRunner env(String name, String value) {
        environment.put(name, value);
        return this;
    }

    /** Sets the working directory. */
    public JobRunner in(Path where) {
        directory = where;
        return this;
    }

    /** Sets standard input; without this it is at its end. */
    public JobRunner stdin(byte[] bytes) {
        input = bytes.clone();
        return this;
    }

    /** Sets how long it may take, in seconds. */
    public JobRunner atMost(long seconds) {
        limitSeconds = seconds;
        return this;
    }

    /** Runs to the end. */
    public Result run() {
        try (Running running = start()) {
            return running.await();
        }
    }

    /** Starts and returns at once. */
    public Running start() {
        try {
            Path out = Files.createTempFile("strata-test", ".out");
            Path err = Files.createTempFile("strata-test", ".err");
            List<String> all = new ArrayList<>(DEFAULT_SIGNALS);
            all.addAll(words);
            ProcessBuilder builder = new ProcessBuilder(all).directory(directory.toFile());
            environment.forEach((name, value) -> {
                builder.environment().remove(name);
                if (value != null) {
                    builder.environment().put(name, value);
                }
            });
            builder.redirectOutput(out.toFile()).redirectError(err.toFile());
            Set<String> before = Leftovers.files();
            Process process = builder.start();
            Running running = new Running(process, out, err, before, limitSeconds);
            feed(process);
            return running;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void feed(Process process) {
        Thread.ofPlatform()
                .daemon()
                .start(() -> {
                    try (OutputStream in = process.getOutputStream()) {
                        in.write(input);
                    } catch (IOException e) {
                        // The job does not read its input.
                        assert e != null;
                    }
                });
    }

    /**
     * What a run gave.
     *
     * @param code exit code
     * @param out bytes of stdout
     * @param err text of stderr
     */
    public record Result(int code, byte[] out, String err) {
        /** What mpirun's StartWatchdog prints once for each world: one line. */
        private static final Pattern SLOW_START =
                Pattern.compile(
                        "^\\S+: after \\d+ s these ranks (have not called MPI\\.Init, which|are"
                                + " still inside MPI\\.Init, which) .*\\R",
                        Pattern.MULTILINE);

        /** Returns stdout as text. */
        public String text() {
            return new String(out, StandardCharsets.UTF_8);
        }

        /** Returns stderr with every line end and run of blanks as one blank: boxes wrap. */
        public String message() {
            return err.replaceAll("\\s+", " ");
        }

        /** Returns the lines of stdout. */
        public List<String> lines() {
            return text().lines().toList();
        }

        /** Checks that the exit code is 0 and nothing was complained about; returns this. */
        public Result ok() {
            assertThat(code).as("exit code; stderr:%n%s%nstdout:%n%s", err, text()).isZero();
            return this;
        }

        /**
         * Returns stderr without what mpirun prints of a slow start: on a machine with much else to
         * do that is no complaint.
         */
        public String complaints() {
            return SLOW_START.matcher(err).replaceAll("");
        }

        /** Checks that there are no {@link #complaints}; returns this. */
        public Result quiet() {
            assertThat(complaints()).as("stderr").isEmpty();
            return this;
        }

        /** Checks the exit code; returns this. */
        public Result failed(int expected) {
            assertThat(code)
                    .as("exit code; stderr:%n%s%nstdout:%n%s", err, text())
                    .isEqualTo(expected);
            return this;
        }
    }

    /** A run under way; closing it kills what is left. */
    public static final class Running implements AutoCloseable {
        private final Process process;
        private final Path out;
        private final Path err;
        private final Set<String> before;
        private final long limitSeconds;
        private final long started = System.nanoTime();
        private boolean killed;

        private Running(
                Process process, Path out, Path err, Set<String> before, long limitSeconds) {
            this.process = process;
            this.out = out;
            this.err = err;
            this.before = before;
            this.limitSeconds = limitSeconds;
        }

        /** Returns the process of mpirun itself. */
        public ProcessHandle handle() {
            return process.toHandle();
        }

        /** Returns whether it runs, and still may. */
        public boolean inTime() {
            long elapsed = System.nanoTime() - started;
            return process.isAlive() && elapsed < TimeUnit.SECONDS.toNanos(limitSeconds);
        }

        /** Sends a signal by name to mpirun. */
        public void signal(String name) {
            killed |= name.equals("KILL");
            kill(name, process.pid());
        }

        /** Returns stdout so far. */
        public String outSoFar() {
            return read(out);
        }

        /** Returns stderr so far. */
        public String errSoFar() {
            return read(err);
        }

        /** Waits until a condition holds for stdout, or fails with what there was. */
        public String awaitOut(Predicate<String> condition) {
            return await(out, condition);
        }

        /** Waits until a condition holds for stderr, or fails with what there was. */
        public String awaitErr(Predicate<String> condition) {
            return await(err, condition);
        }

        private String await(Path file, Predicate<String> condition) {
            Awaitility.await()
                    .atMost(limitSeconds, TimeUnit.SECONDS)
                    .pollInterval(20, TimeUnit.MILLISECONDS)
                    .until(() -> condition.test(read(file)) || !process.isAlive());
            String text = read(file);
            assertThat(condition.test(text))
                    .as("stdout:%n%s%nstderr:%n%s", outSoFar(), errSoFar())
                    .isTrue();
            return text;
        }

        /** Waits for the end; by then mpirun has removed the job's files, unless it was killed. */
        public Result await() {
            try {
                if (!process.waitFor(limitSeconds, TimeUnit.SECONDS)) {
                    throw new AssertionError(
                            "still running after "
                                    + limitSeconds
                                    + " s; stdout:\n"
                                    + outSoFar()
                                    + "\nstderr:\n"
                                    + errSoFar()
                                    + stacks());
                }
                if (!killed) {
                    // Process numbers come again: an earlier mpirun may have had this one.
                    Set<String> left = Leftovers.filesOf(process.pid());
                    left.removeAll(before);
                    assertThat(left).as("left behind").isEmpty();
                }
                return new Result(process.exitValue(), Files.readAllBytes(out), errSoFar());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }

        /** Returns what the threads of every JVM of the job are doing: a hang explains itself. */
        private String stacks() {
            StringBuilder text = new StringBuilder();
            String jcmd = jdk().resolve("bin/jcmd").toString();
            process.descendants()
                    .forEach(one -> {
                        Result dump = command(jcmd, "" + one.pid(), "Thread.print").run();
                        text.append(dump.code() == 0 ? dump.text() : "");
                    });
            return text.toString();
        }

        private static String read(Path file) {
            try {
                return Files.readString(file);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void close() {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
            try {
                Files.deleteIfExists(out);
                Files.deleteIfExists(err);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** Sends a signal by name to a process. */
    public static void kill(String signal, long pid) {
        Result result = command("/bin/sh", "-c", "kill -" + signal + " " + pid).run();
        assertThat(result.code()).as(result.err()).isZero();
    }
}
