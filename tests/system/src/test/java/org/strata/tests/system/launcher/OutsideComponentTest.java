package org.strata.tests.system.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.strata.tests.system.JobRunner.command;
import static org.strata.tests.system.JobRunner.mpirun;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.strata.tests.system.BesideOthers;
import org.strata.tests.system.CompiledPrograms;
import org.strata.tests.system.JobRunner;
import org.strata.tests.system.JobRunner.Result;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A BTL and a PML that are not part of the distribution, {@code tests/btl-uds} and {@code
 * tests/pml-copy}, compiled against {@code mpi.jar} as the author of an outside component does it.
 */
@BesideOthers
class OutsideComponentTest {
    private static final Path ROOT = JobRunner.root();
    private static final String GUICE = "com.google.inject";
    private static final String SHADED_GUICE = "org.strata.shaded.guice";

    @TempDir static Path work;

    /** Compiles the sources, in which the name of Guice is the one that it has in mpi.jar. */
    @BeforeAll
    static void compile() throws IOException {
        command(ROOT.resolve("mpirun").toString(), "--version").run().ok();
        compile("btl-uds");
        compile("pml-copy");
    }

    private static void compile(String module) throws IOException {
        Path main = ROOT.resolve("tests").resolve(module).resolve("src/main");
        Path sources = work.resolve(module + "-sources");
        copy(main.resolve("java"), sources);
        copy(main.resolve("resources"), work.resolve(module));
        List<String> words = new ArrayList<>(List.of("-parameters", "-nowarn"));
        try (Stream<Path> files = Files.walk(sources)) {
            files.map(Path::toString).filter(f -> f.endsWith(".java")).forEach(words::add);
        }
        CompiledPrograms.compile(work.resolve(module), "mpi.jar", words.toArray(String[]::new));
    }

    private static void copy(Path from, Path into) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path copy = into.resolve(from.relativize(file));
                Files.createDirectories(copy.getParent());
                Files.writeString(copy, Files.readString(file).replace(GUICE, SHADED_GUICE));
            }
        }
    }

    private static String components() {
        return work.resolve("btl-uds") + ":" + work.resolve("pml-copy");
    }

    private static JobRunner ring(String... options) {
        String[] words = new String[options.length + 9];
        String[] first = {"-np", "2", "--oversubscribe"};
        System.arraycopy(first, 0, words, 0, 3);
        System.arraycopy(options, 0, words, 3, options.length);
        String classes = ROOT.resolve("examples/target/classes").toString();
        String[] last = {"java", "-cp", classes, "Ring", "--laps", "200"};
        System.arraycopy(last, 0, words, 3 + options.length, 6);
        return mpirun(words);
    }

    @Test
    void carryMessagesBetweenRanks() {
        Result result =
                ring(
                                "--mca",
                                "pml",
                                "copy",
                                "--mca",
                                "pml_base_verbose",
                                "10",
                                "--mca",
                                "btl",
                                "self,uds",
                                "--mca",
                                "btl_uds_max_send_size",
                                "8k")
                        .env("STRATA_COMPONENTS", components())
                        .run()
                        .ok();
        assertThat(result.text()).contains("as it should be: true");
        assertThat(result.message()).contains("pml: copy is used");
    }

    /** Without the variable the launcher prints what is installed, and starts nothing. */
    @Test
    void isUnknownWhereItIsNotNamed() {
        Result result =
                ring("--mca", "btl", "self,uds").env("STRATA_COMPONENTS", null).run().failed(1);
        assertThat(result.message()).contains("\"uds\" is no component of framework btl");
    }

    @Test
    void itsParametersAreListed() {
        Result result =
                command(ROOT.resolve("bin/mpi_info").toString(), "--param", "btl", "uds")
                        .env("STRATA_COMPONENTS", components())
                        .run()
                        .ok();
        assertThat(result.text()).contains("MCA btl: uds");
    }
}
