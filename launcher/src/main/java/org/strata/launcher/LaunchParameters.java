package org.strata.launcher;

import org.strata.launcher.cli.UsageException;
import org.strata.launcher.ras.HostFile;
import org.strata.mca.base.Ignored;
import org.strata.mca.base.Parameter;
import org.strata.mca.base.Parameters;
import org.strata.opal.sys.HostFiles;

import java.nio.file.Files;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/** Open MPI's parameters that stand for options of mpirun. */
final class LaunchParameters {
    private static final Map<String, String> WITH_VALUE =
            Map.of(
                    "rmaps_base_mapping_policy", "map-by",
                    "rmaps_base_ranking_policy", "rank-by",
                    "hwloc_base_binding_policy", "bind-to",
                    "hwloc_base_cpu_set", "cpu-set",
                    "orte_xml_file", "xml-file",
                    "mpi_report", "report",
                    "mpi_timeline", "timeline");

    private static final Map<String, String> FLAGS =
            Map.of(
                    "rmaps_base_oversubscribe", "oversubscribe",
                    "rmaps_base_no_oversubscribe", "nooversubscribe",
                    "rmaps_base_display_map", "display-map",
                    "hwloc_base_report_bindings", "report-bindings",
                    "orte_tag_output", "tag-output",
                    "orte_timestamp_output", "timestamp-output",
                    "orte_xml_output", "xml",
                    "orte_execute_quiet", "q");

    private static final String MAPPER = "rmaps_base_mapper";
    private static final String SEQUENTIAL = "seq";
    private static final Set<String> USUAL_MAPPERS = Set.of("", SEQUENTIAL, "round_robin");

    private static final String EXPORTS = "mca_base_env_list";
    private static final String DELIMITER = "mca_base_env_list_delimiter";
    private static final String HOSTFILE = "orte_default_hostfile";
    private static final String SLOTS = "orte_set_default_slots";
    private static final Set<String> PER_PROCESSOR =
            Set.of("", "core", "cores", "hwthread", "hwthreads");
    private static final String JIT = "mpi_jit";
    private static final String LINKS = "btl";

    private static final String USUAL_JIT = "auto";
    private static final String SCRATCH = "orte_tmpdir_base";

    private LaunchParameters() {}

    /** Returns the options that the parameters stand for, by key with their values. */
    static Map<String, List<String>> options(Parameters parameters) {
        Map<String, List<String>> options = new HashMap<>();
        WITH_VALUE.forEach((name, option) -> {
            String value = parameters.find(name).value();
            if (!value.isEmpty()) {
                options.put(option, List.of(value));
            }
        });
        FLAGS.forEach((name, option) -> {
            Parameter flag = parameters.find(name);
            if (flag.value().equals("true")) {
                options.put(option, List.of());
            }
        });
        if (parameters.find(MAPPER).value().equals(SEQUENTIAL)) {
            options.putIfAbsent("map-by", List.of(SEQUENTIAL));
        }
        return options;
    }

    /** Returns what stands for an option that mpirun does not have. */
    static Ignored ignored(Parameters parameters) {
        Ignored ignored = new Ignored();
        String mapper = parameters.find(MAPPER).value();
        if (!USUAL_MAPPERS.contains(mapper)) {
            ignored.add("rmaps = " + mapper, "set the placement with --map-by");
        }
        return ignored;
    }

    /**
     * Returns the variables of {@code mca_base_env_list} as words of {@code -x}.
     *
     * @param warnings gets a line when the delimiter is none; the list then has no effect, as in
     *     Open MPI
     */
    static List<String> exports(Parameters parameters, Consumer<String> warnings) {
        String list = parameters.find(EXPORTS).value();
        String delimiter = parameters.find(DELIMITER).value();
        if (list.isBlank()) {
            return List.of();
        }
        if (delimiter.length() != 1) {
            warnings.accept(
                    EXPORTS
                            + " has no effect: "
                            + DELIMITER
                            + " = \""
                            + delimiter
                            + "\" is not one character.");
            return List.of();
        }
        return Arrays.stream(list.split(Pattern.quote(delimiter)))
                .map(String::stripLeading)
                .filter(word -> !word.isBlank() && !word.startsWith("="))
                .toList();
    }

    /** Returns the host file that a parameter names, or an empty text. */
    static String hostFile(Parameters parameters) {
        return parameters.find(HOSTFILE).value();
    }

    /** Returns the slots of a host that a host file does not count; 0 for one per processor. */
    static int defaultSlots(Parameters parameters) throws UsageException {
        String value = parameters.find(SLOTS).value();
        return PER_PROCESSOR.contains(value) ? 0 : HostFile.positive(value, SLOTS + " = " + value);
    }

    /** Returns what the ranks' JIT compilers do, unless that is the usual. */
    static Optional<String> jit(Parameters parameters) {
        return Optional.of(parameters.find(JIT).value()).filter(jit -> !jit.equals(USUAL_JIT));
    }

    /** Returns whether ranks open {@code btl openib}: it is named, or there are adapters for it. */
    static boolean usesAdapters(Parameters parameters) {
        String links = parameters.find(LINKS).value();
        boolean named = List.of(links.replace("^", "").split("\\s*,\\s*")).contains("openib");
        boolean chosen = !links.isEmpty() && !links.startsWith("^");
        return chosen ? named : !named && Files.isDirectory(HostFiles.system("class/infiniband"));
    }

    /** Returns the directory for temporary files that a parameter names, or an empty text. */
    static String scratch(Parameters parameters) {
        return parameters.find(SCRATCH).value();
    }
}
