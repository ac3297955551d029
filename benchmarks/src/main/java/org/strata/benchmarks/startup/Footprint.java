package org.strata.benchmarks.startup;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a rank of a Strata tree consists of.
 *
 * @param cached classes from the start-up cache
 * @param made classes made at run time: hidden classes, proxies
 * @param read classes read from jars and directories
 * @param residentMegabytes memory of an idle rank, in megabytes
 */
record Footprint(long cached, long made, long read, double residentMegabytes) {
    /** The line that an idle rank prints when it has joined the job. */
    static final String READY = "ready";

    private static final int KILOBYTES_PER_MEGABYTE = 1024;
    private static final long SETTLE_MILLIS = 500;
    private static final String RESIDENT = "VmRSS:";

    /** Measures jobs of two ranks; rank 0 counts. */
    static Footprint of(Path tree, Path classes) throws IOException, InterruptedException {
        Path log = Files.createTempFile("startup", ".classes");
        try {
            String option = "-Xlog:class+load:file=" + log;
            List<String> other = List.of(":", "-np", "1");
            List<String> command = new ArrayList<>(List.of(Startup.installed(tree).toString()));
            command.addAll(List.of("-np", "1", "java", option));
            command.addAll(program(classes));
            command.addAll(other);
            command.add("java");
            command.addAll(program(classes));
            JobCost.of(command, Startup.TIMEOUT_SECONDS);
            return counted(Files.readAllLines(log), resident(tree, classes));
        } finally {
            Files.delete(log);
        }
    }

    private static List<String> program(Path classes) {
        return List.of("-cp", classes.toString(), Hello.class.getName());
    }

    private static Footprint counted(List<String> loaded, double resident) {
        long cached = loaded.stream().filter(line -> line.contains("shared objects file")).count();
        long read =
                loaded.stream()
                        .filter(line -> line.contains("source: file:") || line.contains("jrt:/"))
                        .count();
        return new Footprint(cached, loaded.size() - cached - read, read, resident);
    }

    private static double resident(Path tree, Path classes)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.addAll(List.of(Startup.installed(tree).toString(), "-np", "2", "java"));
        command.addAll(program(classes));
        command.add("idle");
        Process job =
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
        try (BufferedReader output = job.inputReader()) {
            for (int ready = 0; ready < 2; ready++) {
                if (!READY.equals(output.readLine())) {
                    throw new IOException(String.join(" ", command) + " failed");
                }
            }
            Thread.sleep(SETTLE_MILLIS);
            return residentOfRank(job);
        } finally {
            job.destroy();
            job.waitFor();
        }
    }

    private static double residentOfRank(Process job) throws IOException {
        try (Stream<ProcessHandle> processes = job.descendants()) {
            for (ProcessHandle process : processes.toList()) {
                Path directory = Path.of("/proc", Long.toString(process.pid()));
                String words = Files.readString(directory.resolve("cmdline"));
                boolean rank = words.contains("-cp\0") && !words.contains("launcher.Mpirun");
                if (rank) {
                    return resident(Files.readAllLines(directory.resolve("status")));
                }
            }
        }
        throw new IOException("the job has no rank");
    }

    private static double resident(List<String> status) throws IOException {
        for (String line : status) {
            if (line.startsWith(RESIDENT)) {
                String kilobytes = line.substring(RESIDENT.length()).replace("kB", "").strip();
                return Double.parseDouble(kilobytes) / KILOBYTES_PER_MEGABYTE;
            }
        }
        throw new IOException("/proc tells no " + RESIDENT);
    }
}
