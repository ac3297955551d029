package org.strata.tests.system.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.strata.tests.system.JobRunner.command;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.strata.tests.system.JobRunner;
import org.strata.tests.system.JobRunner.Result;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;

/** A distribution that was built, with its start-up caches, in one place and copied to another. */
class MovedInstallationTest {
    private static final String FOREIGN =
            """
            package mpi;
            public class MPI {
                static { System.out.println("foreign code runs"); }
            }
            """;

    @TempDir Path temp;

    /** A foreign jar at the path where the caches were trained is not loaded. */
    @Test
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
        assertThat(result.err()).isEmpty();
        Result info =
                command(copy.resolve("bin/mpi_info").toString(), "--path", "prefix").run().ok();
        assertThat(info.text()).contains(copy.toString());
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
        String javac = JobRunner.jdk().resolve("bin/javac").toString();
        command(javac, "-d", temp.toString(), source.toString()).run().ok();
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream entries = new JarOutputStream(out)) {
            entries.putNextEntry(new JarEntry("mpi/MPI.class"));
            entries.write(Files.readAllBytes(temp.resolve("mpi/MPI.class")));
        }
    }
}
