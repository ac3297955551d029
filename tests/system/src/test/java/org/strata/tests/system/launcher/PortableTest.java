package org.strata.tests.system.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.strata.tests.system.JobRunner.command;
import static org.strata.tests.system.JobRunner.mpirun;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.strata.testkit.LongRun;
import org.strata.testkit.UsualRows;
import org.strata.tests.system.BesideOthers;
import org.strata.tests.system.JobRunner;
import org.strata.tests.system.JobRunner.Result;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Jobs of the platform that needs the JDK alone. */
@BesideOthers
class PortableTest {
    private static final String PROGRAM = "org.strata.tests.system.launcher.programs.Everywhere";
    private static final String VARIABLE = "STRATA_PLATFORM";

    @TempDir Path temp;

    /** Whatever a rank does: nothing links a native function, nothing of Linux is loaded. */
    @Test
    @LongRun
    void ranksLoadNoLinker() throws IOException {
        mpirun(
                        "-np",
                        "2",
                        "java",
                        "-XX:AOTMode=off",
                        "-Xlog:class+load:file=" + temp + "/classes.%p",
                        "-cp",
                        JobRunner.classes(),
                        PROGRAM,
                        temp.toString())
                .env(VARIABLE, "portable")
                .run()
                .ok()
                .quiet();
        try (var logs = Files.newDirectoryStream(temp, "classes.*")) {
            int count = 0;
            for (Path log : logs) {
                count++;
                assertThat(Files.readAllLines(log))
                        .hasSizeGreaterThan(1000)
                        .anyMatch(line -> line.contains("org.strata.opal.platform.portable."))
                        .noneMatch(line -> line.contains("AbstractLinker"))
                        .noneMatch(line -> line.contains("org.strata.opal.platform.linux."));
            }
            assertThat(count).isEqualTo(2);
        }
    }

    /**
     * A host without shell, mkfifo and /dev/shm, whose /proc shows processes alone and whose kernel
     * refuses sockets in files: the jar is started without a script.
     */
    @Test
    void aJobNeedsNeitherShellNorSharedMemory() {
        String words = "-cp " + JobRunner.classes() + " " + PROGRAM + " " + temp;
        assertThat(onABareHost(words)).containsExactly("all right");
    }

    /** The same of a program that mpirun compiles. */
    @Test
    @LongRun
    void aSourceFileNeedsNeitherShellNorSharedMemory() throws IOException {
        Path source =
                Files.writeString(
                        temp.resolve("Sum.java"),
                        """
                        void main(String[] args) throws Exception {
                            mpi.MPI.Init(args);
                            int[] sum = {mpi.MPI.COMM_WORLD.getRank() + 1};
                            mpi.MPI.COMM_WORLD.allReduce(sum, 1, mpi.MPI.INT, mpi.MPI.SUM);
                            if (mpi.MPI.COMM_WORLD.getRank() == 0) {
                                IO.println("sum " + sum[0]);
                            }
                            mpi.MPI.Finalize();
                        }
                        """);
        assertThat(onABareHost(source.toString())).containsExactly("sum 10");
    }

    /** Returns the lines of four ranks of a program. */
    private static List<String> onABareHost(String program) {
        String hide =
                "mount -t proc -o subset=pid proc /proc && mount -t tmpfs -o ro tmpfs /dev/shm"
                        + " && for f in mkfifo setsid sh; do"
                        + " mount --bind /dev/null $(readlink -f $(command -v $f)) || exit; done";
        Assumptions.assumeTrue(
                command("unshare", "-m", "/bin/sh", "-c", hide).run().code() == 0,
                "mounting needs rights that this user does not have");
        String java = JobRunner.jdk().resolve("bin/java").toString();
        String jar = JobRunner.root().resolve("dist/lib/mpi.jar").toString();
        String run = hide + " && exec " + sandboxed(java, JobRunner.classes());
        run += " unix " + java + " -jar " + jar + " run -np 4 java " + program;
        Result result = portable("unshare", "-m", "/bin/sh", "-c", run);
        Assumptions.assumeTrue(result.code() != 99, "the kernel takes no filters");
        return result.ok().quiet().lines();
    }

    private static String sandboxed(String java, String classes) {
        return java
                + " --enable-native-access=ALL-UNNAMED -cp "
                + classes
                + " org.strata.tests.system.launcher.programs.Sandboxed";
    }

    private static Result portable(String... words) {
        return command(words).env(VARIABLE, "portable").run();
    }

    /** With Linux's platform: what is refused is done without, and named in verbose output. */
    @ParameterizedTest
    @UsualRows(1)
    @CsvSource({"unix, control server /127.0.0.1:", "futex, futex refused"})
    void aSandboxMayRefuseCalls(String call, String said) {
        Assumptions.assumeTrue(System.getProperty("os.arch").equals("amd64"), "for x86-64 only");
        Result result =
                command(
                                JobRunner.jdk().resolve("bin/java").toString(),
                                "--enable-native-access=ALL-UNNAMED",
                                "-cp",
                                JobRunner.classes(),
                                "org.strata.tests.system.launcher.programs.Sandboxed",
                                call,
                                JobRunner.root().resolve("mpirun").toString(),
                                "--verbose",
                                "-np",
                                "2",
                                "java",
                                "-cp",
                                JobRunner.classes(),
                                PROGRAM,
                                temp.toString())
                        .env(VARIABLE, "linux")
                        .run();
        Assumptions.assumeTrue(result.code() != 99, "the kernel takes no filters");
        assertThat(result.ok().lines()).containsExactly("all right");
        assertThat(result.message()).contains(said);
    }

    @Test
    void whatRanksWriteLastIsPrinted() {
        JobRunner job = mpirun("-np", "2", "/bin/sh", "-c", "seq 20000; echo last; exit 3");
        Result result = job.env(VARIABLE, "portable").run().failed(3);
        assertThat(result.lines()).contains("1", "20000", "last");
    }

    @Test
    void wrongNamesAreRefusedWithTheRightOnes() {
        Result result = mpirun("-np", "1", "true").env(VARIABLE, "windoze").run().failed(1);
        assertThat(result.message()).contains("STRATA_PLATFORM=windoze", "linux and portable");
    }

    /** Without mpirun, too, and as an exception that the program can catch. */
    @Test
    void initRefusesWrongNamesAndDeniedAccess() {
        String jar = JobRunner.root().resolve("dist/lib/mpi.jar").toString();
        String java = JobRunner.jdk().resolve("bin/java").toString();
        String path = jar + ":" + JobRunner.classes();
        String brief = "org.strata.tests.system.launcher.programs.Brief";
        var wrong = command(java, "-cp", path, brief).env(VARIABLE, "windoze").run();
        assertThat(wrong.message()).contains("MPIException", "linux and portable");
        var denied =
                command(java, "--illegal-native-access=deny", "-cp", path, brief)
                        .env(VARIABLE, null)
                        .run();
        assertThat(denied.message())
                .contains("MPIException", "--enable-native-access=ALL-UNNAMED")
                .doesNotContain("ExceptionInInitializerError");
    }

    @Test
    void whatIsNotHereIsListed() {
        String info = JobRunner.root().resolve("bin/mpi_info").toString();
        assertThat(command(info, "--platform").env(VARIABLE, "portable").run().ok().lines())
                .contains("platform: portable (doorbells, fences)")
                .anyMatch(line -> line.startsWith("not here: ") && line.contains("--bind-to"));
        assertThat(command(info, "--platform").env(VARIABLE, null).run().ok().lines())
                .singleElement()
                .asString()
                .startsWith("platform: linux (futex, ");
        var bound = mpirun("-np", "1", "--bind-to", "core", "true").env(VARIABLE, "portable").run();
        assertThat(bound.ok().message()).contains("not bound to processors");
    }
}
