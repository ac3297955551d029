package org.strata.benchmarks.profile;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A job whose ranks run under the flight recorder. */
final class RecordedJob {
    private static final String SETTINGS =
            ",settings=profile,jdk.ExecutionSample#period=%1$d"
                    + " ms,jdk.NativeMethodSample#period=%1$d ms,jdk.Compilation#threshold=0"
                    + " ms,jdk.Deoptimization#enabled=true,jdk.ThreadPark#threshold=0"
                    + " ms,jdk.ThreadSleep#threshold=0 ms,jdk.JavaMonitorWait#threshold=0"
                    + " ms,jdk.JavaMonitorEnter#threshold=0 ms"
                    + ",jdk.ObjectAllocationSample#throttle=1000/s";

    private RecordedJob() {}

    /** Returns the options of the JVM that records into a directory. */
    static List<String> options(Path directory, int periodMillis) {
        return List.of(
                "-XX:StartFlightRecording=filename="
                        + directory.resolve("%p.jfr")
                        + SETTINGS.formatted(periodMillis),
                "-Xlog:jfr*=error",
                "-XX:+UnlockDiagnosticVMOptions",
                "-XX:+DebugNonSafepoints");
    }

    /** Returns the command that runs a program in every rank. */
    static List<String> command(
            Path mpirun, List<String> launch, List<String> jvm, List<String> program) {
        List<String> line = new ArrayList<>();
        line.add(mpirun.toString());
        line.addAll(launch);
        line.add("java");
        line.addAll(jvm);
        line.addAll(program);
        return line;
    }

    /** Runs a command, whose output is this process's; returns its exit code. */
    static int run(List<String> command) throws IOException, InterruptedException {
        return new ProcessBuilder(command).inheritIO().start().waitFor();
    }

    /** Returns the recordings in a directory, those of lower process ids first. */
    static List<Path> recordings(Path directory) throws IOException {
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*.jfr")) {
            files.forEach(found::add);
        }
        Collections.sort(found);
        return found;
    }
}
