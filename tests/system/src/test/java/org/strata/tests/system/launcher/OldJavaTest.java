package org.strata.tests.system.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.strata.tests.system.JobRunner.mpirun;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.strata.tests.system.JobRunner;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;

/** Ranks whose Java is older than a class, or does not find one. */
class OldJavaTest {
    /** Major version of a class file of Java 99, JVMS §4.1. */
    private static final short FUTURE = 44 + 99;

    private static final int MAJOR_AT = 6;

    @TempDir Path temp;

    @Test
    void aClassOfTheFuture() throws IOException {
        String name = OldJavaTest.class.getName().replace('.', '/') + ".class";
        Path file = temp.resolve(name);
        Files.createDirectories(file.getParent());
        try (InputStream in = OldJavaTest.class.getResourceAsStream("/" + name)) {
            byte[] bytes = in.readAllBytes();
            ByteBuffer.wrap(bytes).putShort(MAJOR_AT, FUTURE);
            Files.write(file, bytes);
        }
        JobRunner.Result result =
                mpirun("-np", "2", "java", "-cp", temp.toString(), OldJavaTest.class.getName())
                        .run();
        assertThat(result.code()).isEqualTo(1);
        assertThat(result.message())
                .containsPattern(
                        "Ranks? [01](-1)? failed to load class "
                                + OldJavaTest.class.getName()
                                + ", which needs Java 99, on Java \\d+; the job has been ended\\.")
                .containsPattern(" Host: \\S+ ")
                .containsPattern(" Java: \\d+, /\\S+/bin/java Needed: 99 or newer ")
                .contains("STRATA_JAVA_HOME=DIR mpirun");
    }

    /** The class path is what newcomers get wrong first. */
    @Test
    void aClassThatIsNotThere() throws IOException {
        Files.createFile(temp.resolve("Ring.java"));
        assertThat(mpirun("-np", "2", "java", "-cp", "lib", "app.Main").in(temp).run().message())
                .containsPattern("Ranks? [01](-1)? did not find class app\\.Main; the job")
                .contains("Looked in: " + temp + " (the working directory), lib (not there)")
                .contains("Try: java -cp DIRECTORY app.Main");
        assertThat(mpirun("-np", "1", "java", "Rnig.java").in(temp).run().failed(1).message())
                .contains("There is no source file Rnig.java in " + temp)
                .contains("Did you mean Ring.java?");
    }

    /** What a JVM of Java 17 says, which a script starts by its path. */
    @Test
    void anOldJavaBehindAScript() {
        String says =
                "echo 'Exception in thread \"main\" java.lang.UnsupportedClassVersionError: mpi/MPI"
                    + " has been compiled by a more recent version of the Java Runtime (class file"
                    + " version 69.0), this version of the Java Runtime only recognizes class file"
                    + " versions up to 61.0' >&2; exit 1";
        for (String option : new String[] {"--tag-output", "--merge-stderr-to-stdout"}) {
            assertThat(mpirun(option, "-np", "1", "sh", "-c", says).run().message())
                    .contains(
                            "Rank 0 failed to load class mpi.MPI, which needs Java 25, on Java 17;",
                            "Java: 17, started by sh",
                            "Needed: 25 or newer",
                            "Strata needs Java 25 or newer.");
        }
    }
}
