package org.strata.mca.base;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Every parameter of this installation with the value in force and its origin. Immutable.
 *
 * <p>Made from explicit sources, strongest first: {@code --mca} options, environment {@code
 * STRATA_MCA_*}, environment {@code OMPI_MCA_*} and {@code PRTE_MCA_*}, files of {@code --am} and
 * {@code --tune}, {@code ~/.strata/strata.conf}, {@code conf/strata.conf} of the distribution, each
 * component's {@code reference.conf}.
 */
public final class Parameters implements ParameterLookup {
    private final ParameterSources sources;
    private final Components components;
    private final ParameterIndex index;

    /** Those that a source has set; the others have their defaults. */
    private final Map<String, Parameter> set;

    private final Map<String, Selection> selections;
    private final FileValues fromFiles;
    private final Problems problems;
    private final List<String> notices;
    private final Ignored ignored;

    Parameters(
            ParameterSources sources,
            Components components,
            ParameterIndex index,
            Map<String, Parameter> set,
            Map<String, Selection> selections,
            FileValues fromFiles,
            Problems problems,
            List<String> notices,
            Ignored ignored) {
        this.sources = sources;
        this.components = components;
        this.index = index;
        this.set = set;
        this.selections = selections;
        this.fromFiles = fromFiles;
        this.problems = problems;
        this.notices = List.copyOf(notices);
        this.ignored = ignored;
    }

    /**
     * Resolves every parameter. Wrong input of users is no exception, but one of {@link #problems}.
     *
     * @throws ParameterException when no component is installed: its message says how they get lost
     */
    public static Parameters resolve(ParameterSources sources) {
        return new Resolver(sources).resolve(List.of());
    }

    /** Resolves the parameters of the process this runs in, from its real environment. */
    public static Parameters ofThisProcess() {
        return ofThisProcess(List.of());
    }

    /**
     * Resolves the parameters of the process this runs in.
     *
     * @param chosen values that are stronger than those of its environment; the first one of a
     *     parameter counts
     */
    public static Parameters ofThisProcess(List<Setting> chosen) {
        return resolve(ParameterSources.ofThisProcess(), chosen);
    }

    /** Resolves the parameters of other sources so. */
    static Parameters resolve(ParameterSources sources, List<Setting> chosen) {
        return new Resolver(sources).resolve(chosen);
    }

    /**
     * Returns the same with another value of one parameter, which decides on no selection.
     *
     * @throws IllegalArgumentException when the value does not fit; the message continues "VALUE …"
     */
    Parameters with(Parameter known, String value, String origin) {
        Map<String, Parameter> changed = new LinkedHashMap<>(set);
        String canonical = known.declaration().canonical(value);
        changed.put(known.name(), new Parameter(known.declaration(), canonical, origin));
        return new Parameters(
                sources,
                components,
                index,
                changed,
                selections,
                fromFiles,
                problems,
                notices,
                ignored);
    }

    /**
     * Returns this.
     *
     * @throws ParameterException when there are problems; its message is boxed and lists them all
     */
    public Parameters orThrow() {
        if (!problems.isEmpty()) {
            throw new ParameterException(problems);
        }
        return this;
    }

    /**
     * Returns what is wrong with the users' input. The launcher starts nothing unless it is empty.
     */
    public Problems problems() {
        return problems;
    }

    /** Returns lines to print once per job: old names in use, odd selections. */
    public List<String> notices() {
        return notices;
    }

    /** Returns the names of Open MPI that were set without effect; to be printed once per job. */
    public Ignored ignored() {
        return ignored;
    }

    /** Returns the sources of these parameters. */
    public ParameterSources sources() {
        return sources;
    }

    /** Returns the installed components. */
    public Components components() {
        return components;
    }

    @Override
    public Section section(String framework, String component) {
        String prefix = framework + "_" + (component.isEmpty() ? "" : component + "_");
        return new ResolvedSection(prefix, this::find);
    }

    /** Returns the parameters of a group without components: {@code section("mpi")}. */
    public Section section(String framework) {
        return section(framework, "");
    }

    @Override
    public Parameter find(String name) {
        Parameter known = set.get(name);
        return known != null ? known : index.unset(name);
    }

    /** Returns every parameter, ordered by framework, component and name. */
    public List<Parameter> describe() {
        List<Parameter> all = new ArrayList<>();
        index.present().forEach(name -> all.add(find(name)));
        all.sort(
                Comparator.comparing((Parameter p) -> p.declaration().framework())
                        .thenComparing(p -> p.declaration().component())
                        .thenComparing(Parameter::name));
        return all;
    }

    /** Returns which components of a framework are selected. */
    public Selection selection(String framework) {
        return selections.get(framework);
    }

    /**
     * Returns what {@code -x} options in files export to ranks; a null value stands for the value
     * in the launcher's own environment.
     */
    public Map<String, String> exports() {
        return fromFiles.exports();
    }

    /** Returns the values that parameter files set. */
    FileValues fromFiles() {
        return fromFiles;
    }
}
