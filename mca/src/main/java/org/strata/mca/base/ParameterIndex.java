package org.strata.mca.base;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** All declared parameters by flat name, alias, and old component name. */
final class ParameterIndex {
    private final Map<String, Declaration> byName = new LinkedHashMap<>();
    private final Map<String, Declaration> byAlias = new HashMap<>();
    private final Components components;

    ParameterIndex(List<Declaration> declarations, Components components) {
        this.components = components;
        for (Declaration declaration : declarations) {
            // Declared twice when two copies of a jar are on the class path: the first one's
            // classes are used, and so are its declarations.
            byName.putIfAbsent(declaration.name(), declaration);
            declaration.aliases().forEach(alias -> byAlias.put(alias, declaration));
        }
    }

    Collection<Declaration> declarations() {
        return byName.values();
    }

    /** The declaration of a flat name, or null. */
    Declaration find(String flat) {
        Declaration found = byName.getOrDefault(flat, byAlias.get(flat));
        return found != null ? found : byName.get(modern(flat));
    }

    /** Every name that is understood. */
    List<String> names() {
        List<String> names = new ArrayList<>(byName.keySet());
        names.addAll(byAlias.keySet());
        return names;
    }

    /** The notice that a flat name uses a component's old name, if it does. */
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

    /** A flat name in which an old component name is replaced: btl_vader_x by btl_shm_x. */
    private String modern(String flat) {
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
