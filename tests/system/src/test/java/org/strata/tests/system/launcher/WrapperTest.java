package org.strata.tests.system.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.strata.tests.system.JobRunner.mpirun;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.testkit.LongRun;
import org.strata.testkit.UsualRows;
import org.strata.tests.system.BesideOthers;
import org.strata.tests.system.CompiledPrograms;
import org.strata.tests.system.JobRunner.Result;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Java behind other programs, and what a class path leaves out. */
@BesideOthers
class WrapperTest {
    private static final String SOURCE =
            """
            import mpi.MPI;
            public class Sum {
                public static void main(String[] args) throws Exception {
                    MPI.Init(args);
                    long[] sum = {MPI.COMM_WORLD.getRank() + 1};
                    MPI.COMM_WORLD.allReduce(sum, 1, MPI.LONG, MPI.SUM);
                    System.out.println("sum " + sum[0]);
                    MPI.Finalize();
                }
            }
            """;

    @TempDir Path temp;

    @BeforeEach
    void compile() throws IOException {
        Path source = Files.writeString(temp.resolve("Sum.java"), SOURCE);
        CompiledPrograms.compile(temp, "mpi.jar", source.toString());
        Files.delete(source);
    }

    private Path script(String name, String text) throws IOException {
        Path file = Files.writeString(temp.resolve(name), "#!/bin/sh\n" + text + "\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
        return file;
    }

    private void assertSums(String... words) {
        Result result = mpirun(words).env("CLASSPATH", null).in(temp).run().ok();
        assertThat(result.lines()).containsExactly("sum 3", "sum 3");
        result.quiet();
    }

    /** A public course's Makefile: the class path names an mpi.jar of its own and nothing else. */
    @Test
    void onlyTheJarOnTheClassPath() throws IOException {
        Files.write(temp.resolve("mpi.jar"), new byte[0]);
        assertSums("-np", "2", "java", "-cp", "./mpi.jar", "Sum");
    }

    @ParameterizedTest
    @UsualRows(1)
    @ValueSource(
            strings = {
                "env A=1 nice -n 1 java -cp none Sum",
                "./with-class-path",
                "timeout 200 java Sum",
                "./without",
            })
    void wrappers(String words) throws IOException {
        script("with-class-path", "cd / && exec java -Xmx64m -cp \"$OLDPWD\" Sum");
        script("without", "unset CLASSPATH\njava -Dx=y Sum");
        assertSums(("-np 2 " + words).split(" "));
    }

    @Test
    @LongRun
    void scriptsHaveJavaHome() {
        String line = "\"$JAVA_HOME/bin/java\" --enable-native-access=ALL-UNNAMED Sum";
        assertSums("-np", "2", "sh", "-c", line);
    }
}
