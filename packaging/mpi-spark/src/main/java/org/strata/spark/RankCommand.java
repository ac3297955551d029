package org.strata.spark;

import org.apache.spark.TaskContext;
import org.apache.spark.resource.ResourceInformation;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** How a rank's JVM is started. */
final class RankCommand {
    private static final int SIGNAL = 128;
    private static final int ABRT = SIGNAL + 6;
    private static final int KILL = SIGNAL + 9;

    private static final String NODE_CORES = "STRATA_NODE_CORES";

    private RankCommand() {}

    /**
     * Returns the words of the command.
     *
     * @param loader the task's
     * @param processors for the JVM's own threads: {@code spark.task.cpus}
     * @throws IOException when mpi.jar cannot be read
     */
    static List<String> of(StageSettings settings, ClassLoader loader, int processors)
            throws IOException {
        List<String> words = new ArrayList<>();
        words.add(RankJava.command(settings.javaHome()).toString());
        words.add("-Xmx" + settings.heap());
        words.add("-XX:ActiveProcessorCount=" + processors);
        // File descriptor 1 is for frames.
        words.add("-XX:+DisplayVMOutputToStderr");
        words.add("--enable-native-access=ALL-UNNAMED");
        words.add("--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED");
        words.addAll(RankTuning.options(loader, settings.heap(), settings.options()));
        words.addAll(settings.options());
        words.add("-cp");
        words.add(RankClassPath.of(loader, settings.program()));
        words.add(RankMain.class.getName());
        return words;
    }

    /**
     * Returns the variables of a rank: parameters, the processors that the ranks of this host
     * share, and the GPUs that Spark has given to its task.
     */
    static Map<String, String> environment(StageSettings settings, TaskContext task) {
        Map<String, String> variables = new HashMap<>();
        // Ranks count on spark.task.cpus: each would take them for all there are, and sleep early.
        variables.put(NODE_CORES, String.valueOf(Runtime.getRuntime().availableProcessors()));
        settings.parameters().forEach((name, value) -> variables.put("STRATA_MCA_" + name, value));
        ResourceInformation gpus = task.resourcesJMap().get("gpu");
        if (gpus != null) {
            variables.put("CUDA_VISIBLE_DEVICES", String.join(",", gpus.addresses()));
        }
        return variables;
    }

    /** Returns what an exit code means, to follow it in a sentence. */
    static String meaning(int code) {
        switch (code) {
            case KILL:
                return " (SIGKILL: by hand, by the kernel for lack of memory, or by YARN or"
                        + " Kubernetes for more memory than the container has)";
            case ABRT:
                return " (SIGABRT: its JVM has crashed)";
            default:
                return " before its program has returned";
        }
    }
}
