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
     * @param words packages of Strata's whose classes are needed, too, with commas between them;
     *     directory of classes, name of the main class, then its arguments
     */
    public static void main(String[] words) throws Exception {
        URI directory = Path.of(words[1]).toUri();
        try (URLClassLoader loader = new URLClassLoader(new URL[] {directory.toURL()})) {
            Class<?> program = loader.loadClass(words[2]);
            String[] arguments = Arrays.copyOfRange(words, 3, words.length);
            program.getMethod("main", String[].class).invoke(null, (Object) arguments);
        }
        link(words[0].split(","));
    }

    /**
     * Puts the classes of packages into the cache of which the program has used some only. What
     * this uses of the JDK is in the cache then, too: so no patterns.
     *
     * @param packages such as {@code btl/tcp}
     */
    private static void link(String[] packages) throws Exception {
        ClassLoader loader = TrainingRun.class.getClassLoader();
        // Ranks that record nothing have the working directory behind the jar.
        String[] path = System.getProperty("java.class.path").split(File.pathSeparator);
        try (JarFile jar = new JarFile(path[0])) {
            for (JarEntry entry : Collections.list(jar.entries())) {
                String name = entry.getName();
                if (isOf(packages, name) && !name.endsWith("package-info.class")) {
                    String type = name.substring(0, name.length() - 6).replace('/', '.');
                    // To ask for its methods links a class; a class that is only loaded is left
                    // out.
                    var unused = Class.forName(type, false, loader).getDeclaredMethods();
                }
            }
        }
    }

    private static boolean isOf(String[] packages, String file) {
        for (String each : packages) {
            if (file.startsWith("org/strata/" + each + "/") && file.endsWith(".class")) {
                return true;
            }
        }
        return false;
    }
}
