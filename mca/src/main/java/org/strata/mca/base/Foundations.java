package org.strata.mca.base;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** The components that selected ones stand on, whether or not they are selected themselves. */
final class Foundations {
    private Foundations() {}

    /** Returns the modules that must be installed besides the selected ones. */
    static List<ComponentModule> of(Collection<ComponentModule> selected, Parameters parameters) {
        List<ComponentModule> missing = new ArrayList<>();
        for (ComponentModule module : selected) {
            Section section = parameters.section(module.framework(), module.name());
            String below = module.below(section);
            if (!below.isEmpty() && find(selected, module.framework(), below) == null) {
                ComponentModule found =
                        find(parameters.components().modules(), module.framework(), below);
                if (found != null && !missing.contains(found)) {
                    missing.add(found);
                }
            }
        }
        return missing;
    }

    private static ComponentModule find(
            Collection<ComponentModule> modules, String framework, String name) {
        for (ComponentModule module : modules) {
            if (module.framework().equals(framework) && module.name().equals(name)) {
                return module;
            }
        }
        return null;
    }
}
