package org.strata.tests.system.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.strata.testkit.AnyArguments;
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
import java.util.stream.Stream;

/** Programs with the API of MPJ Express and mpiJava, as their users start them. */
@BesideOthers
class MpjTest {
    private static final Path ROOT = JobRunner.root();
    private static final Path DIST = ROOT.resolve("dist");
    private static final String PROGRAMS = "mpj-compat/src/test/programs/";

    @TempDir Path temp;

    /** Compiles the programs of a directory as their users do: with mpj.jar alone. */
    private Path compiled(String directory) throws IOException {
        List<String> words = new ArrayList<>();
        words.addAll(List.of("-Xlint:all", "-Werror"));
        try (Stream<Path> files = Files.list(ROOT.resolve(directory))) {
            files.map(Path::toString).filter(f -> f.endsWith(".java")).forEach(words::add);
        }
        CompiledPrograms.compile(temp, "mpj.jar", words.toArray(String[]::new));
        return temp;
    }

    /** On communicators of 1 to 4 processes; the program checks what every method does. */
    @Test
    void everyMethodDoesWhatItShould() throws IOException {
        String classes = compiled(PROGRAMS).toString();
        Result result =
                JobRunner.mpirun(
                                "--api",
                                "mpj",
                                "-np",
                                "4",
                                "java",
                                "-cp",
                                classes,
                                "EveryMethod",
                                "one",
                                "two")
                        .run();
        assertThat(result.ok().lines()).containsExactly("every method with 1 to 4 ranks: right");
        result.quiet();
    }

    /** Numbers, results, Init after Finalize; each on its own would go unseen by mpiJava's. */
    @Test
    void programsForMpjExpressGetItsNumbersAndMayStartAgain() throws IOException {
        String classes = compiled(PROGRAMS).toString();
        String[] words = {"--api", "mpj", "-np", "2", "java", "-cp", classes, "LikeMpjExpress"};
        Result result = JobRunner.mpirun(words).run();
        assertThat(result.ok().lines()).containsExactly("like MPJ Express", "like MPJ Express");
        result.quiet();
    }

    /** On communicators of one process: what is wrong must not depend on the others. */
    @Test
    @LongRun
    void noArgumentMakesACallThrowJavasExceptions() {
        String harness = AnyArguments.class.getName();
        String[] words = {"--api", "mpj", "-np", "2", "java", "-cp", harness(), harness, "1", "12"};
        Result result = JobRunner.mpirun(words).run();
        assertThat(result.ok().lines())
                .containsExactly("0 kinds of wrong exceptions", "0 kinds of wrong exceptions");
    }

    private static String harness() {
        return AnyArguments.class.getProtectionDomain().getCodeSource().getLocation().getPath();
    }

    /** Numbers of long objects come to tags that are in use; two threads receive. */
    @Test
    @LongRun
    void longObjectsAreToldApartWhereTheirTagsBeginAgain() throws IOException {
        String classes = compiled(PROGRAMS).toString();
        String[] words = {"--api", "mpj", "-np", "2", "java", "-cp", classes, "ObjectNumbers"};
        assertThat(JobRunner.mpirun(words).run().ok().lines()).containsExactly("wrong: 0");
    }

    /** As in MPJ Express' manual: MPJ_HOME, javac with its mpj.jar, mpjrun.sh. */
    @Test
    @LongRun
    void scriptsOfMpjExpressRun() throws IOException {
        Files.copy(ROOT.resolve(PROGRAMS + "Arguments.java"), temp.resolve("Arguments.java"));
        compiled("examples/mpj");
        String script =
                """
                set -e
                "$1/bin/javac" -cp ".:$MPJ_HOME/lib/mpj.jar" Arguments.java
                "$MPJ_HOME/bin/mpjrun.sh" -np 2 -dev niodev -psl 1K -Dname=value Arguments x y
                "$1/bin/jar" --create --file pi.jar --main-class PiDarts PiDarts*.class
                "$1/bin/java" -jar "$MPJ_HOME/lib/starter.jar" -np 2 -jar pi.jar 200000
                "$MPJ_HOME/bin/mpjrun.sh" -np 2 pi.jar 300000
                "$MPJ_HOME/bin/mpirun" -np 1 java -cp "$MPJ_HOME/lib/mpj.jar:." -Dname=native Arguments 0 0 native z
                """;
        Result result =
                JobRunner.command("/bin/sh", "-c", script, "sh", JobRunner.jdk().toString())
                        .env("MPJ_HOME", DIST.toString())
                        .env("CLASSPATH", ".:" + DIST.resolve("lib/mpj.jar"))
                        .in(temp)
                        .run();
        assertThat(result.ok().lines())
                .anyMatch(line -> line.matches("200000 darts by 2 ranks: pi is about 3.* true"))
                .anyMatch(line -> line.matches("300000 darts by 2 ranks: pi is about 3.* true"))
                .contains(
                        "0 of 1: main [0, 0, native, z], Init [z], native",
                        "0 of 2: main [0, 2, niodev, x, y], Init [x, y], value",
                        "1 of 2: main [1, 2, niodev, x, y], Init [x, y], value");
        assertThat(result.message()).contains("Options of MPJ Express that have no effect: -psl");
    }

    /** Open MPI 1.7.0 to 1.7.3 had mpiJava's methods under mpijavac and mpirun. */
    @Test
    @LongRun
    void theEnvironmentChoosesTheApiOfScriptsForTheFirstBindings() throws IOException {
        Files.copy(ROOT.resolve(PROGRAMS + "Arguments.java"), temp.resolve("Arguments.java"));
        String script = "mpijavac Arguments.java && mpirun -np 1 java Arguments x";
        JobRunner first = JobRunner.command("/bin/sh", "-c", script).in(temp);
        first.env("PATH", DIST.resolve("bin") + ":" + System.getenv("PATH"));
        Result result = first.env("STRATA_API", null).run();
        assertThat(result.code()).isNotZero();
        assertThat(result.message())
                .contains("mpijavac: Arguments.java is written for the API of mpiJava");
        result = first.env("STRATA_API", "mpj").run();
        assertThat(result.ok().lines()).containsExactly("0 of 1: main [x], Init [x], null");
        result.quiet();
    }

    /**
     * As FastMPJ's guide has it, and as batch scripts call MPJ Express: daemons that there are not,
     * a file with a line per process, a wrapper of the launcher.
     */
    @Test
    @LongRun
    void scriptsOfFastMpjAndOfBatchSystemsRun() throws IOException {
        Files.copy(ROOT.resolve(PROGRAMS + "Arguments.java"), temp.resolve("Arguments.java"));
        String script =
                """
                set -e
                fmpjc Arguments.java
                fmpjrun -np 1 -dev smdev -Dname=fast -class Arguments -np x
                printf 'localhost\\nlocalhost\\n' > nodes
                for word in mpjboot mpjhalt mpjdaemon mpjclean mpjstatus mpjinfo; do $word nodes; done
                mpjrun_errdetect_wrapper.sh nodes -dev hybdev -Djava.library.path=lib -Dname=batch Arguments x
                """;
        Result result =
                JobRunner.command("/bin/sh", "-c", script)
                        .env("PATH", DIST.resolve("bin") + ":" + System.getenv("PATH"))
                        .in(temp)
                        .run();
        assertThat(result.ok().lines())
                .contains(
                        "0 of 1: main [0, 1, smdev, -np, x], Init [-np, x], fast",
                        "0 of 2: main [0, 2, hybdev, x], Init [x], batch",
                        "1 of 2: main [1, 2, hybdev, x], Init [x], batch")
                .filteredOn(line -> line.matches("mpj\\w+: nothing to do\\. .*"))
                .hasSize(6);
        result.quiet();
    }

    /**
     * Without mpirun nobody leaves a jar out; programs have classes of their own in the package.
     */
    @Test
    @LongRun
    void twoPackagesMpiAreNamed() throws IOException {
        String java = JobRunner.jdk().resolve("bin/java").toString();
        String jars = DIST.resolve("lib/mpj.jar") + ":" + DIST.resolve("lib/mpi.jar");
        Path source =
                Files.writeString(
                        temp.resolve("Mixed.java"),
                        """
                        public class Mixed {
                            public static void main(String[] args) throws Exception {
                                mpi.MPI.Init(args);
                                mpi.MPI.Finalize();
                            }
                        }
                        """);
        Result result =
                JobRunner.command(
                                java,
                                "--enable-native-access=ALL-UNNAMED",
                                "-cp",
                                jars,
                                source.toString())
                        .run();
        assertThat(result.ok().message()).contains("several jars on the class path");
        List<String> plan =
                List.of("--api", "mpj", "--do-not-launch", "-np", "1", "java", "-cp", jars, "A");
        result = JobRunner.mpirun(plan.toArray(String[]::new)).run();
        assertThat(result.ok().message()).contains("lib/mpi.jar is left out of the class path");
    }

    /** Courses have programs in package mpi. */
    @Test
    @LongRun
    void programsInPackageMpi() throws IOException {
        Path folder = Files.createDirectories(temp.resolve("mpi"));
        Path source =
                Files.writeString(
                        folder.resolve("Inside.java"),
                        """
                        package mpi;
                        public class Inside {
                            public static void main(String[] args) {
                                MPI.Init(args);
                                System.out.println("size " + MPI.COMM_WORLD.Size());
                                MPI.Finalize();
                            }
                        }
                        """);
        JobRunner.command(
                        JobRunner.root().resolve("bin/mpijavac").toString(),
                        "--api",
                        "mpj",
                        "-d",
                        temp.toString(),
                        source.toString())
                .run()
                .ok();
        String starter = DIST.resolve("lib/starter.jar").toString();
        String java = JobRunner.jdk().resolve("bin/java").toString();
        // As build files and IDEs start MPJ Express: by its class, with its options behind.
        Result result =
                JobRunner.command(
                                java,
                                "-cp",
                                starter,
                                "--enable-native-access=ALL-UNNAMED",
                                "runtime.starter.MPJRun",
                                "mpi.Inside",
                                "-cp",
                                temp.toString(),
                                "-np",
                                "2",
                                "-psl",
                                "1")
                        .run()
                        .ok();
        assertThat(result.lines()).containsExactly("size 2", "size 2");
        assertThat(result.message()).startsWith("mpjrun: ").doesNotContain("mpirun");
    }
}
