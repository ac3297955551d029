package org.strata.tests.system.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.strata.tests.system.JobRunner.command;
import static org.strata.tests.system.JobRunner.mpirun;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.strata.testkit.UsualRows;
import org.strata.tests.system.BesideOthers;
import org.strata.tests.system.JobRunner;
import org.strata.tests.system.JobRunner.Result;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Command lines that were written for Open MPI's mpirun. */
@BesideOthers
class OpenMpiCommandLinesTest {
    private static final String SHOW = "org.strata.tests.system.launcher.programs.Show";
    private static final String RANK = "echo $OMPI_COMM_WORLD_RANK/$OMPI_COMM_WORLD_SIZE";

    @TempDir Path temp;

    private static JobRunner job(String options, String... program) {
        List<String> words = new ArrayList<>(List.of(options.split(" ")));
        words.addAll(List.of(program));
        return mpirun(words.toArray(String[]::new));
    }

    private static void assertOneLine(Result result, String... parts) {
        List<String> lines = result.complaints().lines().toList();
        assertThat(lines).hasSize(1);
        assertThat(lines.getFirst()).startsWith("mpirun: ignored: ").contains(parts);
    }

    /** Parameters from everywhere, components, options: a job of Java ranks, one line in all. */
    @Test
    void whatHasNoCounterpartIsNamedInOneLine() throws IOException {
        Path tune =
                Files.writeString(
                        temp.resolve("tune"),
                        "--mca coll_hcoll_enable 0\nosc_rdma_btls = ^openib\n");
        Result result =
                job(
                                "--noprefix --allow-run-as-root --oversubscribe --bynode --mca pml"
                                    + " ucx --mca btl self,sm,tcp,usnic --mca coll ^hcoll -gmca"
                                    + " plm_rsh_delay 1 --mca orte_base_help_aggregate 0 --mca"
                                    + " btl_base_warn_component_unused 0 --mca mtl ^psm"
                                    + " --use-hwthread-cpus --rank-by socket --bind-to none -np 2"
                                    + " --tune "
                                        + tune,
                                "java",
                                "-cp",
                                JobRunner.classes(),
                                SHOW)
                        .env("OMPI_MCA_oob_tcp_if_exclude", "eth0")
                        .env("PRTE_MCA_plm_slurm_force", "1")
                        .run()
                        .ok();
        assertThat(result.lines()).hasSize(2).allMatch(line -> line.contains("/2 "));
        List<String> lines =
                result.complaints().lines().filter(l -> !l.contains("is called")).toList();
        assertThat(lines).hasSize(2);
        assertThat(lines.getLast()).contains("--bynode is deprecated; use --map-by node.");
        assertThat(lines.getFirst())
                .startsWith("mpirun: ignored: ")
                .contains("--noprefix")
                .contains("pml = ucx", "btl = usnic", "plm_rsh_delay", "orte_base_help_aggregate")
                .contains(
                        "btl_base_warn_component_unused",
                        "mtl, pml = ucx (",
                        "OMPI_MCA_oob_tcp_if_exclude")
                .contains("coll_hcoll_enable in " + tune + ":1")
                .contains("PRTE_MCA_plm_slurm_force", "osc_rdma_btls in " + tune + ":2")
                .doesNotContain("^hcoll", "btl_base_verbose");
        Result strict =
                job("--mca pml ucx --mca mpi_strict_parameters 1 -np 1", "true").run().failed(1);
        assertThat(strict.message()).contains("pml = ucx").contains("mpi_strict_parameters");
    }

    @Test
    void mappingByProcessingElements() {
        String bound = "grep Cpus_allowed_list /proc/self/status";
        Result one =
                job("--map-by ppr:1:node:PE=1 --report-bindings", "sh", "-c", bound).run().ok();
        assertThat(one.err()).contains("rank 0 is bound to").doesNotContain("ignored");
        assertThat(one.lines()).hasSize(1);
        Result npersocket = job("--npersocket 2 --bind-to socket", "sh", "-c", RANK).run().ok();
        assertThat(npersocket.lines()).contains("0/2");
        assertThat(job("--map-by slot:PE=9999 -np 1", "true").run().failed(1).message())
                .contains("PE=9999");
    }

    /** Parameters of Open MPI's launcher stand for its options. */
    @Test
    void parametersThatAreOptions() throws IOException {
        Path hosts = Files.writeString(temp.resolve("hosts"), "localhost slots=3\n");
        Result result =
                job(
                                "--mca orte_tag_output 1 --mca hwloc_base_report_bindings 1 --mca"
                                        + " rmaps_base_mapping_policy ppr:2:node --mca"
                                        + " orte_default_hostfile "
                                        + hosts,
                                "sh",
                                "-c",
                                RANK)
                        .env("PRTE_MCA_hwloc_default_binding_policy", "none")
                        .run()
                        .ok();
        assertThat(result.lines())
                .containsExactlyInAnyOrder("[1,0]<stdout>:0/2", "[1,1]<stdout>:1/2");
        assertThat(result.err()).contains("rank 1 is not bound").doesNotContain("ignored");
    }

    /** By the shell: this JVM may be in a locale that has no such letter as E. */
    private static final String PROGRAMS =
            """
            E=$(printf '\\303\\251')
            for folder in 'sp ace' "d $E" sub; do
              mkdir "$folder"
              printf '#!/bin/sh\\necho prog "$@"\\n' > "$folder/prog"
              chmod +x "$folder/prog"
            done
            """;

    /** What Open MPI 4.1.4 prints; "; " stands for the end of a line. */
    @ParameterizedTest
    @UsualRows(7)
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '%',
            value = {
                "-np 1 --wdir \"sp ace\" ./prog z        | prog z",
                "-np 1 -wd \"d $E\" ./prog $E              | prog \u00e9",
                "-np 1 \"./sp ace/prog\" \"a b\" 'c\"d' | prog a b c\"d",
                "-np 1 --path none:sub prog y             | prog y",
                "-np 1 echo a : -np 1 --path sub prog b   | a; prog b",
                "-np 2 --stdin 1 cat < in                 | line one; line two",
                "-np 1 --app app                          | a; prog b c",
                "-np 0 --host localhost:3 echo a          | a; a; a",
                "--default-hostfile hosts -H localhost:2 echo a | a; a",
                "-np 1 -x A=1 -x B sh -c 'echo $A $B'     | 1 bee",
                "-np 1 --wdir sub pwd : -np 1 pwd | $PWD/sub; $PWD",
                "--hostfile lines --mca rmaps seq echo a  | a; a; a",
                "-np 1 --path . --wdir \"sp ace\" prog y  | prog y",
                "-np 1 -x PATH=/bin -path sub prog y      | prog y",
                "-np 1 -- echo -np 2                      | -np 2",
                "-N 0 -np 1 echo a                        | a",
                "--default-hostfile none -np 1 echo a      | a",
                "--default-hostfile hosts echo a           | a; a; a",
                "--default-hostfile hosts --hostfile two echo a | a; a",
                "-np 1 -x A=1,B=2 sh -c 'echo $A'         | 1,B=2",
                "-np 1 -x A=1 -x A=2 sh -c 'echo $A'      | 2",
                "-np 1 -x A= sh -c 'echo x${A-unset}x'    | xx",
                "-np 1 -x A=1 sh -c 'echo $A' : -np 1 -x A=2 sh -c 'echo $A' | 1; 2",
                "--output-filename o:nojobid -np 1 echo a && cat o/rank.0/stdout | a; a",
                "--output-filename o:nocopy -np 1 echo a && cat o/1/rank.0/stdout | a",
                "-c 1 echo a                              | a",
                "-wd sub -np 1 prog y : -np 1 echo a :     | prog y; a",
            })
    void directoriesProgramsAndInput(String line, String expected) throws IOException {
        Files.writeString(temp.resolve("in"), "line one\nline two\n");
        Files.writeString(temp.resolve("hosts"), "localhost slots=3\n");
        Files.writeString(temp.resolve("two"), "localhost slots=2\n");
        Files.writeString(temp.resolve("lines"), "localhost\n".repeat(3));
        Files.writeString(temp.resolve("app"), "-np 1 echo a\n# comment\n-np 1 sub/prog b c\n\n");
        String mpirun = JobRunner.root().resolve("mpirun").toString();
        Result result =
                command("/bin/sh", "-c", PROGRAMS + "\"$0\" " + line, mpirun)
                        .env("LC_ALL", "C.UTF-8")
                        .env("B", "bee")
                        .in(temp)
                        .run()
                        .ok();
        assertThat(result.lines())
                .containsExactlyInAnyOrder(
                        expected.replace("$PWD", temp.toRealPath().toString()).split("; "));
        result.quiet();
    }

    @Test
    void planAndProcessNumber() {
        Path witness = temp.resolve("started");
        Result plan =
                job("-np 2 --display-devel-map --do-not-launch", "touch", witness.toString())
                        .run()
                        .ok();
        assertThat(plan.err()).contains("JOB MAP");
        assertThat(witness).doesNotExist();
        Result pid = job("-np 1 --report-pid -", "sh", "-c", "echo $PPID").run().ok();
        assertThat(pid.lines()).hasSize(2);
        assertThat(pid.lines().get(0)).isEqualTo(pid.lines().get(1));
        Result nowhere = job("--report-pid none/pid -np 1", "true").in(temp).run().failed(1);
        assertThat(nowhere.message())
                .contains("the file of --report-pid, none/pid: there is no such file or directory");
        assertThat(job("--xterm 0 -np 1", "true").run().failed(1).message())
                .contains("--xterm is not available");
        assertOneLine(job("--leave-session-attached -np 1", "true").run().ok(), "daemon per host");
    }
}
