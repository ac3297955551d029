package org.strata.launcher.aot;

import java.io.File;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

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
        linkOtherLinks();
    }

    /** Puts the classes of the links that the program did not use into the cache, too. */
    private static void linkOtherLinks() throws Exception {
        ClassLoader loader = TrainingRun.class.getClassLoader();
        // Ranks that record nothing have the working directory behind the jar.
        String[] path = System.getProperty("java.class.path").split(File.pathSeparator);
        try (JarFile jar = new JarFile(path[0])) {
            for (JarEntry entry : Collections.list(jar.entries())) {
                String name = entry.getName();
                if (name.matches("org/strata/(btl/(tcp|openib)|verbs)/.*\\.class")
                        && !name.endsWith("package-info.class")) {
                    String type = name.substring(0, name.length() - 6).replace('/', '.');
                    // To ask for its methods links a class; a class that is only loaded is left
                    // out.
                    var unused = Class.forName(type, false, loader).getDeclaredMethods();
                }
            }
        }
    }
}
