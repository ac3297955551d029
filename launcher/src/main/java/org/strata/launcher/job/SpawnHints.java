package org.strata.launcher.job;

import org.strata.launcher.cli.UsageException;
import org.strata.mca.ess.Spawn;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * What the Info of a spawn says beside its reserved keys (MPI 3.1 §10.3.4): Open MPI's own keys.
 */
final class SpawnHints {
    private static final String ENVIRONMENT = "env";

    private final Consumer<String> warnings;
    private final Set<String> named = new TreeSet<>();

    /**
     * @param warnings gets a line when keys without effect are first used
     */
    SpawnHints(Consumer<String> warnings) {
        this.warnings = warnings;
    }

    /**
     * Returns the variables of key {@code env} as words of {@code -x}: lines {@code NAME=VALUE}; a
     * name alone has mpirun's value.
     */
    static List<String> exports(Spawn.Program program) throws UsageException {
        List<String> exports = new ArrayList<>();
        for (String line : program.hints().getOrDefault(ENVIRONMENT, "").split("\n", -1)) {
            if (line.startsWith("=") || line.indexOf('\0') >= 0) {
                throw new UsageException(
                        "The Info key \"env\" has lines NAME=VALUE, not \"" + line + "\".");
            }
            if (!line.isEmpty()) {
                exports.add(line);
            }
        }
        return exports;
    }

    /** Says, once for each key, that a key of Open MPI's has no effect. */
    void warn(Spawn spawn) {
        Set<String> fresh = new TreeSet<>();
        for (Spawn.Program program : spawn.programs()) {
            for (Map.Entry<String, String> hint : program.hints().entrySet()) {
                String key = hint.getKey();
                if (Spawn.WITHOUT_EFFECT.contains(key) && named.add(key)) {
                    fresh.add(key);
                }
            }
        }
        if (!fresh.isEmpty()) {
            warnings.accept(
                    "spawn: these Info keys of Open MPI's have no effect: "
                            + String.join(", ", fresh)
                            + ".");
        }
    }
}
