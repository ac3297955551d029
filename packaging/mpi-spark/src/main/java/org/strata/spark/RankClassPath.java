package org.strata.spark;

import java.io.File;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Set;

/** The class path of ranks: mpi.jar and what the application has brought, without Spark. */
final class RankClassPath {
    private RankClassPath() {}

    /**
     * Returns the class path.
     *
     * @param loader the task's, with the jars of {@code --jars} and of the application
     * @param program the class that the ranks run
     * @throws IllegalStateException when mpi.jar or the program is not there
     */
    static String of(ClassLoader loader, String program) {
        Set<String> path = new LinkedHashSet<>();
        add(
                path,
                container(
                        loader,
                        "mpi/MPI.class",
                        "mpi.jar is not on the executor: add it to"
                                + " spark.jars, or to spark.executor.extraClassPath"));
        for (ClassLoader each = loader;
                each != null && each != ClassLoader.getSystemClassLoader();
                each = each.getParent()) {
            if (each instanceof URLClassLoader urls) {
                for (URL url : urls.getURLs()) {
                    add(path, url.getProtocol().equals("file") ? path(url.toString()) : null);
                }
            }
        }
        String resource = program.replace('.', '/') + ".class";
        add(
                path,
                container(
                        loader,
                        resource,
                        "class "
                                + program
                                + " is in no jar on the executor: put it into one that spark.jars"
                                + " names, or spark-submit; classes that are typed into a shell"
                                + " exist there alone"));
        add(path, container(loader, RankMain.class.getName().replace('.', '/') + ".class", ""));
        // For programs in Scala, whose applications do not bring it.
        add(path, container(loader, "scala/Option.class", ""));
        return String.join(File.pathSeparator, path);
    }

    private static void add(Set<String> path, String entry) {
        if (entry != null) {
            path.add(entry);
        }
    }

    private static String container(ClassLoader loader, String resource, String otherwise) {
        URL url = loader.getResource(resource);
        String outside = url == null ? "" : url.toString();
        outside = outside.substring(0, Math.max(0, outside.length() - resource.length()));
        if (outside.startsWith("jar:") && outside.endsWith("!/")) {
            outside = outside.substring("jar:".length(), outside.length() - "!/".length());
        }
        if (outside.startsWith("file:")) {
            return path(outside);
        }
        if (otherwise.isEmpty()) {
            return null;
        }
        throw new IllegalStateException(otherwise + ".");
    }

    private static String path(String url) {
        try {
            return Path.of(new URI(url)).toString();
        } catch (URISyntaxException | IllegalArgumentException e) {
            throw new IllegalStateException("a class path has the entry " + url, e);
        }
    }
}
