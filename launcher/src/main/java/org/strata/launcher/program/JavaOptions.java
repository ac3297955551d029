package org.strata.launcher.program;

import org.strata.launcher.cli.UsageException;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The options that the JVMs of a program get from its user, by its command and by variables. They
 * are read without looking for the program: it may be on another host.
 *
 * @param java whether a java command is among the program's words
 * @param command the options on its command line
 * @param all those of variables, too
 */
public record JavaOptions(boolean java, List<String> command, List<String> all) {
    /**
     * Returns the options of a program.
     *
     * @param words its command, in which {@code java} may follow a wrapper such as taskset
     * @param environment its environment
     * @param directory its working directory, for argument files
     */
    public static JavaOptions of(
            List<String> words, Map<String, String> environment, Path directory) {
        int java = 0;
        while (java < words.size() && !isJava(words.get(java))) {
            java++;
        }
        if (java == words.size()) {
            return new JavaOptions(false, List.of(), List.of());
        }
        List<String> own = options(words.subList(java + 1, words.size()), directory);
        List<String> all = new ArrayList<>(own);
        for (String name : JavaLaunch.OPTION_VARIABLES) {
            all.addAll(words(environment.getOrDefault(name, "")));
        }
        return new JavaOptions(true, own, all);
    }

    private static boolean isJava(String word) {
        return word.equals("java") || word.endsWith("/java");
    }

    /** What cannot be read is an error later, where the program is started. */
    private static List<String> options(List<String> words, Path directory) {
        try {
            return new JavaCommandParser(directory).parse(words).options();
        } catch (UsageException e) {
            return List.of();
        }
    }

    /** Returns the words of a variable with options for JVMs. */
    static List<String> words(String value) {
        return value.isBlank() ? List.of() : ArgumentFile.parse(value);
    }
}
