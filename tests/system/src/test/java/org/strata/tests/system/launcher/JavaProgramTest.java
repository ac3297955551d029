package org.strata.tests.system.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.strata.tests.system.JobRunner.command;
import static org.strata.tests.system.JobRunner.mpirun;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.testkit.LongRun;
import org.strata.testkit.UsualRows;
import org.strata.tests.system.BesideOthers;
import org.strata.tests.system.CompiledPrograms;
import org.strata.tests.system.JobRunner;
import org.strata.tests.system.JobRunner.Result;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

@BesideOthers
class JavaProgramTest {
    private static final String SHOW = "org.strata.tests.system.launcher.programs.Show";
    private static final String SOURCE =
            """
            %s
            import mpi.MPI;
            public class %s {
                public static void main(String[] args) throws Exception {
                    MPI.Init(args);
                    System.out.println(
                            MPI.COMM_WORLD.getRank() + "/" + MPI.COMM_WORLD.getSize() + " "
                                    + String.join("|", args) + " " + EXTRA);
                    MPI.Finalize();
                }
            }
            """;

    @TempDir Path temp;

    private static String source(String head, String name, String extra) {
        return SOURCE.formatted(head, name).replace("EXTRA", extra);
    }

    private static void assertBothRanks(Result result, String rest) {
        assertThat(result.lines()).containsExactlyInAnyOrder("0/2 " + rest, "1/2 " + rest);
        result.quiet();
    }

    private void javac(Path into, String... words) {
        String[] all = new String[3 + words.length];
        all[0] = JobRunner.root().resolve("bin/mpijavac").toString();
        all[1] = "-d";
        all[2] = into.toString();
        System.arraycopy(words, 0, all, 3, words.length);
        command(all).in(temp).run().ok();
    }

    @ParameterizedTest
    @UsualRows(1)
    @ValueSource(strings = {"--class-path", "-cp", "-classpath"})
    void classPathOption(String option) {
        assertBothRanks(
                mpirun(
                                "-np",
                                "2",
                                "java",
                                "-Dgiven=x y",
                                option,
                                JobRunner.classes(),
                                SHOW,
                                "-cp",
                                "nowhere",
                                "-np",
                                "@file",
                                "TcpTest")
                        .run()
                        .ok(),
                "[-cp, nowhere, -np, @file, TcpTest] "
                        + SHOW
                        + " -cp nowhere -np @file TcpTest x y");
    }

    @Test
    @LongRun
    void classPathVariable() {
        assertBothRanks(
                mpirun("-np", "2", "java", SHOW).env("CLASSPATH", JobRunner.classes()).run().ok(),
                "[] " + SHOW + "  -");
    }

    @Test
    void currentDirectoryWithoutAnyClassPath() throws IOException {
        Path file = Files.writeString(temp.resolve("TcpCp.java"), source("", "TcpCp", "\"\""));
        javac(temp, file.toString());
        Files.delete(file);
        assertBothRanks(
                mpirun("-np", "2", "java", "TcpCp", "a", "b")
                        .env("CLASSPATH", null)
                        .in(temp)
                        .run()
                        .ok(),
                "a|b ");
    }

    @Test
    @LongRun
    void sourceFile() throws IOException {
        Path file = Files.writeString(temp.resolve("One.java"), source("", "One", "\"\""));
        assertBothRanks(
                mpirun("-np", "2", "java", file.toString(), "-x", "b c")
                        .env("CLASSPATH", null)
                        .run()
                        .ok(),
                "-x|b c ");
    }

    @Test
    void jarWithManifest() throws IOException {
        String extra =
                "java.util.List.of().getClass().getDeclaredField(\"elements\").trySetAccessible()";
        Path file = Files.writeString(temp.resolve("InJar.java"), source("", "InJar", extra));
        Path classes = temp.resolve("classes");
        CompiledPrograms.compile(classes, "mpi.jar", file.toString());
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, "InJar");
        manifest.getMainAttributes().putValue("Add-Opens", "java.base/java.util");
        Path jar = temp.resolve("in.jar");
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream entries = new JarOutputStream(out, manifest)) {
            entries.putNextEntry(new JarEntry("InJar.class"));
            entries.write(Files.readAllBytes(classes.resolve("InJar.class")));
        }
        assertBothRanks(
                mpirun("-np", "2", "java", "-jar", "in.jar", "a").in(temp).run().ok(), "a true");
    }

    @Test
    void module() throws IOException {
        String classes = compileModule();
        assertBothRanks(
                mpirun("-np", "2", "java", "-p", classes, "-m", "user.mod/p.Main", "a").run().ok(),
                "a module user.mod");
    }

    /**
     * A Java of its own for a program: jlink puts the program, mpi.jar and what both need into it.
     */
    @Test
    @LongRun
    void imageOfJlink() throws IOException {
        String classes = compileModule();
        Path image = temp.resolve("image");
        command(
                        JobRunner.jdk().resolve("bin/jlink").toString(),
                        "--module-path",
                        classes + ":" + JobRunner.root().resolve("dist/lib/mpi.jar"),
                        "--add-modules",
                        "user.mod",
                        "--add-options=--enable-native-access=mpi",
                        "--launcher",
                        "main=user.mod/p.Main",
                        "--output",
                        image.toString())
                .run()
                .ok();
        String java = image.resolve("bin/java").toString();
        for (String btl : new String[] {"self,shm", "self,tcp"}) {
            assertBothRanks(
                    mpirun("-np", "2", "--mca", "btl", btl, java, "-m", "user.mod/p.Main", "a")
                            .run()
                            .ok(),
                    "a module user.mod");
        }
        String main = image.resolve("bin/main").toString();
        assertBothRanks(mpirun("-np", "2", main, "b").run().ok(), "b module user.mod");
        Result alone = command(main, "c").run().ok();
        assertThat(alone.lines()).containsExactly("0/1 c module user.mod");
        alone.quiet();
        assertThat(command(java, "--list-modules").run().ok().text())
                .contains("mpi@")
                .doesNotContain("jdk.compiler");
    }

    /** Returns the directory of a module that prints its rank and itself. */
    private String compileModule() throws IOException {
        Path source = Files.createDirectories(temp.resolve("src/p"));
        Files.writeString(
                source.resolve("Main.java"),
                source("package p;", "Main", "Main.class.getModule()"));
        Files.writeString(
                temp.resolve("src/module-info.java"), "module user.mod { requires mpi; }");
        Path classes = temp.resolve("mods");
        javac(
                classes,
                "-Xlint:all",
                "-Werror",
                temp.resolve("src/module-info.java").toString(),
                source.resolve("Main.java").toString());
        return classes.toString();
    }

    @Test
    @LongRun
    void argumentFiles() throws IOException {
        Path file =
                Files.writeString(
                        temp.resolve("args"),
                        "# comment\n-Dgiven=\"from file\"\n-cp " + JobRunner.classes() + "\n");
        assertBothRanks(
                mpirun("-np", "2", "java", "@" + file, SHOW, "@" + file).run().ok(),
                "[@" + file + "] " + SHOW + " @" + file + " from file");
    }

    @Test
    @LongRun
    void aClassPathLongerThanTheKernelTakesAsOneWord() throws IOException {
        String path = "/no/such/directory:".repeat(12_000) + JobRunner.classes();
        Path file = Files.writeString(temp.resolve("args"), "-cp " + path);
        assertBothRanks(
                mpirun("-np", "2", "java", "@" + file, SHOW, "a \"b").run().ok(),
                "[a \"b] " + SHOW + " a \"b -");
    }

    @Test
    void anOldJavaIsRefused() throws IOException {
        Path old = Files.createDirectories(temp.resolve("jdk/bin"));
        Files.writeString(temp.resolve("jdk/release"), "JAVA_VERSION=\"17.0.9\"\n");
        Path java = Files.writeString(old.resolve("java"), "#!/bin/sh\n");
        assertThat(java.toFile().setExecutable(true)).isTrue();
        assertThat(mpirun("-np", "1", java.toString(), "X").run().failed(1).message())
                .contains("is Java 17")
                .contains("needs Java 25");
    }

    /** The message says what was found where, and why it does not serve. */
    @Test
    void javasThatDoNotServeAreNamed() throws IOException {
        Path jdk = Files.createDirectories(temp.resolve("jdk17"));
        Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"17.0.9\"\n");
        Files.createDirectories(jdk.resolve("bin"));
        Files.createFile(jdk.resolve("bin/javac"));
        assertThat(jdk.resolve("bin/javac").toFile().setExecutable(true)).isTrue();
        assertThat(
                        mpirun("-np", "1", "true")
                                .env("STRATA_JAVA_HOME", jdk.toString())
                                .run()
                                .failed(1)
                                .err())
                .contains("STRATA_JAVA_HOME=" + jdk + " is not the home of a JDK 25 or newer")
                .contains(jdk + " (Java 17)");
        Path jre = Files.createDirectories(temp.resolve("jre25"));
        Files.writeString(jre.resolve("release"), "JAVA_VERSION=\"25.0.1\"\n");
        assertThat(
                        mpirun("-np", "1", "true")
                                .env("STRATA_JAVA_HOME", jre.toString())
                                .run()
                                .failed(1)
                                .err())
                .contains(jre + " (Java 25 without javac)");
    }

    @Test
    @LongRun
    void javaByPathIsUsedAsItIs() {
        String java = JobRunner.jdk().resolve("bin/java").toString();
        assertBothRanks(
                mpirun("-np", "2", java, "-cp", JobRunner.classes(), SHOW).run().ok(),
                "[] " + SHOW + "  -");
    }

    @Test
    @LongRun
    void ownCollectorAndOwnCacheOptions() {
        assertBothRanks(
                mpirun(
                                "-np",
                                "2",
                                "java",
                                "-XX:+UseG1GC",
                                "-Xshare:auto",
                                "-Xmx64m",
                                "-cp",
                                JobRunner.classes(),
                                SHOW)
                        .run()
                        .ok(),
                "[] " + SHOW + "  -");
    }

    @Test
    @LongRun
    void optionsOfTheEnvironment() {
        assertThat(
                        mpirun("-np", "1", "java", "-cp", JobRunner.classes(), SHOW)
                                .env(
                                        "JDK_JAVA_OPTIONS",
                                        "-XX:+UseParallelGC -XX:-UseCompressedOops")
                                .run()
                                .ok()
                                .lines())
                .containsExactly("0/1 [] " + SHOW + "  -");
    }

    @Test
    void optionsOnly() {
        assertThat(mpirun("-np", "1", "java", "-version").run().ok().err()).contains("version \"2");
    }

    /**
     * Without any option of the JVM: no native call is made that the JDK would warn of, not even
     * when every wait goes to sleep at once, as it does on a busy machine.
     */
    @Test
    void withoutMpirunAProgramIsAJobOfOne() {
        String jar = JobRunner.root().resolve("dist/lib/mpi.jar").toString();
        Result result =
                command(
                                JobRunner.jdk().resolve("bin/java").toString(),
                                "-cp",
                                jar + ":" + JobRunner.classes(),
                                SHOW)
                        .env("STRATA_MCA_mpi_yield_when_idle", "1")
                        .env("STRATA_MCA_mpi_idle_spins", "0")
                        .env("STRATA_MCA_mpi_idle_yields", "0")
                        .run()
                        .ok();
        assertThat(result.lines()).containsExactly("0/1 [] null null -");
        result.quiet();
    }

    @Test
    void compileOnlyTellsWhatItWouldDo() {
        String mpijavac = JobRunner.root().resolve("bin/mpijavac").toString();
        String jar = JobRunner.root().resolve("dist/lib/mpi.jar").toString();
        assertThat(command(mpijavac, "--showme", "-cp", "a b", "X.java").run().ok().text())
                .endsWith("/bin/javac -cp 'a b:" + jar + "' X.java\n");
        assertThat(command(mpijavac, "--showme", "X.java").env("CLASSPATH", "c").run().ok().text())
                .endsWith("/bin/javac -cp c:" + jar + " X.java\n");
        assertThat(command(mpijavac, "--showme", "X.java").env("CLASSPATH", null).run().ok().text())
                .endsWith("/bin/javac -cp .:" + jar + " X.java\n");
        assertThat(command(mpijavac, "--help").run().ok().text()).contains("--showme");
    }

    /** mpi.jar by itself, run by a Java that cannot load its classes. */
    @Test
    void anOlderJavaGetsASentence() {
        Path older = Path.of("/usr/lib/jvm/java-17-openjdk-amd64/bin/java");
        assumeTrue(Files.isExecutable(older), "no Java 17 is installed");
        String jar = JobRunner.root().resolve("dist/lib/mpi.jar").toString();
        String starter = JobRunner.root().resolve("dist/lib/starter.jar").toString();
        for (List<String> words :
                List.of(
                        List.of("-jar", jar, "-np", "1", "x"),
                        List.of("-jar", starter, "-np", "1", "X"),
                        List.of("-cp", starter, "runtime.starter.MPJRun", "X", "-np", "1"))) {
            List<String> command = new ArrayList<>(List.of(older.toString()));
            command.addAll(words);
            Result result = JobRunner.command(command.toArray(String[]::new)).run();
            assertThat(result.failed(1).err())
                    .startsWith("Strata needs Java 25 or newer, and this is Java 17 (")
                    .doesNotContain("Exception", "Error");
        }
        String java = JobRunner.jdk().resolve("bin/java").toString();
        JobRunner.command(java, "-jar", jar, "-np", "2", "echo", "x").run().ok();
    }
}
