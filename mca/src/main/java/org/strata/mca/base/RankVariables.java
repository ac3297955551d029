package org.strata.mca.base;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The environment variables by which the launcher passes parameters to ranks.
 *
 * <p>The launcher resolves {@code Parameters} from its own sources first and starts nothing when
 * {@code Parameters.problems} is not empty. Then it puts what {@code RankVariablesWriter} writes
 * into the environment of every rank; a rank that calls {@code ParameterSources.ofThisProcess} sees
 * the same values with the same origins. Ranks inherit the rest of the launcher's environment, so
 * that the user's own {@code STRATA_MCA_*} and {@code OMPI_MCA_*} reach them unchanged.
 */
public final class RankVariables {
    /** Directory of the distribution: the parent of {@code lib} and {@code conf}. */
    public static final String HOME = "STRATA_HOME";

    /** Prefix of parameters in the environment, Strata's own; stronger than Open MPI's. */
    public static final String STRATA_PREFIX = "STRATA_MCA_";

    /** Prefix of parameters in the environment, Open MPI's. */
    public static final String OMPI_PREFIX = "OMPI_MCA_";

    /** Prefix of parameters in the environment, those of Open MPI 5's launcher; the weakest. */
    public static final String PRTE_PREFIX = "PRTE_MCA_";

    /**
     * Flat names, separated by commas, of the {@code OMPI_MCA_*} variables that stand for {@code
     * --mca} options: those have the command line's precedence and origin.
     */
    public static final String COMMAND_LINE = "STRATA_PARAMS_FROM_COMMAND_LINE";

    /**
     * Absolute paths of the files named by {@code --am} and {@code --tune}, separated by the
     * platform's path separator, the strongest first.
     */
    public static final String FILES = "STRATA_PARAM_FILES";

    /**
     * What the launcher has read from all files, so that ranks need not: a line per value, the
     * strongest first, of origin, key and value with tabs between them. Missing when a text has
     * other characters than the printable ones of ASCII, or too many; then ranks read the files.
     */
    public static final String SETTINGS = "STRATA_PARAMS_FROM_FILES";

    /** The launcher sets it to 1 when it has checked the parameters and printed their notices. */
    public static final String CHECKED = "STRATA_PARAMS_CHECKED";

    /** Cores that the ranks of one node share, counted before ranks are bound to some of them. */
    public static final String NODE_CORES = "STRATA_NODE_CORES";

    private RankVariables() {}

    /** Returns the values in {@link #SETTINGS}, or null when it is missing or damaged. */
    static List<Setting> settings(Map<String, String> environment) {
        String lines = environment.get(SETTINGS);
        if (lines == null) {
            return null;
        }
        List<Setting> settings = new ArrayList<>();
        for (String line : lines.lines().toList()) {
            String[] parts = line.split("\t", -1);
            if (parts.length != 3) {
                return null;
            }
            settings.add(new Setting(parts[1], parts[2], parts[0]));
        }
        return settings;
    }
}
