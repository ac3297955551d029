package org.strata.tests.system.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.strata.tests.system.JobRunner.command;
import static org.strata.tests.system.JobRunner.mpirun;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.strata.testkit.LongRun;
import org.strata.tests.system.BesideOthers;
import org.strata.tests.system.JobRunner;
import org.strata.tests.system.JobRunner.Result;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Programs given as source: compiled once, by the rules of the java command. */
@BesideOthers
class SourceProgramTest {
    @TempDir Path temp;

    private Path write(String name, String text) throws IOException {
        Path file = temp.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    /** Several files, a package, an older class on the class path, a type before the main class. */
    @Test
    void severalFilesInPackagesAreCompiledOnce() throws IOException {
        write("a/b/Other.java", "package a.b; class Other { String who() { return \"old\"; } }");
        Path classes = temp.resolve("classes");
        String javac = JobRunner.jdk().resolve("bin/javac").toString();
        command(javac, "-d", classes.toString(), temp.resolve("a/b/Other.java").toString())
                .run()
                .ok();
        write("a/b/Other.java", "package a.b; class Other { String who() { return \"new\"; } }");
        write(
                "a/b/Program.java",
                """
                package a.b;
                import mpi.*;
                interface First { }
                public class Program {
                    public static void main(String[] args) throws Exception {
                        MPI.Init(args);
                        String from = Program.class.getProtectionDomain().getCodeSource()
                                .getLocation().getPath();
                        System.out.println(new Other().who() + String.join("|", args)
                                + MPI.COMM_WORLD.getSize() + " " + from + " "
                                + System.getProperty("jdk.launcher.sourcefile"));
                        // The first rank to fail ends the job: both have printed by then.
                        MPI.COMM_WORLD.barrier();
                        Thread.currentThread().stop();
                    }
                }
                """);
        Result result =
                mpirun(
                                "-np",
                                "2",
                                "java",
                                "-cp",
                                classes.toString(),
                                "a/b/Program.java",
                                "x",
                                "y z")
                        .in(temp)
                        .run();
        assertThat(result.lines())
                .hasSize(2)
                .allMatch(line -> line.startsWith("newx|y z2 "))
                .allMatch(line -> line.endsWith(" " + temp.resolve("a/b/Program.java")))
                .allMatch(line -> line.contains("/source.0/classes/"));
        assertThat(result.err().lines().filter(line -> line.contains("[removal] stop()")))
                .as("a warning of the compiler is printed once")
                .hasSize(1);
    }

    @Test
    void errorsArePrintedOnceAndNothingStarts() throws IOException {
        Path file =
                write("Wrong.java", "class Wrong { public static void main(String[] a) { x(); } }");
        Result result = mpirun("-np", "3", "java", "Wrong.java").in(temp).run().failed(1);
        Result plain =
                command(JobRunner.jdk().resolve("bin/java").toString(), "Wrong.java")
                        .in(temp)
                        .run()
                        .failed(1);
        assertThat(result.err()).isEqualTo(plain.err());
        assertThat(result.lines()).isEmpty();
        Files.delete(file);
        assertThat(mpirun("-np", "1", "java", "Wrong.java").in(temp).run().failed(1).err())
                .contains("There is no source file Wrong.java in " + temp);
    }

    /** What the classes alone could not do: the source launcher compiles in each rank. */
    @Test
    @LongRun
    void scriptsCompactFilesAndClassesByName() throws IOException {
        write("script", "#!/usr/bin/java --source 25\nvoid main() { IO.println(\"script\"); }\n");
        assertThat(
                        mpirun("-np", "1", "java", "--source", "25", "script")
                                .in(temp)
                                .run()
                                .ok()
                                .text())
                .isEqualTo("script\n");
        write("Late.java", "public class Late { public String toString() { return \"late\"; } }");
        write(
                "ByName.java",
                """
                void main() throws Exception {
                    IO.println(Class.forName("Late").getConstructor().newInstance());
                }
                """);
        Result byName = mpirun("-np", "1", "java", "ByName.java").in(temp).run().ok();
        assertThat(byName.text()).isEqualTo("late\n");
    }

    @Test
    @LongRun
    void optionsOfTheCompiler() throws IOException {
        write("Preview.java", "void main() { IO.println(\"preview\"); }");
        Result preview =
                mpirun("-np", "1", "java", "--enable-preview", "Preview.java").in(temp).run().ok();
        assertThat(preview.text()).isEqualTo("preview\n");
        Result older = mpirun("-np", "1", "java", "--source", "17", "Preview.java").in(temp).run();
        assertThat(older.err()).contains("not supported in -source 17");
    }
}
