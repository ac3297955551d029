package org.strata.tests.system.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.strata.tests.system.JobRunner.classes;
import static org.strata.tests.system.JobRunner.mpirun;

import jdk.jfr.consumer.RecordingFile;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.testkit.LongRun;
import org.strata.testkit.UsualRows;
import org.strata.tests.system.BesideOthers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The tool interface in real jobs. */
@BesideOthers
class ToolTest {
    @ParameterizedTest
    @UsualRows(1)
    @ValueSource(strings = {"self,shm", "self,tcp"})
    void variablesOfAJob(String btl) {
        assertThat(
                        mpirun(
                                        "-np",
                                        "2",
                                        "--mca",
                                        "btl",
                                        btl,
                                        "--mca",
                                        "mpi_max_object_size",
                                        "2k",
                                        "java",
                                        "-cp",
                                        classes(),
                                        ToolProgram.class.getName())
                                .run()
                                .ok()
                                .text())
                .contains("tools: ok");
    }

    /** Of the same job the flight recorder has them, too. */
    @ParameterizedTest
    @LongRun
    @ValueSource(strings = {"self,shm", "self,tcp", "self,openib"})
    void eventsOfAJob(String btl, @TempDir Path directory) throws IOException {
        List<String> words = new ArrayList<>(List.of("-np", "2", "--mca", "btl", btl));
        words.addAll(List.of("--mca", "mpi_spc_attach", "all", "--mca", "mpi_report_jfr", "true"));
        words.addAll(List.of("java", "-XX:StartFlightRecording=filename=" + directory + "/%p.jfr"));
        words.addAll(List.of("-cp", classes(), ToolEventsProgram.class.getName()));
        boolean registers = btl.contains("openib");
        if (registers) {
            words.add("openib");
        }
        assertThat(mpirun(words.toArray(String[]::new)).run().ok().text()).contains("events: ok");
        Set<String> recorded = new TreeSet<>();
        try (var files = Files.newDirectoryStream(directory, "*.jfr")) {
            for (Path file : files) {
                RecordingFile.readAllEvents(file)
                        .forEach(event -> recorded.add(event.getEventType().getName()));
            }
        }
        assertThat(recorded)
                .contains(
                        "org.strata.mpi.Wait",
                        "org.strata.mpi.Collective",
                        "org.strata.mpi.Connection");
        assertThat(recorded.contains("org.strata.mpi.Registration")).isEqualTo(registers);
    }
}
