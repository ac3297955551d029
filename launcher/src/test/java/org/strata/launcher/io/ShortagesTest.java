package org.strata.launcher.io;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.strata.mca.base.Shortage;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.List;

/** Messages of the JDK and the system, and what the user reads instead. */
class ShortagesTest {
    private static final String HELPER =
            "Cannot run program \"java\" (in directory \"/x\"): Bad file descriptor, error: 24"
                    + " (Too many open files)\nPossible reasons:\n  - Spawn helper ran into JDK"
                    + " version mismatch";

    @ParameterizedTest
    @CsvSource({
        "Too many open files, no file descriptor is left, ulimit -n",
        "'Cannot run program \"sh\": error=24, Zu viele offene Dateien', file descriptor, ulimit"
                + " -n",
        "'posix_spawn failed, error: 11 (Resource temporarily unavailable)', processes, ulimit -u",
        "'unable to create native thread: possibly out of memory', threads, ulimit -u",
        "'Cannot run program \"sh\": error=12, Cannot allocate memory', memory, memory.max",
        "Metaspace, the memory that its JVM may use is full, MaxMetaspaceSize",
        "/t/strata.0/1-ab/boot: No space left on device, disk is full, TMPDIR",
        "/t/strata.0/1-ab: Disk quota exceeded, disk is full, TMPDIR"
    })
    void theResourceIsNamed(String message, String what, String hint) {
        List<String> lines = Shortages.lines("mpirun", new IOException(message));
        assertThat(lines.getFirst()).startsWith("mpirun cannot start the job").contains(what);
        assertThat(String.join("\n", lines)).contains(message).contains(hint);
    }

    @ParameterizedTest
    @CsvSource({"a directory, IOException: a directory", "No route, IOException: No route"})
    void otherFailuresKeepTheirText(String message, String text) {
        assertThat(Shortages.lines("mpirun", new IOException(message)))
                .containsExactly("mpirun cannot start the job: " + text);
    }

    /** A JVM without threads ends with a guess that memory is missing. */
    @Test
    void theFirstShortageOfAnOutputCounts() {
        String threads = "[warning] pthread_create failed (EAGAIN) for ...\n";
        String memory = "# There is insufficient memory for the Java Runtime Environment\n";
        assertThat(ShortageTexts.first(threads + memory)).isEqualTo(Shortage.PROCESSES);
        assertThat(ShortageTexts.first(memory + threads)).isEqualTo(Shortage.MEMORY);
        assertThat(ShortageTexts.first("x " + threads)).isEqualTo(Shortage.PROCESSES);
        assertThat(ShortageTexts.first(memory.substring(2))).isEqualTo(Shortage.MEMORY);
        assertThat(ShortageTexts.first("all is well")).isNull();
    }

    @Test
    void whatTheJdkGuessesIsNotPrinted() {
        assertThat(Shortages.lines("mpirun", new IOException(HELPER)))
                .anyMatch(line -> line.contains("ulimit -n"))
                .noneMatch(line -> line.contains("helper"));
    }

    @Test
    void aPathIsAddedWhereThereIsNone() {
        assertThat(Shortages.at("/t", new IOException("No space left on device")))
                .hasMessage("/t: No space left on device");
        IOException named = new FileSystemException("/t/a", null, "No space left on device");
        assertThat(Shortages.at("/t", named)).isSameAs(named);
    }

    /** The file of an option is named, not one beside it that was to be renamed. */
    @Test
    void theFileOfAnOptionIsNamedAsItWasGiven() {
        IOException none = new NoSuchFileException("/none/.f.17");
        IOException named = Shortages.ofOption("--report-uri", "/none/f", none);
        assertThat(Shortages.lines("mpirun", named))
                .containsExactly(
                        "mpirun cannot start the job: the file of --report-uri, /none/f: there is"
                                + " no such file or directory.");
        IOException denied = new AccessDeniedException("/root/f");
        assertThat(Shortages.lines("mpirun", denied))
                .containsExactly("mpirun cannot start the job: /root/f: permission is denied.");
        IOException full = new FileSystemException("/t/.f", null, "No space left on device");
        assertThat(Shortages.lines("mpirun", Shortages.ofOption("--report-pid", "/t/f", full)))
                .anyMatch(line -> line.contains("the file of --report-pid, /t/f"))
                .anyMatch(line -> line.contains("disk is full"));
    }
}
