package org.strata.launcher.raw;

import org.strata.opal.sys.HostFiles;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * This process' arguments, variables and directory, with all bytes. The JDK replaces those that are
 * no characters of the locale before any Java code runs; they are read again from {@code
 * /proc/self} where that may have happened.
 */
public final class OwnProcess {
    private static final Path SELF = HostFiles.process("self");

    /** Read once: the process never changes it, and the JDK, too, reads it once. */
    private static final class Directory {
        static final boolean RAW = RawText.isDoubtful(System.getProperty("user.dir"));
        static final Path PATH = RAW ? real() : Path.of("").toAbsolutePath();

        private static Path real() {
            try {
                return Files.readSymbolicLink(SELF.resolve("cwd"));
            } catch (IOException e) {
                return Path.of("").toAbsolutePath();
            }
        }
    }

    private OwnProcess() {}

    /**
     * Returns the arguments of the main class.
     *
     * @param words as the JDK has decoded them
     */
    public static List<String> arguments(String[] words) {
        List<String> given = List.of(words);
        if (given.stream().noneMatch(RawText::isDoubtful)) {
            return given;
        }
        // What precedes them are java's own words.
        List<String> all = read("cmdline");
        int first = all.size() - words.length;
        return first < 0 ? given : all.subList(first, all.size());
    }

    /** Returns the environment. */
    public static Map<String, String> environment() {
        Map<String, String> given = System.getenv();
        boolean doubtful =
                given.entrySet().stream()
                        .anyMatch(each ->
                                RawText.isDoubtful(each.getKey())
                                        || RawText.isDoubtful(each.getValue()));
        if (!doubtful) {
            return given;
        }
        Map<String, String> variables = new HashMap<>();
        for (String entry : read("environ")) {
            // The JDK, too, looks for the sign behind the first character.
            int equals = entry.indexOf('=', 1);
            if (equals > 0) {
                variables.putIfAbsent(entry.substring(0, equals), entry.substring(equals + 1));
            }
        }
        return variables.isEmpty() ? given : variables;
    }

    /** Returns the working directory, absolute. */
    public static Path directory() {
        return Directory.PATH;
    }

    /** Returns whether the JDK cannot resolve paths that are relative to the directory. */
    static boolean inRawDirectory() {
        return Directory.RAW;
    }

    /** Returns strings that end with a zero byte each; none when the file cannot be read. */
    private static List<String> read(String name) {
        byte[] bytes;
        try {
            bytes = Files.readAllBytes(SELF.resolve(name));
        } catch (IOException e) {
            return List.of();
        }
        List<String> strings = new ArrayList<>();
        int start = 0;
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] == 0) {
                strings.add(RawText.decode(bytes, start, i - start));
                start = i + 1;
            }
        }
        return strings;
    }
}
