package org.strata.mca.base;

import org.strata.opal.sys.HeapLimit;
import org.strata.opal.sys.HostMemory;

import java.nio.file.Path;
import java.util.List;

/**
 * Facts of this installation that {@code mpi_info} prints.
 *
 * @param version of Strata
 * @param lines all facts in the order of printing
 */
public record InfoFacts(String version, List<Fact> lines) {
    /** Copies the list. */
    public InfoFacts {
        lines = List.copyOf(lines);
    }

    /**
     * One fact.
     *
     * @param key for scripts: {@code arch}
     * @param label for people: {@code Architecture}
     * @param value the fact
     */
    public record Fact(String key, String label, String value) {}

    /**
     * Reads the facts of this process's installation.
     *
     * @param home the directory of the distribution, or null
     */
    public static InfoFacts ofThisProcess(Path home) {
        String version = installedVersion();
        long memory = HostMemory.usable();
        return new InfoFacts(
                version,
                List.of(
                        new Fact("package", "Package", "Strata, MPI for the JVM in pure Java"),
                        new Fact("strata:version:full", "Strata", version),
                        new Fact("path:prefix", "Prefix", home == null ? "none" : home.toString()),
                        new Fact("hostname", "Host", LocalHost.name()),
                        new Fact("arch", "Architecture", property("os.arch")),
                        new Fact(
                                "os",
                                "Operating system",
                                property("os.name") + " " + property("os.version")),
                        new Fact(
                                "jdk",
                                "JDK",
                                property("java.vm.version") + " (" + property("java.vendor") + ")"),
                        new Fact("path:jdk", "JDK home", property("java.home")),
                        new Fact("memory", "Memory", HeapLimit.gibi(memory) + " GiB"),
                        new Fact("heap", "Heap of a rank", HeapLimit.describe(memory)),
                        new Fact("bindings:java", "Java bindings", "yes"),
                        new Fact("bindings:c", "C bindings", "no"),
                        new Fact("mpi-api:version:full", "MPI API", "3.1"),
                        new Fact("threads", "Thread support", "yes (MPI_THREAD_MULTIPLE: yes)")));
    }

    /** The version in the jar's manifest; classes that are not in one are a developer's. */
    public static String installedVersion() {
        String version = InfoFacts.class.getPackage().getImplementationVersion();
        return version == null ? "development" : version;
    }

    /** Returns the program that this JVM runs, with its arguments, as far as the JVM tells. */
    public static String runningProgram() {
        return "java " + System.getProperty("sun.java.command", "");
    }

    private static String property(String name) {
        return System.getProperty(name, "unknown");
    }
}
