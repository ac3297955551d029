package org.strata.benchmarks.papers;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Jobs of real processes: {@code mpirun} with parameters and one of this package's programs. */
public final class Job {
    private static final long TIMEOUT_SECONDS = 180;
    private static final long END_SECONDS = 10;

    private final Path root;
    private final Path classes;

    /**
     * @param root where Strata is
     */
    public Job(Path root) {
        this.root = root;
        this.classes = root.resolve("benchmarks/figures/target/classes");
    }

    /** Runs a program with some ranks; returns the lines it printed, those of all ranks mixed. */
    public List<String> run(
            int ranks, Map<String, String> parameters, Class<?> program, String... args)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("-cp", classes.toString()));
        command.add(program.getName());
        command.addAll(List.of(args));
        return run(ranks, parameters, command);
    }

    /** Runs one of the examples, such as {@code NasCg}. */
    List<String> runExample(
            int ranks, Map<String, String> parameters, String example, List<String> args)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(root.resolve("examples").resolve(example + ".java").toString());
        command.addAll(args);
        return run(ranks, parameters, command);
    }

    private List<String> run(int ranks, Map<String, String> parameters, List<String> command)
            throws IOException, InterruptedException {
        List<String> line = new ArrayList<>();
        line.add(root.resolve("mpirun").toString());
        line.addAll(List.of("-np", Integer.toString(ranks)));
        boolean crowded = ranks > Runtime.getRuntime().availableProcessors();
        if (crowded) {
            line.add("--oversubscribe");
        }
        // The thread of an adapter runs on any core: its rank's own is not a DMA engine.
        boolean engine = "engine".equals(parameters.get("verbs_soft_mode"));
        line.addAll(List.of("--bind-to", crowded || engine ? "none" : "core"));
        parameters.forEach((key, value) -> line.addAll(List.of("--mca", key, value)));
        line.add("java");
        line.addAll(command);
        Process process = new ProcessBuilder(line).redirectErrorStream(true).start();
        List<String> output = new ArrayList<>();
        Thread reader = Thread.ofVirtual().start(() -> read(process, output));
        boolean ended = process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS);
        if (!ended) {
            // mpirun ends its ranks first.
            process.destroy();
            if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        }
        reader.join();
        if (!ended || process.exitValue() != 0) {
            String how = ended ? " failed:" : " did not end in " + TIMEOUT_SECONDS + " s:";
            String said = String.join(System.lineSeparator(), output);
            throw new IOException(String.join(" ", line) + how + System.lineSeparator() + said);
        }
        return output;
    }

    private static void read(Process process, List<String> output) {
        try (BufferedReader reader = process.inputReader()) {
            reader.lines().forEach(output::add);
        } catch (IOException | UncheckedIOException e) {
            output.add("no further output: " + e.getMessage());
        }
    }
}
