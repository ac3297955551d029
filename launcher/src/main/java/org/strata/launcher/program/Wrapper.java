package org.strata.launcher.program;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A command that starts the java command which follows among its words: {@code taskset -c 0 java
 * Ring}, {@code env A=1 nice java Ring}. The words behind {@code java} are then those of a java
 * command, and get what one without a wrapper gets.
 *
 * @param java index of the word {@code java}
 * @param environment the environment that java gets, as far as the wrapper's words tell
 */
record Wrapper(int java, Map<String, String> environment) {
    /** Commands that run the rest of their words, on the same files, as the same user. */
    private static final Set<String> NAMES =
            Set.of(
                    "catchsegv",
                    "chrt",
                    "coz",
                    "env",
                    "gdb",
                    "hwloc-bind",
                    "ionice",
                    "likwid-perfctr",
                    "likwid-pin",
                    "ltrace",
                    "nice",
                    "nohup",
                    "nsys",
                    "numactl",
                    "perf",
                    "prlimit",
                    "rr",
                    "setarch",
                    "setsid",
                    "stdbuf",
                    "strace",
                    "taskset",
                    "time",
                    "timeout",
                    "unbuffer",
                    "valgrind");

    /** Of these the second word says what to do, and may be the name of a program, too. */
    private static final Set<String> WITH_VERB = Set.of("coz", "nsys", "perf", "rr");

    /**
     * Returns the wrapper in front of a java command, or null when a command is something else.
     *
     * @param words a command whose program has been found
     */
    static Wrapper of(List<String> words, Map<String, String> environment, Path directory) {
        Map<String, String> inside = new HashMap<>(environment);
        String path = environment.getOrDefault("PATH", "");
        String wrapper = wrapper(words.getFirst());
        for (int i = 1; i < words.size() && wrapper != null; i++) {
            String word = words.get(i);
            if (word.equals("java") || word.endsWith("/java")) {
                return new Wrapper(i, inside);
            }
            if (i == 1 && WITH_VERB.contains(wrapper)) {
                continue;
            }
            if (wrapper.equals("env") && word.indexOf('=') > 0 && word.charAt(0) != '-') {
                int equals = word.indexOf('=');
                inside.put(word.substring(0, equals), word.substring(equals + 1));
            } else if (isProgram(word, path, directory)) {
                // Java, if it follows, is an argument of this program.
                wrapper = wrapper(word);
            }
        }
        return null;
    }

    /** Options, numbers and lists of processors are no programs, whatever files there are. */
    private static boolean isProgram(String word, String path, Path directory) {
        boolean possible = !word.isEmpty() && (word.contains("/") || isLetter(word.charAt(0)));
        return possible && word.charAt(0) != '-' && Programs.lookUp(word, path, directory) != null;
    }

    private static boolean isLetter(char c) {
        return Character.isLetter(c) || c == '_';
    }

    private static String wrapper(String program) {
        String name = program.substring(program.lastIndexOf('/') + 1);
        return NAMES.contains(name) ? name : null;
    }
}
