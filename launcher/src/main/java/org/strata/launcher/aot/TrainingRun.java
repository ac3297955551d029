package org.strata.launcher.aot;

import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Runs a class that is not on the class path. The start-up caches are trained with mpi.jar as the
 * whole class path, because a cache fits every class path that begins with its own; the program
 * that does the training must therefore come from elsewhere.
 */
public final class TrainingRun {
    private TrainingRun() {}

    /**
     * Runs a program.
     *
     * @param words directory of classes, name of the main class, then its arguments
     */
    public static void main(String[] words) throws Exception {
        URI directory = Path.of(words[0]).toUri();
        try (URLClassLoader loader = new URLClassLoader(new URL[] {directory.toURL()})) {
            Class<?> program = loader.loadClass(words[1]);
            String[] arguments = Arrays.copyOfRange(words, 2, words.length);
            program.getMethod("main", String[].class).invoke(null, (Object) arguments);
        }
    }
}
