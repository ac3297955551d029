package org.strata.junit;

import java.io.File;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.net.URL;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** What the ranks' JVMs have in common with the JVM of the tests: class path and options. */
final class RankJvm {
    /** Build tools and IDEs may load JUnit itself from jars that are not on the class path. */
    private static final List<String> JUNIT =
            List.of(
                    "org.junit.platform.launcher.Launcher",
                    "org.junit.platform.engine.TestEngine",
                    "org.junit.platform.commons.support.AnnotationSupport",
                    "org.junit.jupiter.engine.JupiterTestEngine",
                    "org.junit.jupiter.api.Test",
                    "org.opentest4j.AssertionFailedError",
                    "org.apiguardian.api.API",
                    "org.jspecify.annotations.Nullable");

    /** Agents, debuggers and start-up caches are of one JVM. */
    private static final List<String> PASSED_ON =
            List.of(
                    "-D",
                    "-Xm",
                    "-Xs",
                    "-XX:Max",
                    "-ea",
                    "-da",
                    "--add-",
                    "--enable-",
                    "--sun-misc",
                    "--illegal");

    private RankJvm() {}

    /** Returns the class path of a test. */
    static String classPath(Class<?> test) {
        Collection<String> path = new LinkedHashSet<>();
        path.addAll(property("java.class.path"));
        path.addAll(property("jdk.module.path"));
        path.add(root(test));
        ClassLoader loader = MpiJob.class.getClassLoader();
        ClassLoader engine = Thread.currentThread().getContextClassLoader();
        for (String name : JUNIT) {
            String resource = name.replace('.', '/') + ".class";
            Stream.of(loader, engine)
                    .filter(each -> each != null && each.getResource(resource) != null)
                    .findFirst()
                    .ifPresent(each -> path.add(container(each.getResource(resource), resource)));
        }
        return String.join(File.pathSeparator, path);
    }

    private static Set<String> property(String name) {
        Set<String> entries = new LinkedHashSet<>();
        for (String entry : System.getProperty(name, "").split(File.pathSeparator, -1)) {
            if (!entry.isEmpty()) {
                entries.add(Path.of(entry).toAbsolutePath().toString());
            }
        }
        return entries;
    }

    /** Returns the directory or jar with a class. */
    static String root(Class<?> type) {
        String resource = type.getName().replace('.', '/') + ".class";
        return container(type.getResource("/" + resource), resource);
    }

    /** Returns the jar or the directory of a resource, such as jar:file:/x.jar!/a/B.class. */
    static String container(URL url, String resource) {
        String text = url.toString();
        String outside = text.substring(0, text.length() - resource.length());
        if (outside.startsWith("jar:")) {
            outside = outside.substring("jar:".length(), outside.length() - "!/".length());
        }
        return Path.of(URI.create(outside)).toString();
    }

    /**
     * Returns the options of this JVM that hold for ranks, too. A test is short: the second
     * compiler would only cost time, unless the test asks for it ({@code -XX:TieredStopAtLevel=4}).
     */
    static List<String> options() {
        List<String> options = new ArrayList<>(List.of("-ea", "-XX:TieredStopAtLevel=1"));
        for (String option : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
            if (PASSED_ON.stream().anyMatch(option::startsWith)) {
                options.add(option);
            }
        }
        return options;
    }
}
