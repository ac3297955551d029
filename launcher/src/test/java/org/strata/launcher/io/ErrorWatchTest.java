package org.strata.launcher.io;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.strata.launcher.program.LoadFailure;
import org.strata.launcher.program.MissingClass;
import org.strata.launcher.program.UnloadableClass;
import org.strata.mca.base.Shortage;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

class ErrorWatchTest {
    private static final String NEWER =
            "Error: LinkageError occurred while loading main class a.Sum\n"
                    + "\tjava.lang.UnsupportedClassVersionError: a/Sum has been compiled by a more"
                    + " recent version of the Java Runtime (class file version 70.0), this version"
                    + " of the Java Runtime only recognizes class file versions up to 69.0";

    private final List<LoadFailure> found = new ArrayList<>();
    private final Set<Shortage> ranOut = EnumSet.noneOf(Shortage.class);

    private void read(String text, int piece) {
        ErrorWatch watch = new ErrorWatch(1 << 22, found::add, ranOut::add);
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < bytes.length; i += piece) {
            watch.read(bytes, i, Math.min(piece, bytes.length - i));
        }
        watch.end();
    }

    @Test
    void theErrorIsFoundInPiecesOfAnySize() {
        UnloadableClass sum = new UnloadableClass("a.Sum", 26, 25, false);
        for (int piece = 1; piece < NEWER.length(); piece++) {
            found.clear();
            read("UUnsupported\n" + NEWER + "\nmore\n", piece);
            assertThat(found).as("pieces of %d", piece).containsExactly(sum);
        }
        found.clear();
        read(NEWER, 10_000);
        assertThat(found).as("the stream ends in the line").containsExactly(sum);
    }

    @ParameterizedTest
    @CsvSource({
        "java.lang.OutOfMemoryError: unable to create native thread: possibly out, PROCESSES",
        "sh: 1: CCannot fork, PROCESSES",
        "Failed to start thread GC Thread#0 - pthread_create failed (EAGAIN) for, PROCESSES",
        "bash: fork: Resource temporarily unavailable, PROCESSES",
        "bash: fork: retry: Resource temporarily unavailable, PROCESSES",
        "[error][gc] Failed to reserve address space for mark stacks, MEMORY",
        "a/b (Too many open files), DESCRIPTORS",
        "/t/a: NNo space left on device, DISK",
        "mmap: Cannot allocate memory, MEMORY",
        "There is insufficient memory for the Java Runtime Environment, MEMORY",
        "Could not allocate compressed class space: 1073741824 bytes, MEMORY",
        "Could not reserve enough space for 3145728KB object heap, MEMORY",
        "java.lang.OutOfMemoryError: Java heap space, HEAP",
        "java.lang.OutOfMemoryError: Metaspace, HEAP"
    })
    void whatHasRunOutIsFoundInPiecesOfAnySize(String text, Shortage shortage) {
        for (int piece = 1; piece < text.length(); piece++) {
            ranOut.clear();
            read("words\n" + text + "\nmore\n", piece);
            assertThat(ranOut).as("pieces of %d", piece).containsExactly(shortage);
        }
    }

    @Test
    void aMissingClassIsFoundInPiecesOfAnySize() {
        String text =
                "Error: Could not find or load main class p.Main\n"
                        + "Caused by: java.lang.ClassNotFoundException: p.Main\n";
        for (int piece = 1; piece < text.length(); piece++) {
            found.clear();
            read("ClassClassNot\n" + text + NEWER + "\n", piece);
            assertThat(found)
                    .as("pieces of %d", piece)
                    .containsExactly(
                            new MissingClass("p.Main"),
                            new UnloadableClass("a.Sum", 26, 25, false));
        }
    }

    /** A JVM says what it cannot load before the program writes anything. */
    @Test
    void onlyTheFirstBytesAreLookedAt() {
        String text = "Cannot fork\n" + NEWER + "\n";
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        for (int most : List.of(bytes.length, "Cannot fork\n".length(), 10)) {
            found.clear();
            ranOut.clear();
            ErrorWatch watch = new ErrorWatch(most, found::add, ranOut::add);
            for (byte each : bytes) {
                watch.read(new byte[] {each}, 0, 1);
            }
            watch.end();
            assertThat(found).as("of %d bytes", most).hasSize(most < bytes.length ? 0 : 1);
            assertThat(ranOut).as("of %d bytes", most).hasSize(most < 11 ? 0 : 1);
        }
    }

    @Test
    void otherTextsAreNone() {
        read("Unsupported ClassVersionError\n", 7);
        read("UnsupportedClassVersionError", 7);
        read("UnsupportedClassVersionError: my own words\n", 7);
        read("UnsupportedClassVersionError" + "x".repeat(1 << 20) + "\n", 64 << 10);
        read("Too many open file, cannot fork, No space left\n", 7);
        read("ClassNotFoundException: my own words\n", 7);
        assertThat(found).isEmpty();
        assertThat(ranOut).isEmpty();
    }
}
