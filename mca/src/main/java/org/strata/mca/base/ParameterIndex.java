package org.strata.mca.base;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** All declared parameters by flat name, alias, and old component name. */
final class ParameterIndex {
    private final Map<String, Declared> byName = new LinkedHashMap<>();
    private final Map<String, Declared> byAlias = new HashMap<>();
    private final Components components;

    ParameterIndex(List<Declared> declared, Components components) {
        this.components = components;
        for (Declared each : declared) {
            // Two copies of a jar on the class path declare it twice. The JVM uses the classes of
            // the first one, so its declarations count too.
            byName.putIfAbsent(each.name(), each);
            each.aliases().forEach(alias -> byAlias.putIfAbsent(alias, each));
        }
    }

    /** Returns a parameter that nobody has set, by its present name; null where there is none. */
    Parameter unset(String name) {
        Declared declared = byName.get(name);
        if (declared == null) {
            return null;
        }
        Declaration declaration = declared.read();
        return new Parameter(declaration, declaration.defaultValue(), Parameter.DEFAULT);
    }

    /** Returns the present names of all parameters. */
    Set<String> present() {
        return Collections.unmodifiableSet(byName.keySet());
    }

    /** Returns the declaration of a flat name, or null. */
    Declaration find(String flat) {
        Declared found = byName.getOrDefault(flat, byAlias.get(flat));
        if (found == null) {
            found = byName.get(modern(flat));
        }
        return found == null ? null : found.read();
    }

    /** Returns every name that users may type. */
    List<String> names() {
        List<String> names = new ArrayList<>(byName.keySet());
        names.addAll(byAlias.keySet());
        return names;
    }

    /** Returns a notice if a flat name contains a component's old name. */
    Optional<String> oldName(String flat) {
        return byName.containsKey(flat) || byAlias.containsKey(flat)
                ? Optional.empty()
                : components.modules().stream()
                        .flatMap(m ->
                                m.oldNames().stream()
                                        .filter(old -> flat.startsWith(prefix(m, old)))
                                        .map(old ->
                                                Notices.oldComponent(m.framework(), old, m.name())))
                        .findFirst();
    }

    /** Returns a flat name with an old component name replaced: btl_shm_x for btl_vader_x. */
    String modern(String flat) {
        for (ComponentModule module : components.modules()) {
            for (String old : module.oldNames()) {
                String prefix = prefix(module, old);
                if (flat.startsWith(prefix)) {
                    return prefix(module, module.name()) + flat.substring(prefix.length());
                }
            }
        }
        return flat;
    }

    private static String prefix(ComponentModule module, String name) {
        return module.framework() + "_" + name + "_";
    }
}
