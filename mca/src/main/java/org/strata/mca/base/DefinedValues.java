package org.strata.mca.base;

import java.util.AbstractList;

/**
 * The values of an ENUM parameter that a component's classes define. The list asks the component at
 * every access, and not before the first, so that a rank need not load those classes.
 */
final class DefinedValues extends AbstractList<AllowedValue> {
    private final ComponentModule module;
    private final String key;

    DefinedValues(ComponentModule module, String key) {
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
