package org.strata.launcher.program;

import java.nio.file.Path;
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
     */
    record Program(String main, List<String> words, Path directory, String java) {}

    /** Returns whether it explains why that program has ended. */
    boolean explains(Program program);

    /** Returns what a rank has done, for the middle of a sentence. */
    String failure();

    /** Returns the lines that say what to do. */
    List<String> explanation(Program program);
}
