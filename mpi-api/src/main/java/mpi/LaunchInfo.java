package mpi;

import org.strata.mca.base.Stack;
import org.strata.mca.ess.ProcessEnvironment;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/** The pairs of MPI_INFO_ENV, about the job's start (MPI 3.1 §10.3.4); computed at first use. */
final class LaunchInfo implements Supplier<Map<String, String>> {
    private final ProcessEnvironment environment;
    private final Map<String, String> variables;

    LaunchInfo(Stack stack) {
        environment = stack.environment();
        variables = stack.parameters().sources().environment();
    }

    @Override
    public Map<String, String> get() {
        Map<String, String> pairs = new LinkedHashMap<>();
        String size = Integer.toString(environment.size());
        put(pairs, "command", variables.get("OMPI_COMMAND"));
        put(pairs, "argv", variables.get("OMPI_ARGV"));
        put(pairs, "maxprocs", size);
        put(pairs, "host", environment.proc(environment.rank()).host());
        put(pairs, "arch", ManagementFactory.getOperatingSystemMXBean().getArch());
        put(pairs, "wdir", Path.of("").toAbsolutePath().toString());
        put(pairs, "ompi_np", size);
        put(pairs, "ompi_num_apps", variables.getOrDefault("OMPI_NUM_APP_CTX", "1"));
        put(pairs, "ompi_first_rank", variables.getOrDefault("OMPI_FIRST_RANKS", "0"));
        return pairs;
    }

    private static void put(Map<String, String> pairs, String key, String value) {
        if (value != null && !value.isEmpty()) {
            pairs.put(key, value);
        }
    }
}
