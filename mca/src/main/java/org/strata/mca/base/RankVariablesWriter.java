package org.strata.mca.base;

import java.io.File;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/** Writes what a launcher has resolved into the environment of its ranks: {@link RankVariables}. */
public final class RankVariablesWriter {
    /** No variable may be longer than the kernel takes. */
    private static final int LONGEST_VALUE = 100_000;

    private RankVariablesWriter() {}

    /**
     * Returns the variables for ranks: the distribution, the {@code --mca} pairs and the files.
     *
     * @param parameters the launcher's own, without problems
     */
    public static Map<String, String> variables(Parameters parameters) {
        ParameterSources sources = parameters.sources();
        Map<String, String> variables = new LinkedHashMap<>();
        if (sources.distribution() != null) {
            variables.put(RankVariables.HOME, sources.distribution().toString());
        }
        sources.commandLine()
                .forEach((k, v) -> variables.put(RankVariables.OMPI_PREFIX + flat(k), v));
        Set<String> keys = sources.commandLine().keySet();
        variables.put(
                RankVariables.COMMAND_LINE,
                String.join(",", keys.stream().map(RankVariablesWriter::flat).toList()));
        variables.put(RankVariables.FILES, files(sources));
        String settings = joined(parameters.fromFiles().settings());
        if (settings != null) {
            variables.put(RankVariables.SETTINGS, settings);
        }
        variables.put(RankVariables.CHECKED, "1");
        variables.put(
                RankVariables.NODE_CORES,
                String.valueOf(Runtime.getRuntime().availableProcessors()));
        return variables;
    }

    private static String flat(String key) {
        return Setting.flatName(key);
    }

    /** Returns the value of {@link RankVariables#FILES}: where each named file was found. */
    private static String files(ParameterSources sources) {
        return sources.files().stream()
                .map(name -> ParameterFiles.locate(name, sources))
                .filter(Objects::nonNull)
                .map(Path::toString)
                .collect(Collectors.joining(File.pathSeparator));
    }

    /** Returns the value of {@link RankVariables#SETTINGS}, or null. */
    private static String joined(List<Setting> settings) {
        StringBuilder lines = new StringBuilder();
        for (Setting setting : settings) {
            String line = setting.origin() + setting.key() + setting.value();
            if (!line.chars().allMatch(c -> c >= ' ' && c <= '~')) {
                return null;
            }
            lines.append(setting.origin()).append('\t');
            lines.append(setting.key()).append('\t');
            lines.append(setting.value()).append('\n');
        }
        return lines.length() > LONGEST_VALUE ? null : lines.toString();
    }
}
