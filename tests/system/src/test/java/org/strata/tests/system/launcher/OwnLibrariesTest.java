package org.strata.tests.system.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.strata.tests.system.JobRunner.command;
import static org.strata.tests.system.JobRunner.mpirun;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.strata.testkit.LongRun;
import org.strata.tests.system.BesideOthers;
import org.strata.tests.system.CompiledPrograms;
import org.strata.tests.system.JobRunner;
import org.strata.tests.system.JobRunner.Result;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Programs with libraries that Strata uses, too, in other versions: Strata's are not theirs. */
@BesideOthers
class OwnLibrariesTest {
    /** Prints which libraries it runs with, and uses each; as a rank, after MPI.Init. */
    private static final String PROGRAM =
            """
            import com.google.inject.AbstractModule;
            import com.google.inject.Guice;
            import com.google.inject.Injector;
            import com.google.inject.matcher.Matchers;
            import com.typesafe.config.Config;
            import com.typesafe.config.ConfigFactory;
            import io.netty.channel.embedded.EmbeddedChannel;
            import org.slf4j.LoggerFactory;

            public class Libraries {
                public static class Greeter {
                    @Deprecated
                    public String greet() {
                        return "plain";
                    }
                }

                static class Greetings extends AbstractModule {
                    @Override
                    protected void configure() {
                        bind(Greeter.class);
                        bindInterceptor(
                                Matchers.any(),
                                Matchers.annotatedWith(Deprecated.class),
                                call -> "intercepted");
                    }
                }

                static void origin(Class<?> type) {
                    String jar = type.getProtectionDomain().getCodeSource().getLocation().getPath();
                    System.out.println(type.getSimpleName() + " of " + jar.replaceAll(".*/", ""));
                }

                public static void main(String[] args) throws Exception {
                    boolean rank = System.getenv("OMPI_COMM_WORLD_RANK") != null;
                    if (rank) {
                        Class.forName("mpi.MPI").getMethod("Init", String[].class)
                                .invoke(null, (Object) args);
                    }
                    origin(Injector.class);
                    origin(Config.class);
                    origin(EmbeddedChannel.class);
                    origin(LoggerFactory.getILoggerFactory().getClass());
                    Injector injector = Guice.createInjector(new Greetings());
                    System.out.println(injector.getInstance(Greeter.class).greet());
                    EmbeddedChannel channel = new EmbeddedChannel();
                    channel.writeInbound("through netty");
                    System.out.println((Object) channel.readInbound());
                    Config config = ConfigFactory.load();
                    System.out.println(config.getString("program.key") + " " + config.hasPath("mca"));
                    ClassLoader loader = Libraries.class.getClassLoader();
                    loader.resources("reference.conf").forEach(
                            url -> System.out.println(url.getPath().replaceAll(".*/", "")));
                    if (rank) {
                        Class.forName("mpi.MPI").getMethod("Finalize").invoke(null);
                    }
                }
            }
            """;

    @TempDir Path temp;
    private String classPath;

    @BeforeEach
    void write() throws IOException {
        Files.writeString(temp.resolve("Libraries.java"), PROGRAM);
        Files.writeString(temp.resolve("reference.conf"), "program { key = value }");
        Files.writeString(
                temp.resolve("logback.xml"), "<configuration><root level='OFF'/></configuration>");
        Path libraries = JobRunner.root().resolve("tests/system/target/libraries");
        classPath = temp + ":" + libraries + "/*";
    }

    private static String jars() throws IOException {
        Path libraries = JobRunner.root().resolve("tests/system/target/libraries");
        try (Stream<Path> files = Files.list(libraries)) {
            return files.map(Path::toString).collect(Collectors.joining(":"));
        }
    }

    @Test
    void aProgramRunsWithItsOwnLibraries() throws IOException {
        String file = temp.resolve("Libraries.java").toString();
        CompiledPrograms.compileWith(jars(), temp, file);
        Result job = mpirun("-np", "1", "java", "-cp", classPath, "Libraries").run().ok();
        assertThat(job.lines())
                .containsExactly(
                        "Injector of guice-5.1.0.jar",
                        "Config of config-1.4.1.jar",
                        "EmbeddedChannel of netty-transport-4.1.118.Final.jar",
                        "LoggerContext of logback-classic-1.2.13.jar",
                        "intercepted",
                        "through netty",
                        "value false",
                        "reference.conf");
    }

    /** The JDK's source launcher has class loaders of its own. */
    @Test
    @LongRun
    void aSourceFileRunsWithItsOwnLibraries() {
        String java = JobRunner.jdk().resolve("bin/java").toString();
        String file = temp.resolve("Libraries.java").toString();
        Result job = mpirun("-np", "1", "java", "-cp", classPath, file).run().ok();
        Result plain = command(java, "-cp", classPath, file).run().ok();
        assertThat(job.lines()).isEqualTo(plain.lines());
    }

    /** The log of a library that Strata has inside would come before the program's first line. */
    @Test
    @LongRun
    void aProgramWithALoggerPrintsItsOwnFirstLineFirst() throws IOException {
        Path elsewhere = Files.createDirectory(temp.resolve("logs"));
        Path file =
                Files.writeString(
                        elsewhere.resolve("Logs.java"),
                        """
                        public class Logs {
                            public static void main(String[] args) throws Exception {
                                org.slf4j.LoggerFactory.getLogger("own").debug("first");
                                mpi.MPI.Init(args);
                                mpi.MPI.COMM_WORLD.barrier();
                                mpi.MPI.Finalize();
                            }
                        }
                        """);
        Path libraries = JobRunner.root().resolve("tests/system/target/libraries");
        String jar = JobRunner.root().resolve("dist/lib/mpi.jar").toString();
        Result ranks =
                mpirun("-np", "2", "java", "-cp", libraries + "/*", file.toString()).run().ok();
        assertThat(ranks.lines()).hasSize(2).allMatch(line -> line.endsWith("DEBUG own - first"));
        ranks.quiet();
        Result singleton =
                command(
                                JobRunner.jdk().resolve("bin/java").toString(),
                                "-cp",
                                jar + ":" + libraries + "/*",
                                file.toString())
                        .run()
                        .ok();
        assertThat(singleton.lines()).singleElement().asString().endsWith("DEBUG own - first");
        singleton.quiet();
    }

    /** As one jar with a manifest, and as modules: the program is in a package then. */
    @Test
    @LongRun
    void aProgramInAJarRunsWithItsOwnLibraries() throws IOException {
        Path classes = Files.createDirectories(temp.resolve("app"));
        Path source = Files.createDirectories(temp.resolve("src")).resolve("Libraries.java");
        Files.writeString(source, "package app;\n" + PROGRAM);
        Path jar = temp.resolve("program.jar");
        Path libraries = JobRunner.root().resolve("tests/system/target/libraries");
        String manifest = "Class-Path: program.jar";
        try (Stream<Path> files = Files.list(libraries)) {
            for (Path file : files.sorted().toList()) {
                manifest += "\n  " + file.toUri();
            }
        }
        Path attributes = Files.writeString(temp.resolve("attributes"), manifest + "\n");
        tool("javac", "-proc:none", "-d", "" + classes, "-cp", classPath, "" + source);
        Files.copy(temp.resolve("reference.conf"), classes.resolve("reference.conf"));
        Files.copy(temp.resolve("logback.xml"), classes.resolve("logback.xml"));
        tool("jar", "cfme", "" + jar, "" + attributes, "app.Libraries", "-C", "" + classes, ".");
        runsAsUnderJava("-jar", jar.toString());
        runsAsUnderJava("-p", libraries + ":" + jar, "-m", "program/app.Libraries");
    }

    private static void tool(String name, String... words) {
        List<String> all = new ArrayList<>();
        all.add(JobRunner.jdk().resolve("bin/" + name).toString());
        all.addAll(List.of(words));
        command(all.toArray(String[]::new)).run().ok();
    }

    private static void runsAsUnderJava(String... words) {
        List<String> plain = new ArrayList<>(List.of(words));
        plain.addFirst(JobRunner.jdk().resolve("bin/java").toString());
        List<String> expected = command(plain.toArray(String[]::new)).run().ok().lines();
        assertThat(expected).startsWith("Injector of guice-5.1.0.jar").contains("intercepted");
        List<String> rank = new ArrayList<>(List.of("-np", "1", "java"));
        rank.addAll(List.of(words));
        assertThat(mpirun(rank.toArray(String[]::new)).run().ok().lines()).isEqualTo(expected);
    }

    /** Whatever else were in the jar would come before the program's own. */
    @Test
    void theJarHasNothingButItsOwnPackages() throws IOException {
        command(JobRunner.root().resolve("mpirun").toString(), "--version").run().ok();
        try (JarFile jar = new JarFile(JobRunner.root().resolve("dist/lib/mpi.jar").toFile())) {
            List<String> names =
                    jar.stream()
                            .map(entry ->
                                    entry.getName().replaceAll("^META-INF/versions/\\d+/", ""))
                            .filter(name -> !name.endsWith("/") && !name.isEmpty())
                            .toList();
            assertThat(names)
                    .filteredOn(name -> !name.startsWith("mpi/") && !name.startsWith("org/strata/"))
                    // The class that MPJ Express' users start.
                    .filteredOn(name -> !name.startsWith("runtime/starter/"))
                    .containsExactlyInAnyOrder(
                            "META-INF/MANIFEST.MF",
                            "META-INF/LICENSE",
                            "META-INF/NOTICE",
                            "META-INF/services/org.strata.mca.base.ComponentModule",
                            "META-INF/services/org.strata.opal.report.ReportMaker",
                            "module-info.class");
        }
    }
}
