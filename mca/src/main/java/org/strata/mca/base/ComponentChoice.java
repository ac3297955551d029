package org.strata.mca.base;

import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;

/** Ranks the components of a framework, and chooses the usable one of the highest priority. */
final class ComponentChoice {
    private final Parameters parameters;
    private final Output output;

    ComponentChoice(Parameters parameters, Output output) {
        this.parameters = parameters;
        this.output = output;
    }

    /** Returns the usable component of the highest priority. */
    <C extends Component> C best(String framework, Collection<C> candidates, Predicate<C> usable) {
        C first = ranked(framework, candidates, usable).getFirst();
        output.verbose(framework, 10, first.name() + " is used");
        return first;
    }

    /** Returns the usable components by falling priority, at least one. */
    <C extends Component> List<C> ranked(
            String framework, Collection<C> candidates, Predicate<C> usable) {
        List<C> left =
                candidates.stream()
                        .filter(usable)
                        .sorted((a, b) -> Integer.compare(priority(b), priority(a)))
                        .toList();
        required(framework, candidates, left.isEmpty() ? null : left);
        for (C candidate : left) {
            output.verbose(
                    framework, 10, candidate.name() + " has priority " + priority(candidate));
        }
        return left;
    }

    /** Returns what the candidates have made; null means that none of them can be used. */
    <T> T required(String framework, Collection<? extends Component> candidates, T made) {
        if (made == null) {
            throw new StackException(
                    Boxes.box(
                            "No component of framework "
                                    + framework
                                    + " can be used in this process.\n\n  Selected: "
                                    + names(candidates)
                                    + "\n  Installed: "
                                    + String.join(", ", parameters.components().names(framework))),
                    null);
        }
        return made;
    }

    /**
     * Returns the value of the priority parameter where one is declared, else the component's own
     * priority.
     */
    private int priority(Component component) {
        Parameter declared =
                parameters.find(component.framework() + "_" + component.name() + "_priority");
        return declared == null ? component.priority() : Values.integer(declared.value());
    }

    private static String names(Collection<? extends Component> components) {
        List<String> names = components.stream().map(Component::name).sorted().toList();
        return names.isEmpty() ? "none" : String.join(", ", names);
    }
}
