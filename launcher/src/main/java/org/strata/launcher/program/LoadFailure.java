package org.strata.launcher.program;

import org.strata.launcher.cli.UsageException;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Why a rank's JVM has not loaded a class, as the name of its error and the text behind it tell. A
 * rank that never comes to MPI has no other way to say so.
 */
public sealed interface LoadFailure permits MissingClass, UnloadableClass {
    /**
     * What is known of a rank's program beside what the JVM printed.
     *
     * @param main the name of the class that it runs, or of the program
     * @param words its command line
     * @param directory its working directory
     * @param java where its Java was found
     * @param host the host that it ran on, or null for this one: files of others are not seen
     */
    record Program(String main, List<String> words, Path directory, String java, String host) {
        /**
         * Returns what is known of a program that no rank of this host runs: it was not resolved.
         *
         * @param command the words that the user gave
         */
        public static Program elsewhere(
                List<String> command, Path directory, String java, String host) {
            int at = 0;
            while (at < command.size() && !command.get(at).matches("(.*/)?java")) {
                at++;
            }
            JavaCommand parsed = null;
            try {
                if (at < command.size()) {
                    List<String> words = command.subList(at + 1, command.size());
                    parsed = new JavaCommandParser(directory).parse(words);
                }
            } catch (UsageException e) {
                // An argument file of the other host: nothing more is known.
            }
            if (parsed == null || parsed.main() == null) {
                return new Program(command.getFirst(), command, directory, java, host);
            }
            List<String> words = new ArrayList<>(List.of("java"));
            if (parsed.classPath() != null) {
                words.addAll(List.of("-cp", parsed.classPath()));
            }
            return new Program(parsed.main(), words, directory, java, host);
        }
    }

    /** Returns whether it explains why that program has ended. */
    boolean explains(Program program);

    /** Returns what a rank has done, for the middle of a sentence. */
    String failure();

    /** Returns the lines that say what to do. */
    List<String> explanation(Program program);
}
