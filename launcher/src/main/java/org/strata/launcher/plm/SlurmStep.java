package org.strata.launcher.plm;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * All daemons are started by one {@code srun} inside of an allocation, as a step of one task per
 * node; {@code srun} copies its standard input to all of them.
 *
 * @param srun the command
 * @param arguments more arguments for it
 * @param daemon the words that start a daemon
 */
public record SlurmStep(Path srun, List<String> arguments, List<String> daemon)
        implements StartMethod {
    /** The variable in which a task finds its node's name as the allocation has it. */
    public static final String NODE_NAME = "SLURMD_NODENAME";

    /**
     * Options that the allocation's command leaves for each {@code srun} in it. They are meant for
     * the program's tasks: a daemon needs all processors of its node, and the whole hello.
     */
    private static final List<String> FOR_PROGRAMS =
            List.of(
                    "SLURM_CPUS_PER_TASK",
                    "SRUN_CPUS_PER_TASK",
                    "SLURM_NTASKS_PER_CORE",
                    "SLURM_NTASKS_PER_SOCKET",
                    "SLURM_DISTRIBUTION",
                    "SLURM_HOSTFILE",
                    "SLURM_EXACT",
                    "SLURM_EXCLUSIVE",
                    "SLURM_STDINMODE",
                    "SLURM_STDOUTMODE",
                    "SLURM_STDERRMODE",
                    "SLURM_LABELIO",
                    "SLURM_WAIT");

    /** Copies the words. */
    public SlurmStep {
        arguments = List.copyOf(arguments);
        daemon = List.copyOf(daemon);
    }

    /**
     * Returns the command {@code srun}, or null when there is none.
     *
     * @param path value of PATH
     */
    public static Path find(String path) {
        return Executables.find("srun", path);
    }

    /** Returns the command that starts a daemon on each of some hosts of the allocation. */
    public ProcessBuilder on(List<String> hosts) {
        List<String> words = new ArrayList<>();
        words.add(srun.toString());
        words.add("--nodes=" + hosts.size());
        words.add("--ntasks=" + hosts.size());
        words.add("--ntasks-per-node=1");
        words.add("--nodelist=" + String.join(",", hosts));
        words.add("--mpi=none");
        words.add("--kill-on-bad-exit=1");
        // Its processors are those of the allocation, which steps of the program's may have, too.
        words.add("--overlap");
        words.add("--input=all");
        words.add("--chdir=" + File.separator);
        words.addAll(arguments);
        words.addAll(daemon);
        ProcessBuilder builder = new ProcessBuilder(words);
        Map<String, String> environment = builder.environment();
        FOR_PROGRAMS.forEach(environment::remove);
        environment.put("SLURM_CPU_BIND", "none");
        return builder;
    }
}
