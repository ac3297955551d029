package org.strata.tests.system.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.strata.tests.system.JobRunner.command;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.strata.testkit.LongRun;
import org.strata.tests.system.BesideOthers;
import org.strata.tests.system.CompiledPrograms;
import org.strata.tests.system.JobRunner;
import org.strata.tests.system.JobRunner.Result;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;

/** A distribution that was built, with its start-up caches, in one place and copied to another. */
@BesideOthers
class MovedInstallationTest {
    private static final String FOREIGN =
            """
            package mpi;
            public class MPI {
                static { System.out.println("foreign code runs"); }
            }
            """;

    private static final String GIVEN =
            """
            import java.lang.management.ManagementFactory;

            public class Given {
                public static void main(String[] args) {
                    System.out.println(ManagementFactory.getRuntimeMXBean().getInputArguments());
                }
            }
            """;

    @TempDir Path temp;

    /** A foreign jar at the path where the caches were trained is not loaded. */
    @Test
    @LongRun
    void nothingIsLoadedFromWhereTheCachesWereTrained() throws IOException {
        Path built = temp.resolve("built");
        Path copy = temp.resolve("copy");
        Path dist = JobRunner.root().resolve("dist");
        shell(
                "mkdir -p $1/lib; cp -r $0/bin $0/conf $1; cp $0/lib/mpi.jar $1/lib",
                dist.toString(),
                built.toString());
        train(built);
        shell("cp -r $0 $1", built.toString(), copy.toString());
        putForeignJar(built.resolve("lib/mpi.jar"));

        Result result =
                command(
                                copy.resolve("bin/mpirun").toString(),
                                "-np",
                                "1",
                                "sh",
                                "-c",
                                "echo $STRATA_HOME",
                                ":",
                                "-np",
                                "1",
                                "java",
                                "-cp",
                                JobRunner.classes(),
                                "org.strata.tests.system.launcher.programs.Loader")
                        .run()
                        .ok();
        assertThat(result.lines())
                .containsExactlyInAnyOrder(
                        copy.toString(), copy.resolve("lib/mpi.jar").toUri().toURL().toString());
        result.quiet();
        Result info =
                command(copy.resolve("bin/mpi_info").toString(), "--path", "prefix").run().ok();
        assertThat(info.text()).contains(copy.toString());
    }

    /** As where an administrator has installed Strata, and a user runs another JDK. */
    @Test
    @LongRun
    void theUsersOwnCachesServeWhereTheInstallationHasThoseOfAnotherJdk() throws IOException {
        Path installed = temp.resolve("installed");
        shell(
                "mkdir -p $1/lib; cp -r $0/bin $0/conf $1; cp $0/lib/mpi.jar $1/lib",
                JobRunner.root().resolve("dist").toString(),
                installed.toString());
        Path jdk = JobRunner.jdk().toRealPath();
        Path own = temp.resolve("caches/strata/" + flat(installed) + "+" + flat(jdk));
        Files.createDirectories(own);
        Files.writeString(own.resolve("trained"), "of this JDK\n");
        // The JVM ignores a cache that it cannot read: what the rank was given is looked at.
        Files.writeString(own.resolve("source.aot"), "-");
        Files.writeString(installed.resolve("lib/source.aot"), "-");
        Path source = Files.writeString(temp.resolve("Given.java"), GIVEN);
        String release = Files.readString(jdk.resolve("release"));
        String version = release.replaceAll("(?s).*JAVA_VERSION=\"([^\"]*)\".*", "$1");

        for (String trained : new String[] {"24 /opt/jdk-24", version + " " + jdk}) {
            Files.writeString(installed.resolve("lib/trained"), trained + "\n");
            Path serving = trained.startsWith("24") ? own : installed.resolve("lib");
            Result result =
                    command(
                                    installed.resolve("bin/mpirun").toString(),
                                    "-np",
                                    "1",
                                    "java",
                                    source.toString())
                            .env("XDG_CACHE_HOME", temp.resolve("caches").toString())
                            .env("STRATA_JAVA_HOME", jdk.toString())
                            .run()
                            .ok();
            assertThat(result.text()).contains("-XX:AOTCache=" + serving.resolve("source.aot"));
        }
    }

    /** Caches are a hundred megabytes: what was trained before the failure is not kept. */
    @Test
    void aTrainingThatFailsSaysSoAndLeavesNothing() throws IOException {
        Path installed = temp.resolve("installed");
        Path work = Files.createDirectory(temp.resolve("work"));
        shell(
                "mkdir -p $1/lib; cp -r $0/bin $0/conf $0/share $1; cp $0/lib/mpi.jar $1/lib",
                JobRunner.root().resolve("dist").toString(),
                installed.toString());
        Files.writeString(installed.resolve("share/strata/Warmup.java"), "class Warmup {");
        Result result =
                command(installed.resolve("bin/strata-train").toString())
                        .env("JAVA_TOOL_OPTIONS", "-Djava.io.tmpdir=" + work)
                        .env("STRATA_JAVA_HOME", JobRunner.jdk().toString())
                        .run()
                        .failed(1);
        assertThat(result.text()).contains("AOT: training failed; jobs will start more slowly");
        assertThat(work).isEmptyDirectory();
    }

    private static String flat(Path path) {
        return path.toString().substring(1).replace('/', '_');
    }

    private static void shell(String script, String... words) {
        String[] all = new String[3 + words.length];
        all[0] = "sh";
        all[1] = "-ec";
        all[2] = script;
        System.arraycopy(words, 0, all, 3, words.length);
        command(all).run().ok();
    }

    /** Trains a cache for mpirun, as the build does. */
    private static void train(Path dist) {
        command(
                        JobRunner.jdk().resolve("bin/java").toString(),
                        "-XX:AOTCacheOutput=" + dist.resolve("lib/mpirun.aot"),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        dist.resolve("lib/mpi.jar").toString(),
                        "org.strata.launcher.Mpirun",
                        "-np",
                        "1",
                        "true")
                .run()
                .ok();
        assertThat(dist.resolve("lib/mpirun.aot")).exists();
    }

    private void putForeignJar(Path jar) throws IOException {
        Path source = Files.writeString(temp.resolve("MPI.java"), FOREIGN);
        CompiledPrograms.compile(temp, "mpi.jar", source.toString());
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream entries = new JarOutputStream(out)) {
            entries.putNextEntry(new JarEntry("mpi/MPI.class"));
            entries.write(Files.readAllBytes(temp.resolve("mpi/MPI.class")));
        }
    }
}
