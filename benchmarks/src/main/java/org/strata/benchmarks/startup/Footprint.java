package org.strata.benchmarks.startup;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a rank of a Strata tree consists of.
 *
 * @param cached classes from the start-up cache
 * @param made classes made at run time: hidden classes, proxies
 * @param read classes read from jars and directories
 * @param megabytes memory of an idle rank among {@link #RANKS} on the host: its own pages, and its
 *     share of those that several processes map (PSS)
 */
record Footprint(long cached, long made, long read, double megabytes) {
    static final int RANKS = 8;

    /** The line that an idle rank prints when it has joined the job. */
    static final String READY = "ready";

    private static final int KILOBYTES_PER_MEGABYTE = 1024;
    private static final long SETTLE_MILLIS = 500;
    private static final String SHARE = "Pss:";

    /** Counts classes of rank 0 of two, then measures the memory of {@link #RANKS}. */
    static Footprint of(Path tree, List<String> options, Path classes)
            throws IOException, InterruptedException {
        Path log = Files.createTempFile("startup", ".classes");
        try {
            String option = "-Xlog:class+load:file=" + log;
            List<String> other = List.of(":", "-np", "1");
            List<String> command = new ArrayList<>(List.of(Startup.installed(tree)));
            command.addAll(List.of("-np", "1", "java", option));
            command.addAll(program(classes));
            command.addAll(other);
            command.add("java");
            command.addAll(program(classes));
            JobCost.of(command, Startup.TIMEOUT_SECONDS);
            return counted(Files.readAllLines(log), memory(tree, options, classes));
        } finally {
            Files.delete(log);
        }
    }

    private static List<String> program(Path classes) {
        return List.of("-cp", classes.toString(), Hello.class.getName());
    }

    private static Footprint counted(List<String> loaded, double memory) {
        long cached = loaded.stream().filter(line -> line.contains("shared objects file")).count();
        long read =
                loaded.stream()
                        .filter(line -> line.contains("source: file:") || line.contains("jrt:/"))
                        .count();
        return new Footprint(cached, loaded.size() - cached - read, read, memory);
    }

    private static double memory(Path tree, List<String> options, Path classes)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.addAll(List.of(Startup.installed(tree), "--oversubscribe"));
        command.addAll(List.of("-np", Integer.toString(RANKS), "java"));
        command.addAll(options);
        command.addAll(program(classes));
        command.add("idle");
        Process job =
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
        try (BufferedReader output = job.inputReader()) {
            for (int ready = 0; ready < RANKS; ready++) {
                if (!READY.equals(output.readLine())) {
                    throw new IOException(String.join(" ", command) + " failed");
                }
            }
            Thread.sleep(SETTLE_MILLIS);
            return memoryOfRank(job);
        } finally {
            job.destroy();
            job.waitFor();
        }
    }

    /** Returns the median of the ranks. */
    private static double memoryOfRank(Process job) throws IOException {
        try (Stream<ProcessHandle> processes = job.descendants()) {
            List<Double> found = new ArrayList<>();
            for (ProcessHandle process : processes.toList()) {
                Path directory = Path.of("/proc", Long.toString(process.pid()));
                String words = Files.readString(directory.resolve("cmdline"));
                if (words.contains("-cp\0") && !words.contains("launcher.Mpirun")) {
                    found.add(share(Files.readAllLines(directory.resolve("smaps_rollup"))));
                }
            }
            if (found.size() != RANKS) {
                throw new IOException("the job has " + found.size() + " ranks");
            }
            double[] sorted = found.stream().mapToDouble(Double::doubleValue).sorted().toArray();
            return Arrays.stream(sorted).skip((RANKS - 1) / 2).limit(2).average().orElseThrow();
        }
    }

    private static double share(List<String> lines) throws IOException {
        for (String line : lines) {
            if (line.startsWith(SHARE)) {
                String kilobytes = line.substring(SHARE.length()).replace("kB", "").strip();
                return Double.parseDouble(kilobytes) / KILOBYTES_PER_MEGABYTE;
            }
        }
        throw new IOException("/proc tells no " + SHARE);
    }
}
