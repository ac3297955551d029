package org.strata.mca.base;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Selects the decorators of a framework to install: those whose parameter {@code wrap} names
 * components.
 *
 * @param components the installed components
 * @param parameters finds those in force by their names
 * @param problems receives names that no component has
 */
record Decorators(
        Components components, Function<String, Parameter> parameters, Problems problems) {
    /** Returns the decorators to install, in the order of discovery. */
    List<ComponentModule> of(Framework framework) {
        List<ComponentModule> used = new ArrayList<>();
        for (ComponentModule module : components.modules()) {
            if (module.framework().equals(framework.name()) && module.decorator()) {
                Parameter wrap = parameters.apply(parameter(framework, module.name()));
                List<String> names = Values.list(wrap.value());
                names.forEach(name -> check(framework, wrap, name));
                if (!names.isEmpty()) {
                    used.add(module);
                }
            }
        }
        return used;
    }

    private void check(Framework framework, Parameter wrap, String name) {
        List<String> all = components.names(framework.name());
        if (!all.contains(name)) {
            problems.add(
                    wrap.name() + " = " + wrap.value(),
                    wrap.origin(),
                    "\""
                            + name
                            + "\" is no component of framework "
                            + framework.name()
                            + " in this installation."
                            + Suggestions.didYouMean(name, all)
                            + " Installed: "
                            + String.join(", ", all)
                            + ".");
        }
    }

    private static String parameter(Framework framework, String decorator) {
        return framework.name() + "_" + decorator + "_wrap";
    }

    /** Returns the message for a user who selects a decorator as if it were a component. */
    static String misplaced(Framework framework, String decorator) {
        return "\""
                + decorator
                + "\" wraps other components: name those in  "
                + parameter(framework, decorator)
                + " instead.";
    }
}
