package org.strata.mca.base;

import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;

/** The components that are installed: what {@link ServiceLoader} finds. */
public final class Components {
    private final List<ComponentModule> modules;

    private Components(List<ComponentModule> modules) {
        this.modules = List.copyOf(modules);
    }

    /** Finds every component on a class loader's path. */
    public static Components discover(ClassLoader loader) {
        List<ComponentModule> found = new ArrayList<>();
        ServiceLoader.load(ComponentModule.class, loader).forEach(found::add);
        return new Components(found);
    }

    /** Returns the modules of all components, in the order of discovery. */
    public List<ComponentModule> modules() {
        return modules;
    }

    /** Returns the names of a framework's components. */
    public List<String> names(String framework) {
        return modules.stream()
                .filter(m -> m.framework().equals(framework))
                .map(ComponentModule::name)
                .sorted()
                .toList();
    }

    /** Returns today's name of a component: old names are replaced, others returned unchanged. */
    String currentName(String framework, String name) {
        return modules.stream()
                .filter(m -> m.framework().equals(framework) && m.oldNames().contains(name))
                .map(ComponentModule::name)
                .findFirst()
                .orElse(name);
    }
}
