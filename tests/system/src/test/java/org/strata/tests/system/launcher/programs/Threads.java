package org.strata.tests.system.launcher.programs;

import mpi.MPI;

import org.strata.launcher.map.CpuSet;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Prints its rank and the processors of its main thread, of a thread that this one starts, and of
 * one of the JVM's compilers.
 */
public final class Threads {
    private Threads() {}

    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        String[] started = new String[1];
        Thread thread = new Thread(() -> started[0] = processors("thread-self"), "started");
        thread.start();
        thread.join();
        System.out.println(
                MPI.COMM_WORLD.getRank()
                        + " "
                        + processors("thread-self")
                        + " "
                        + started[0]
                        + " "
                        + processors("self/task/" + compiler())
                        + " "
                        + Runtime.getRuntime().availableProcessors());
        MPI.Finalize();
    }

    private static String compiler() throws IOException {
        try (Stream<Path> tasks = Files.list(Path.of("/proc/self/task"))) {
            for (Path task : tasks.toList()) {
                if (Files.readString(task.resolve("comm")).startsWith("C2 Compiler")) {
                    return task.getFileName().toString();
                }
            }
        }
        throw new IllegalStateException("no compiler");
    }

    private static String processors(String thread) {
        try {
            List<String> lines = Files.readAllLines(Path.of("/proc", thread, "status"));
            for (String line : lines) {
                if (line.startsWith("Cpus_allowed_list:")) {
                    return CpuSet.parse(line.substring(line.indexOf(':') + 1)).toString();
                }
            }
            return "none";
        } catch (IOException e) {
            return e.toString();
        }
    }
}
