package org.strata.mca.base;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/**
 * What {@code mpi_info} prints, in the shape of Open MPI's {@code ompi_info}: this installation's
 * facts, its components, and its parameters with value, origin, level and help.
 */
public final class InfoReport {
    /** Matches every framework or component. */
    public static final String ALL = "all";

    private static final int MOST_DETAIL = 9;

    private final Parameters parameters;
    private final InfoFacts facts;

    /**
     * @param parameters of this installation
     * @param facts of this installation
     */
    public InfoReport(Parameters parameters, InfoFacts facts) {
        this.parameters = parameters;
        this.facts = facts;
    }

    /**
     * What to print.
     *
     * @param targets parameters of which components to print; empty: none
     * @param all print everything, at level 9 unless another is given
     * @param level print parameters up to this level, 1 to 9; 0: not given
     * @param style how
     * @param selectedOnly print selected components only
     * @param only keys of facts to print, nothing else; empty: no restriction
     */
    public record Options(
            List<Target> targets,
            boolean all,
            int level,
            InfoStyle style,
            boolean selectedOnly,
            Set<String> only) {
        /** Copies the collections. */
        public Options {
            targets = List.copyOf(targets);
            only = Set.copyOf(only);
        }

        int effectiveLevel() {
            return level > 0 ? level : all ? MOST_DETAIL : 1;
        }
    }

    /**
     * The component whose parameters to print; "all" matches all.
     *
     * @param framework {@code btl}
     * @param component {@code tcp}
     */
    public record Target(String framework, String component) {
        boolean matches(Parameter parameter) {
            return matches(framework, parameter.declaration().framework())
                    && matches(component, InfoStyle.component(parameter));
        }

        boolean matches(ComponentModule module) {
            return matches(framework, module.framework()) && matches(component, module.name());
        }

        private static boolean matches(String wanted, String name) {
            return wanted.equals(ALL) || wanted.equals(name);
        }
    }

    /**
     * Prints the report.
     *
     * @return the exit code: 0, or 1 after a line that says which target does not exist
     */
    public int print(Options options, PrintStream out) {
        InfoStyle style = options.style();
        if (!options.only().isEmpty()) {
            facts.lines().stream()
                    .filter(f -> options.only().contains(f.key()))
                    .forEach(f -> out.println(style.fact(f)));
            return 0;
        }
        List<Target> targets = new ArrayList<>(options.targets());
        if (options.all()) {
            targets.add(new Target(ALL, ALL));
        }
        for (Target target : targets) {
            String wrong = wrong(target);
            if (wrong != null) {
                out.println(wrong);
                return 1;
            }
        }
        if (options.all() || targets.isEmpty()) {
            facts.lines().forEach(f -> out.println(style.fact(f)));
        }
        components(options, targets, out);
        for (Target target : targets) {
            parameters(target, options, out);
        }
        return 0;
    }

    private void components(Options options, List<Target> targets, PrintStream out) {
        for (Framework framework : Framework.ALL) {
            Selection selection = parameters.selection(framework.name());
            parameters.components().modules().stream()
                    .filter(m -> m.framework().equals(framework.name()))
                    .filter(m -> !options.selectedOnly() || selection.includes(m.name()))
                    .filter(m -> targets.isEmpty() || targets.stream().anyMatch(t -> t.matches(m)))
                    .sorted(Comparator.comparing(ComponentModule::name))
                    .forEach(m -> component(m, options, !targets.isEmpty(), out));
        }
    }

    private void component(
            ComponentModule module, Options options, boolean detailed, PrintStream out) {
        out.println(options.style().component(module, facts.version()));
        if (detailed && parameters.problems().isEmpty()) {
            module.facts(parameters)
                    .forEach(fact -> out.println(options.style().finding(module, fact)));
        }
    }

    private void parameters(Target target, Options options, PrintStream out) {
        int hidden = 0;
        for (Parameter parameter : parameters.describe()) {
            if (!target.matches(parameter)) {
                continue;
            }
            if (parameter.declaration().level() > options.effectiveLevel()) {
                hidden++;
            } else {
                options.style().parameter(parameter).forEach(out::println);
                String here = meaningHere(parameter);
                if (!here.isEmpty()) {
                    options.style().meaning(parameter, here).forEach(out::println);
                }
            }
        }
        if (hidden > 0) {
            options.style().hidden(hidden, options.effectiveLevel()).forEach(out::println);
        }
    }

    private String meaningHere(Parameter parameter) {
        Declaration declaration = parameter.declaration();
        ComponentModule module =
                parameters.components().module(declaration.framework(), declaration.component());
        return module == null ? "" : module.meaningHere(declaration.key(), parameter.value());
    }

    /** Returns the message for a target that matches nothing, else null. */
    private String wrong(Target target) {
        boolean exists =
                parameters.describe().stream().anyMatch(target::matches)
                        || parameters.components().modules().stream().anyMatch(target::matches);
        if (exists) {
            return null;
        }
        List<String> known = new ArrayList<>();
        for (Parameter parameter : parameters.describe()) {
            known.add(parameter.declaration().framework() + " " + InfoStyle.component(parameter));
        }
        parameters.components().modules().forEach(m -> known.add(m.framework() + " " + m.name()));
        String typed = target.framework() + " " + target.component();
        return "There is nothing called \""
                + typed
                + "\" here."
                + Suggestions.didYouMean(typed, known.stream().distinct().toList());
    }
}
