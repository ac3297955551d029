package org.strata.mca.base;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The selected components of a framework.
 *
 * @param framework the framework
 * @param included modules of the included components, in the order of discovery; then decorators
 */
public record Selection(Framework framework, List<ComponentModule> included) {
    /** Copies the list. */
    public Selection {
        included = List.copyOf(included);
    }

    /** Returns whether a component is included. */
    public boolean includes(String component) {
        return included.stream().anyMatch(m -> m.name().equals(component));
    }

    /** Returns the same with decorators added. */
    Selection with(List<ComponentModule> decorators) {
        List<ComponentModule> all = new ArrayList<>(included);
        all.addAll(decorators);
        return new Selection(framework, all);
    }

    /** Where a selection's reader puts what the user must know. */
    record Remarks(Problems problems, List<String> notices, Ignored ignored) {}

    /**
     * Reads the selection parameter of a framework; adds to the problems whatever is wrong with it.
     */
    static Selection of(
            Framework framework,
            Parameter parameter,
            Components components,
            UnknownKeys unknown,
            Remarks remarks) {
        return new Reader(framework, parameter, components, unknown, remarks).read();
    }

    private record Reader(
            Framework framework,
            Parameter parameter,
            Components components,
            UnknownKeys unknown,
            Remarks remarks) {

        Selection read() {
            String name = framework.name();
            boolean exclude = parameter.value().startsWith("^");
            Set<String> named = new HashSet<>();
            boolean dropped = false;
            for (String word : Values.list(parameter.value())) {
                boolean negated = word.startsWith("^");
                String plain = negated ? word.substring(1).strip() : word;
                if (plain.contains("^") || (negated && !exclude)) {
                    tooManyNegations();
                    return new Selection(framework, List.of());
                }
                boolean absent = !plain.isEmpty() && absent(plain, exclude);
                dropped |= absent;
                if (!plain.isEmpty() && !absent) {
                    named.add(known(plain, exclude));
                }
            }
            if (dropped && onlySelf(named)) {
                named.clear();
            }
            List<ComponentModule> included = new ArrayList<>();
            for (ComponentModule module : components.modules()) {
                boolean listed = named.contains(module.name());
                boolean candidate = module.framework().equals(name) && !module.decorator();
                if (candidate && (named.isEmpty() || listed != exclude)) {
                    included.add(module);
                }
            }
            check(included);
            return new Selection(framework, included);
        }

        /** Returns whether a word is a component of Open MPI's that the selection does without. */
        private boolean absent(String typed, boolean exclude) {
            List<String> all = components.names(framework.name());
            boolean ours =
                    exclude
                            || all.contains(components.currentName(framework.name(), typed))
                            || components.isDecorator(framework.name(), typed);
            UnknownKeys.Verdict verdict = ours ? null : unknown.component(framework.name(), typed);
            if (verdict == null || !verdict.ignored()) {
                return false;
            }
            remarks.ignored()
                    .add(framework.name() + " = " + typed, parameter.origin(), verdict.reason());
            return true;
        }

        /**
         * The user of {@code usnic,self} wants a network, not ranks that reach only themselves: all
         * links are used.
         */
        private boolean onlySelf(Set<String> named) {
            return framework.name().equals("btl") && named.equals(Set.of("self"));
        }

        private String known(String typed, boolean exclude) {
            String name = components.currentName(framework.name(), typed);
            List<String> all = components.names(framework.name());
            if (!name.equals(typed)) {
                remarks.notices().add(Notices.oldComponent(framework.name(), typed, name));
            } else if (!all.contains(name)) {
                unknown(typed, exclude, all);
            }
            return name;
        }

        private void unknown(String typed, boolean exclude, List<String> all) {
            if (components.isDecorator(framework.name(), typed)) {
                remarks.problems()
                        .add(
                                described(),
                                parameter.origin(),
                                Decorators.misplaced(framework, typed));
                return;
            }
            String guess = Suggestions.didYouMean(typed, all);
            if (exclude) {
                if (!guess.isEmpty()) {
                    remarks.notices()
                            .add(
                                    described()
                                            + " excludes \""
                                            + typed
                                            + "\", which is no component of this installation."
                                            + guess);
                }
                return;
            }
            remarks.problems()
                    .add(
                            described(),
                            parameter.origin(),
                            "\""
                                    + typed
                                    + "\" is no component of framework "
                                    + framework.name()
                                    + " in this installation."
                                    + guess
                                    + " Installed: "
                                    + String.join(", ", all)
                                    + ".");
        }

        private void tooManyNegations() {
            remarks.problems()
                    .add(
                            described(),
                            parameter.origin(),
                            "\"^\" may stand only before the whole list: either all components are"
                                    + " named to be used (a,b) or all to be left out (^a,b).");
        }

        private void check(List<ComponentModule> included) {
            if (included.isEmpty() && parameter.isSet() && !namesUnknownOnly()) {
                remarks.problems()
                        .add(
                                described(),
                                parameter.origin(),
                                "No component of framework "
                                        + framework.name()
                                        + " is left. Installed: "
                                        + String.join(", ", components.names(framework.name()))
                                        + ".");
            }
            boolean lonely = included.stream().noneMatch(m -> m.name().equals("self"));
            if (framework.name().equals("btl")
                    && lonely
                    && !included.isEmpty()
                    && components.names("btl").contains("self")) {
                remarks.notices()
                        .add(
                                described()
                                        + " ("
                                        + parameter.origin()
                                        + ") leaves out \"self\": a rank cannot send to itself.");
            }
        }

        /** An unknown component has been reported already. */
        private boolean namesUnknownOnly() {
            List<String> all = components.names(framework.name());
            return !parameter.value().startsWith("^")
                    && Values.list(parameter.value()).stream()
                            .map(w -> components.currentName(framework.name(), w))
                            .noneMatch(all::contains);
        }

        private String described() {
            return framework.name() + " = " + parameter.value();
        }
    }
}
