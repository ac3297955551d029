package org.strata.tests.system;

import static org.assertj.core.api.Assertions.assertThat;

import org.awaitility.Awaitility;
import org.strata.opal.platform.Platform;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds what a job leaves behind. Jobs of other users and builds on the machine do not count: a
 * process is ours when its class path is this checkout's, or when it is {@link #sleep}; a file is
 * left over when the owner in its name is dead.
 *
 * <p>{@link #ofMarkedJobs} sees the processes of its own jobs alone, so that others may run beside
 * them.
 */
public final class Leftovers {
    private static final AtomicInteger MARKS = new AtomicInteger();

    /** Names of a job's files: strata.PID-… in /dev/shm, strata.UID/PID-… in /tmp. */
    private static final String JOB = ".*/\\.?strata\\.(?:\\d+[./])?(\\d+)-";

    private static final long LIMIT_SECONDS = 60;

    private final String classes;
    private final String sleep;
    private final Set<String> before;

    /** Whoever owns them: the number of a dead owner may be that of a living process just now. */
    private final Set<String> filesBefore = files();

    /** Sees all jobs of this checkout. */
    public Leftovers() {
        this(JobRunner.classes());
    }

    private Leftovers(String classes) {
        this.classes = classes;
        sleep =
                "sleep "
                        + (1_000_000 + ProcessHandle.current().pid())
                        + "."
                        + MARKS.incrementAndGet();
        before = all();
    }

    /** Sees jobs with {@link #classes} or {@link #sleep} only. */
    public static Leftovers ofMarkedJobs() {
        Path target = Path.of(JobRunner.classes());
        try {
            // No name may begin with another one: command lines are searched for it.
            Path link = Files.createTempDirectory(target.getParent(), "marked").resolve("classes");
            return new Leftovers(Files.createSymbolicLink(link, target).toString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the class path of jobs whose processes are seen. */
    public String classes() {
        return classes;
    }

    /** Returns a command that sleeps longer than any test, and that nobody else starts. */
    public String sleep() {
        return sleep;
    }

    /** Waits until nothing is there that was not there before. */
    public void assertNothingNew() {
        if (Platform.current() == Platform.PORTABLE) {
            // There a killed mpirun's files are removed by the user's next one.
            JobRunner.mpirun("-np", "1", "true").run().ok();
        }
        Awaitility.await()
                .atMost(LIMIT_SECONDS, TimeUnit.SECONDS)
                .pollInterval(50, TimeUnit.MILLISECONDS)
                .untilAsserted(() -> {
                    Set<String> now = all();
                    now.removeAll(before);
                    now.removeAll(filesBefore);
                    assertThat(now).isEmpty();
                });
    }

    private Set<String> all() {
        Set<String> found = new TreeSet<>();
        found.addAll(orphans(Path.of("/dev/shm")));
        found.addAll(orphans(Path.of("/tmp")));
        ProcessHandle.allProcesses()
                .map(process -> process.pid() + " " + commandLine(process.pid()))
                .filter(line -> line.contains(classes) || line.endsWith(sleep))
                .forEach(found::add);
        return found;
    }

    /** Returns the files of all jobs. */
    static Set<String> files() {
        return Stream.of("/dev/shm", "/tmp")
                .flatMap(directory -> shared(Path.of(directory)).stream())
                .collect(Collectors.toSet());
    }

    /** Returns the files of the jobs whose mpirun has or had a process id. */
    public static Set<String> filesOf(long pid) {
        Set<String> found = files();
        found.removeIf(name -> !owner(name).equals(Long.toString(pid)));
        return found;
    }

    /** Files strata.PID-…: left behind when no process PID lives. */
    private static Set<String> orphans(Path directory) {
        Set<String> files = shared(directory);
        files.removeIf(name -> lives(owner(name)));
        return files;
    }

    private static Set<String> shared(Path directory) {
        return Stream.concat(list(directory), list(directory.resolve("strata." + user())))
                .map(Path::toString)
                .filter(name -> name.matches(JOB + ".*"))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Stream<Path> list(Path directory) {
        try (Stream<Path> files = Files.list(directory)) {
            return files.toList().stream();
        } catch (NoSuchFileException e) {
            return Stream.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Object user() {
        try {
            return Files.getAttribute(Path.of("/proc/self"), "unix:uid");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String owner(String name) {
        return name.replaceAll(JOB + ".*", "$1");
    }

    private static boolean lives(String pid) {
        return ProcessHandle.of(Long.parseLong(pid)).isPresent();
    }

    private static String commandLine(long pid) {
        try {
            return Files.readString(Path.of("/proc/" + pid + "/cmdline"))
                    .replace('\0', ' ')
                    .strip();
        } catch (IOException e) {
            return "";
        }
    }

    /** Waits until a process is in a state of /proc/PID/stat. */
    public static void awaitState(long pid, char state) {
        Awaitility.await()
                .atMost(LIMIT_SECONDS, TimeUnit.SECONDS)
                .pollInterval(20, TimeUnit.MILLISECONDS)
                .until(() -> state(pid) == state);
    }

    private static char state(long pid) throws IOException {
        String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
        return stat.charAt(stat.lastIndexOf(')') + 2);
    }
}
