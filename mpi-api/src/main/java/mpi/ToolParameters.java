package mpi;

import org.strata.mca.base.Parameter;
import org.strata.mca.base.Parameters;
import org.strata.mca.base.Setting;
import org.strata.mca.base.StackException;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The parameters of this process as tools see them while MPI does not run, and the values that the
 * program has chosen for MPI.Init. Any thread.
 */
final class ToolParameters {
    /** Where values come from that the program has set. */
    static final String ORIGIN = "mpi.Tool";

    private static final Map<String, Setting> CHOSEN = new LinkedHashMap<>();

    /** What holds without a stack; null before somebody asks. */
    private static Parameters known;

    private ToolParameters() {}

    /** Returns the values that the program has set, for MPI.Init. */
    static synchronized List<Setting> chosen() {
        return List.copyOf(CHOSEN.values());
    }

    /**
     * Returns the parameters of this process.
     *
     * @throws StackException when no component is installed
     */
    static synchronized Parameters outsideMpi() {
        if (known == null) {
            known = Parameters.ofThisProcess(chosen());
        }
        return known;
    }

    /** Keeps the parameters of a stack that has ended, or is about to. */
    static synchronized void keep(Parameters ending) {
        known = ending;
    }

    /**
     * Sets a value for MPI.Init, which is checked as those of the environment are.
     *
     * @throws IllegalArgumentException when it is wrong; the message is a sentence
     */
    static synchronized void choose(Parameter parameter, String value) {
        String name = parameter.name();
        List<Setting> settings = new ArrayList<>();
        settings.add(new Setting(name, value, ORIGIN));
        CHOSEN.values().stream().filter(one -> !one.key().equals(name)).forEach(settings::add);
        Parameters changed = Parameters.ofThisProcess(settings);
        if (!changed.problems().isEmpty()) {
            String first = changed.problems().list().getFirst();
            throw new IllegalArgumentException(first.replace("\n", ": ").strip());
        }
        CHOSEN.put(name, settings.getFirst());
        known = changed;
    }

    /** Returns to the state before the first call. For tests. */
    static synchronized void forget() {
        CHOSEN.clear();
        known = null;
    }
}
