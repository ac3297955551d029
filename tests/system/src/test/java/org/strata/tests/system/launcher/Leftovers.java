package org.strata.tests.system.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import org.awaitility.Awaitility;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Looks for what a job may leave behind. Jobs of other users and builds on the machine do not
 * count: processes are told by the classes, or the odd sleep, that only these tests start; files by
 * the owner in their names being dead.
 */
final class Leftovers {
    private static final long LIMIT_SECONDS = 120;

    private final Set<String> before = all();

    /** Waits until nothing is there that was not there before. */
    void assertNothingNew() {
        Awaitility.await()
                .atMost(LIMIT_SECONDS, TimeUnit.SECONDS)
                .pollInterval(50, TimeUnit.MILLISECONDS)
                .untilAsserted(() -> {
                    Set<String> now = all();
                    now.removeAll(before);
                    assertThat(now).isEmpty();
                });
    }

    private static Set<String> all() {
        Set<String> found = new TreeSet<>();
        found.addAll(orphans(Path.of("/dev/shm")));
        found.addAll(orphans(Path.of("/tmp")));
        ProcessHandle.allProcesses()
                .map(process -> process.pid() + " " + commandLine(process.pid()))
                .filter(line ->
                        line.contains("tests.system.launcher.programs")
                                || line.endsWith("sleep 1000"))
                .forEach(found::add);
        return found;
    }

    /** Files strata.PID-…: left behind when no process PID lives. */
    private static Set<String> orphans(Path directory) {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(Path::toString)
                    .filter(name -> name.matches(".*/\\.?strata\\.\\d+-.*"))
                    .filter(name -> !lives(name.replaceAll(".*strata\\.(\\d+)-.*", "$1")))
                    .collect(Collectors.toSet());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
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
    static void awaitState(long pid, char state) {
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
