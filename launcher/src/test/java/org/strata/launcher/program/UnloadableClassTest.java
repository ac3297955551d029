package org.strata.launcher.program;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.nio.file.Path;
import java.util.List;

/** The sentences are those of HotSpot's class file parser. */
class UnloadableClassTest {
    private static LoadFailure.Program with(String java) {
        return new LoadFailure.Program("", List.of(), Path.of(""), java, null);
    }

    @Test
    void aNewerClass() {
        UnloadableClass found =
                UnloadableClass.parse(
                        ": p/Main has been compiled by a more recent version of the Java Runtime"
                            + " (class file version 70.0), this version of the Java Runtime only"
                            + " recognizes class file versions up to 69.0");
        assertThat(found).isEqualTo(new UnloadableClass("p.Main", 26, 25, false));
        assertThat(found.failure())
                .isEqualTo("failed to load class p.Main, which needs Java 26, on Java 25");
        assertThat(found.explanation(with("/opt/jdk/bin/java")))
                .startsWith("  Java:       25, /opt/jdk/bin/java", "  Needed:     26 or newer")
                .anyMatch(line -> line.contains("STRATA_JAVA_HOME=DIR mpirun"))
                .anyMatch(line -> line.contains("javac --release 25"));
    }

    @Test
    void aJvmThatIsTooOldForStrata() {
        UnloadableClass found =
                UnloadableClass.parse(
                        ": mpi/MPI has been compiled by a more recent version of the Java Runtime"
                            + " (class file version 69.0), this version of the Java Runtime only"
                            + " recognizes class file versions up to 52.0");
        assertThat(found).isEqualTo(new UnloadableClass("mpi.MPI", 25, 8, false));
        assertThat(found.explanation(with("started by ./run.sh")))
                .contains("  Java:       8, started by ./run.sh")
                .anyMatch(line -> line.startsWith("Strata needs Java 25 or newer."))
                .noneMatch(line -> line.contains("--release"));
    }

    /** Compiled for it, the program would not find an MPI there, either. */
    @Test
    void aProgramOnAJvmThatIsTooOldForStrata() {
        assertThat(new UnloadableClass("Main", 25, 17, false).explanation(with("x")))
                .anyMatch(line -> line.startsWith("Strata needs Java 25 or newer."))
                .noneMatch(line -> line.contains("--release"));
    }

    @Test
    void previewFeatures() {
        UnloadableClass off =
                UnloadableClass.parse(
                        ": Preview features are not enabled for Main (class file version 69.65535)."
                                + " Try running with '--enable-preview'");
        assertThat(off).isEqualTo(new UnloadableClass("Main", 25, 25, true));
        assertThat(off.explanation(with("x")))
                .contains(
                        "  Needed:     25 with --enable-preview", "Try: java --enable-preview ...");
        UnloadableClass other =
                UnloadableClass.parse(
                        ": Main (class file version 68.65535) was compiled with preview features"
                                + " that are unsupported. This version of the Java Runtime only"
                                + " recognizes preview features for class file version 69.65535");
        assertThat(other).isEqualTo(new UnloadableClass("Main", 24, 25, true));
        assertThat(other.explanation(with("x")))
                .anyMatch(line -> line.contains("again with Java 25"));
    }

    @Test
    void otherWords() {
        assertThat(UnloadableClass.parse(": Unsupported major.minor version 52.0")).isNull();
        assertThat(UnloadableClass.parse("")).isNull();
    }
}
