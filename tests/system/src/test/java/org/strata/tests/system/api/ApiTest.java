package org.strata.tests.system.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.strata.tests.system.JobRunner.JVM;
import static org.strata.tests.system.JobRunner.classes;
import static org.strata.tests.system.JobRunner.mpirun;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.strata.testkit.AnyArguments;
import org.strata.testkit.LongRun;
import org.strata.testkit.UsualRows;
import org.strata.tests.system.BesideOthers;
import org.strata.tests.system.JobRunner;
import org.strata.tests.system.JobRunner.Result;

import java.util.ArrayList;
import java.util.List;

/** Runs the programs of this package as jobs: every transport, every small number of ranks. */
@BesideOthers
class ApiTest {
    private static JobRunner job(int ranks, String btl, Class<?> program, String... arguments) {
        return job(ranks, btl, JVM, program, arguments);
    }

    static JobRunner job(int ranks, String btl, String jvm, Class<?> program, String... arguments) {
        List<String> words = new ArrayList<>(List.of("-np", Integer.toString(ranks)));
        words.addAll(List.of("--oversubscribe", "--mca", "btl", "self," + btl));
        words.addAll(List.of("java", jvm, "-cp", classes(), program.getName()));
        words.addAll(List.of(arguments));
        return mpirun(words.toArray(new String[0]));
    }

    static Result passes(int ranks, String btl, String... parts) {
        return passes(job(ranks, btl, ApiPrograms.class, parts));
    }

    static Result passes(JobRunner job) {
        Result result = job.run().ok();
        assertThat(result.text()).startsWith("ok, ");
        return result;
    }

    /** Each rank shows the protocols of each peer, its own included, once. */
    @ParameterizedTest
    @UsualRows(1)
    @CsvSource({"3,tcp", "4,shm", "1,shm", "2,shm"})
    void messagesAndCommunicators(int ranks, String btl) {
        String[] parts = {
            "point-to-point", "backwards", "communicators", "intercomms", "topologies"
        };
        JobRunner job = job(ranks, btl, ApiPrograms.class, parts);
        Result result = passes(job.env("OMPI_MCA_pml_ob1_show_protocols", "1"));
        List<String> lines = result.err().lines().toList();
        for (int peer = 0; peer < ranks; peer++) {
            String first = "] protocols to rank " + peer + " on ";
            assertThat(lines).filteredOn(line -> line.contains(first)).hasSize(ranks);
        }
        assertThat(lines)
                .filteredOn(line -> line.matches(".*\\]   " + btl + ".*"))
                .hasSize(ranks * (ranks - 1));
        assertThat(lines)
                .filteredOn(line -> line.matches(".*native memory +0 to \\d+: eager  .*"))
                .hasSize(ranks * ranks);
    }

    /** The collectives go through shared memory, over every link; once by messages only. */
    @ParameterizedTest
    @UsualRows(1)
    @CsvSource({"2,shm,^shm", "3,shm,^shm", "4,tcp,'shm,tuned'", "1,shm,'shm,tuned'"})
    void collectives(int ranks, String btl, String coll) {
        JobRunner job = job(ranks, btl, ApiPrograms.class, "collectives", "reductions");
        Result result = passes(job.env("OMPI_MCA_coll", coll));
        assertThat(result.err()).doesNotContain("protocols to rank");
    }

    @ParameterizedTest
    @LongRun
    @CsvSource({"3,tcp", "4,shm"})
    void nonBlockingCollectives(int ranks, String btl) {
        passes(ranks, btl, "non-blocking", "random-collectives", "random-forms");
    }

    /** A file that blocks keeps no other thread from communicating. */
    @ParameterizedTest
    @UsualRows(1)
    @CsvSource({"3,tcp", "1,shm"})
    void files(int ranks, String btl) {
        passes(ranks, btl, "threads-beside-a-file", "files");
    }

    /** The same of ranks that have one thread: what comes first decides the level of threads. */
    @ParameterizedTest
    @LongRun
    @CsvSource({"4,tcp", "1,shm"})
    void filesOfOneThread(int ranks, String btl) {
        passes(ranks, btl, "files");
    }

    /**
     * The least cells that there are; and staging for no long vector, which then passes in parts.
     */
    @ParameterizedTest
    @LongRun
    @CsvSource({"collectives, 112", "reductions, 8k"})
    void collectivesWithLittleMemory(String part, String cell) {
        JobRunner job = job(3, "shm", ApiPrograms.class, part);
        job.env("OMPI_MCA_coll_shm_cells", "2").env("OMPI_MCA_coll_shm_cell_size", cell);
        job.env("OMPI_MCA_coll_shm_staging_limit", "64k").env("OMPI_MCA_coll_shm_after_calls", "0");
        passes(job);
    }

    /** Windows in shared memory, over RDMA, and by messages, which need the target's help. */
    @ParameterizedTest
    @UsualRows(1)
    @CsvSource({"2,shm,''", "3,openib,'rdma,pt2pt'", "4,tcp,'rdma,pt2pt'"})
    void windows(int ranks, String btl, String osc) {
        List<String> parts = new ArrayList<>(List.of("windows", "window-operands"));
        parts.add("random-windows");
        if (!btl.equals("tcp")) {
            parts.add("sleeping-target");
        }
        JobRunner job = job(ranks, btl, ApiPrograms.class, parts.toArray(new String[0]));
        Result result = passes(osc.isEmpty() ? job : job.env("OMPI_MCA_osc", osc));
        result.quiet();
    }

    /** Four ranks of two threads each, with every kind of synchronisation. */
    @ParameterizedTest
    @LongRun
    @CsvSource({"openib,'rdma,pt2pt'", "shm,shm", "shm,pt2pt"})
    void randomWindowsOfThreads(String btl, String osc) {
        JobRunner job = job(4, btl, ApiPrograms.class, "threads-on-windows");
        passes(job.env("OMPI_MCA_osc", osc)).quiet();
    }

    /** More ranks than this machine may have cores: whoever waits for a lock gets it. */
    @ParameterizedTest
    @LongRun
    @CsvSource({"shm,shm", "openib,'rdma,pt2pt'", "shm,pt2pt"})
    void nobodyWaitsForALockForEver(String btl, String osc) {
        JobRunner job = job(4, btl, ApiPrograms.class, "fair-locks");
        passes(job.env("OMPI_MCA_osc", osc)).quiet();
    }

    /** Millions of collectives, whose tags begin again. */
    @Test
    @LongRun
    void collectivesWithTheSameTags() {
        passes(3, "shm", "tags-that-wrap");
    }

    /** Every method reports every wrong argument; every handle is freed. */
    @Test
    @LongRun
    void arguments() {
        JobRunner job = job(2, "shm", ApiPrograms.class, "arguments", "extensions");
        Result result = passes(job.env("OMPI_MCA_mpi_show_handle_leaks", "1"));
        result.quiet();
    }

    /** Combinations of wrong arguments, on communicators of one process. */
    @ParameterizedTest
    @LongRun
    @CsvSource({"1,3", "2,4"})
    void anyArguments(int ranks, long seed) {
        var harness = AnyArguments.class.getProtectionDomain().getCodeSource().getLocation();
        List<String> words = new ArrayList<>(List.of("-np", Integer.toString(ranks), "java"));
        words.addAll(List.of("-cp", harness.getPath(), AnyArguments.class.getName()));
        words.addAll(List.of(Long.toString(seed), "4"));
        List<String> lines = mpirun(words.toArray(new String[0])).run().ok().lines();
        assertThat(lines).hasSize(ranks).containsOnly("0 kinds of wrong exceptions");
    }

    /** Without the checks of arguments the calls do the same; those of sizes remain. */
    @Test
    @LongRun
    void uncheckedArguments() {
        unchecked("unchecked");
    }

    @Test
    @LongRun
    void uncheckedCollectives() {
        unchecked("random-collectives");
    }

    private static void unchecked(String part) {
        JobRunner job = job(2, "shm", ApiPrograms.class, part);
        Result result = passes(job.env("OMPI_MCA_mpi_param_check", "0"));
        result.quiet();
    }

    /** A counter under a queue lock and under the window's lock, each taken a million times. */
    @ParameterizedTest
    @LongRun
    @CsvSource({"shm,shm", "shm,pt2pt", "openib,'rdma,pt2pt'"})
    void aMillionLocks(String btl, String osc) {
        String program = ApiPrograms.class.getName();
        String rounds = "-Drounds=500000";
        JobRunner job =
                mpirun(
                        "-np",
                        "2",
                        "--mca",
                        "btl",
                        "self," + btl,
                        "java",
                        rounds,
                        "-cp",
                        classes(),
                        program,
                        "locks");
        passes(job.env("OMPI_MCA_osc", osc).atMost(1200));
    }

    @ParameterizedTest
    @UsualRows(1)
    @CsvSource({"4,shm", "2,tcp", "1,shm"})
    void threads(int ranks, String btl) {
        passes(ranks, btl, "threads");
    }

    /** No creation of a communicator, window or file waits for one of another communicator. */
    @ParameterizedTest
    @LongRun
    @CsvSource({"3,tcp,ob1", "4,openib,tupleq", "2,shm,ob1"})
    void threadsThatCreate(int ranks, String btl, String pml) {
        JobRunner job = job(ranks, btl, ApiPrograms.class, "threads-that-create");
        passes(job.env("OMPI_MCA_pml", pml));
    }

    /** Takes 7 GiB of memory. */
    @Test
    @LongRun
    void hugeMessages() {
        String[] sizes = {"-Xmx5g", "-Xmn64m", "-XX:MaxDirectMemorySize=3g"};
        String program = HugeProgram.class.getName();
        Result result =
                mpirun("-np", "1", "java", sizes[0], sizes[1], sizes[2], "-cp", classes(), program)
                        .run()
                        .ok();
        assertThat(result.text()).startsWith("ok, ");
    }

    @Test
    void fatalErrorsEndTheJobWithTheirClass() {
        Result result = job(2, "shm", ErrorsProgram.class, "truncate").run().failed(15);
        assertThat(result.err().lines().filter(line -> line.contains("] *** ")))
                .anyMatch(line -> line.contains("MPI_Recv, called at"))
                .anyMatch(line -> line.contains("on communicator MPI_COMM_WORLD"))
                .anyMatch(line -> line.contains("MPI_ERR_TRUNCATE: message truncated"))
                .anyMatch(line -> line.contains("from rank 1, tag 7: the message has 40 bytes"))
                .anyMatch(line -> line.contains("MPI.INT (8 bytes)"))
                .anyMatch(line -> line.contains("MPI_ERRORS_ARE_FATAL"));
        assertThat(result.message()).contains("Rank 0 ended the job: MPI_ERR_TRUNCATE in MPI_Recv");
    }

    @Test
    void abortEndsTheJobWithItsCode() {
        Result result = job(2, "shm", ErrorsProgram.class, "abort").run().failed(7);
        assertThat(result.message())
                .contains("Rank 1 called abort on communicator MPI_COMM_WORLD with error code 7");
    }

    @Test
    void exceptionsAfterInitAreNoFinalize() {
        Result result = job(2, "shm", ErrorsProgram.class, "throw").run().failed(1);
        assertThat(result.err()).contains("IllegalStateException: on purpose");
    }
}
