package org.strata.tests.system.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.strata.tests.system.JobRunner.mpirun;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.strata.testkit.LongRun;
import org.strata.testkit.UsualRows;
import org.strata.tests.system.BesideOthers;
import org.strata.tests.system.JobRunner;
import org.strata.tests.system.JobRunner.Result;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Variables that a user gives to ranks. */
@BesideOthers
class VariablesTest {
    @TempDir Path temp;

    /** What Open MPI 4.1.4 prints, but for the last two lines: it refuses both options together. */
    @ParameterizedTest
    @UsualRows(4)
    @CsvSource(
            delimiter = '>',
            value = {
                "-x A=1 -x B=x_y -x OUT > A=1 B=x_y OUT=outer",
                "--mca mca_base_env_list A=1;B=x;OUT > A=1 B=x OUT=outer",
                "--mca mca_base_env_list A=1,B=2 --mca mca_base_env_list_delimiter , > A=1 B=2"
                        + " OUT=outer",
                "--tune tune -x A=8 > A=8 B= OUT=outer",
                "--mca mca_base_env_list A=1 -x B=2 > A=1 B=2 OUT=outer",
                "-x A=1 -x A=2 > A=2 B= OUT=outer",
                "-x A=1,B=2 > A=1,B=2 B= OUT=outer",
                "-x A=a=b > A=a=b B= OUT=outer",
                "-x =3 > A= B= OUT=outer",
                "--mca mca_base_env_list A=1;NOSUCH > A=1 B= OUT=outer",
                "--mca mca_base_env_list A=a=b;B=2; > A=a=b B=2 OUT=outer",
                "--mca mca_base_env_list A=1::B=2 --mca mca_base_env_list_delimiter :: > A= B="
                        + " OUT=outer",
                "--tune tune > A=7 B= OUT=outer",
                "--mca mca_base_env_list A=1 -x A=2 > A=2 B= OUT=outer",
            })
    void forms(String options, String expected) throws Exception {
        Files.writeString(temp.resolve("tune"), "-x A=7 -x OUT\n--mca btl self,tcp\n");
        List<String> words = new ArrayList<>(List.of("-np", "1"));
        words.addAll(List.of(options.split(" ")));
        words.addAll(List.of("sh", "-c", "echo A=$A B=$B OUT=$OUT"));
        Result result =
                mpirun(words.toArray(String[]::new))
                        .env("A", null)
                        .env("B", null)
                        .env("OUT", "outer")
                        .in(temp)
                        .run()
                        .ok();
        assertThat(result.lines()).containsExactly(expected);
    }

    /** A site's module file sets it for every job. */
    @Test
    void aListInTheEnvironment() {
        Result result =
                mpirun("-np", "1", "sh", "-c", "echo A=$A")
                        .env("OMPI_MCA_mca_base_env_list", "A=9")
                        .run()
                        .ok();
        assertThat(result.lines()).containsExactly("A=9");
        result.quiet();
    }

    @Test
    @LongRun
    void ofSpawnedProcesses() {
        String spawns = "org.strata.tests.system.launcher.programs.Spawns";
        Result result =
                mpirun(
                                "--oversubscribe",
                                "-np",
                                "1",
                                "java",
                                JobRunner.JVM,
                                "-cp",
                                JobRunner.classes(),
                                spawns,
                                "variables")
                        .run()
                        .ok();
        assertThat(result.text().lines().filter("hello there|a=b"::equals)).hasSize(4);
        assertThat(result.message()).containsOnlyOnce("have no effect: map_by.");
    }
}
