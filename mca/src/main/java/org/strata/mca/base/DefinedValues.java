package org.strata.mca.base;

import java.util.AbstractList;

/**
 * The values of an ENUM parameter that a component's classes define. The list asks the component at
 * every access, and not before the first, so that a rank need not load those classes.
 */
final class DefinedValues extends AbstractList<AllowedValue> {
    private final ComponentModule module;
    private final String key;

    /** Returns the values of the parameter with a path, or null when no component defines them. */
    static DefinedValues of(String path, Components components) {
        String[] parts = path.split("\\.", 4);
        boolean nested = parts.length == 4;
        ComponentModule module = components.module(parts[1], nested ? parts[2] : "");
        return module == null ? null : new DefinedValues(module, parts[parts.length - 1]);
    }

    private DefinedValues(ComponentModule module, String key) {
        this.module = module;
        this.key = key;
    }

    @Override
    public AllowedValue get(int index) {
        return module.allowedValues(key).get(index);
    }

    @Override
    public int size() {
        return module.allowedValues(key).size();
    }
}
