package org.strata.benchmarks.startup;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * What one job has cost.
 *
 * @param wall seconds from its start to its end
 * @param cpu seconds of all its processes together; the kernel counts hundredths
 */
record JobCost(double wall, double cpu) {
    private static final File NOTHING = new File("/dev/null");
    private static final double TICKS_PER_SECOND = 100;
    private static final double NANOS_PER_SECOND = 1e9;

    /** Fields of /proc/self/stat behind the command's name: cutime and cstime. */
    private static final int CHILDREN_USER = 13;

    private static final int CHILDREN_SYSTEM = 14;

    /** Runs a job. */
    static JobCost of(List<String> command, long timeoutSeconds)
            throws IOException, InterruptedException {
        double before = cpuOfChildren();
        long began = System.nanoTime();
        Process job =
                new ProcessBuilder(command)
                        .redirectInput(NOTHING)
                        .redirectOutput(NOTHING)
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        boolean ended = job.waitFor(timeoutSeconds, TimeUnit.SECONDS);
        double wall = (System.nanoTime() - began) / NANOS_PER_SECOND;
        if (!ended || job.exitValue() != 0) {
            job.destroyForcibly();
            throw new IOException(String.join(" ", command) + " failed");
        }
        return new JobCost(wall, cpuOfChildren() - before);
    }

    /** Returns the CPU seconds of all processes that this one has waited for, with their own. */
    private static double cpuOfChildren() throws IOException {
        String stat = Files.readString(Path.of("/proc/self/stat"));
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        long ticks =
                Long.parseLong(fields[CHILDREN_USER]) + Long.parseLong(fields[CHILDREN_SYSTEM]);
        return ticks / TICKS_PER_SECOND;
    }
}
