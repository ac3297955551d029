package org.strata.mca.base;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;

/** The components that are installed: what {@link ServiceLoader} finds. */
public final class Components {
    /** What is wrong when there is no component at all. */
    static final String NONE =
            "The file META-INF/services/"
                    + ComponentModule.class.getName()
                    + " is missing: Strata's components are found by it. A jar with everything in"
                    + " it (an uber-jar) must keep the files in META-INF/services of the jars that"
                    + " it is made of; maven-shade-plugin merges them with <transformer"
                    + " implementation=\"org.apache.maven.plugins.shade.resource"
                    + ".ServicesResourceTransformer\"/>, the Gradle plugin Shadow with"
                    + " mergeServiceFiles().";

    private final List<ComponentModule> modules;
    private final List<String> failures;

    private Components(List<ComponentModule> modules, List<String> failures) {
        this.modules = List.copyOf(modules);
        this.failures = List.copyOf(failures);
    }

    /** Returns components that are known. */
    static Components of(List<ComponentModule> modules) {
        return new Components(modules, List.of());
    }

    /** Finds every component on a class loader's path. */
    public static Components discover(ClassLoader loader) {
        List<ComponentModule> found = new ArrayList<>();
        List<String> failures = new ArrayList<>();
        Iterator<ComponentModule> services =
                ServiceLoader.load(ComponentModule.class, loader).iterator();
        boolean more = true;
        while (more) {
            try {
                more = services.hasNext();
                if (more) {
                    found.add(services.next());
                }
            } catch (ServiceConfigurationError e) {
                failures.add(e.getMessage());
            }
        }
        return new Components(found, failures);
    }

    /** Returns why listed components could not be loaded; normally empty. */
    List<String> failures() {
        return failures;
    }

    /** Returns the modules of all components, in the order of discovery. */
    public List<ComponentModule> modules() {
        return modules;
    }

    /** Returns the names of a framework's components, decorators left out. */
    public List<String> names(String framework) {
        return modules.stream()
                .filter(m -> m.framework().equals(framework) && !m.decorator())
                .map(ComponentModule::name)
                .sorted()
                .toList();
    }

    /** Returns whether a name is that of a decorator. */
    boolean isDecorator(String framework, String name) {
        return modules.stream()
                .anyMatch(m ->
                        m.framework().equals(framework) && m.decorator() && m.name().equals(name));
    }

    /** Returns the module of a component, or null. */
    ComponentModule module(String framework, String component) {
        return modules.stream()
                .filter(m -> m.framework().equals(framework) && m.name().equals(component))
                .findFirst()
                .orElse(null);
    }

    /**
     * Returns the values that a component's classes define for a parameter; null when there is no
     * such component.
     *
     * @param path of the parameter: {@code mca.btl.tcp.links}
     */
    DefinedValues definedValues(String path) {
        String[] parts = path.split("\\.", 4);
        boolean nested = parts.length == 4;
        String key = parts[parts.length - 1];
        ComponentModule owner = module(parts[1], nested ? parts[2] : "");
        return owner == null ? null : new DefinedValues(() -> owner.allowedValues(key));
    }

    /**
     * Returns the present name of a component: replaces an old name, returns any other unchanged.
     */
    String currentName(String framework, String name) {
        return modules.stream()
                .filter(m -> m.framework().equals(framework) && m.oldNames().contains(name))
                .map(ComponentModule::name)
                .findFirst()
                .orElse(name);
    }
}
