package org.strata.mca.base;

import java.util.AbstractList;
import java.util.List;
import java.util.function.Supplier;

/**
 * The values of an ENUM parameter that a component's classes define. The list asks the component at
 * every access, and not before the first, so that a rank need not load those classes.
 */
final class DefinedValues extends AbstractList<AllowedValue> {
    private final Supplier<List<AllowedValue>> component;

    DefinedValues(Supplier<List<AllowedValue>> component) {
        this.component = component;
    }

    @Override
    public AllowedValue get(int index) {
        return component.get().get(index);
    }

    @Override
    public int size() {
        return component.get().size();
    }
}
