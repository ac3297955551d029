package org.strata.mca.base;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;

/** Chooses the one component of a framework that is used: the usable one of highest priority. */
final class ComponentChoice {
    private final Parameters parameters;
    private final Output output;

    ComponentChoice(Parameters parameters, Output output) {
        this.parameters = parameters;
        this.output = output;
    }

    <C extends Component> C best(String framework, Collection<C> candidates, Predicate<C> usable) {
        List<C> left =
                candidates.stream()
                        .filter(usable)
                        .sorted(Comparator.comparingInt(this::priority).reversed())
                        .toList();
        if (left.isEmpty()) {
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
        for (C candidate : left) {
            output.verbose(
                    framework, 10, candidate.name() + " has priority " + priority(candidate));
        }
        output.verbose(framework, 10, left.getFirst().name() + " is used");
        return left.getFirst();
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
