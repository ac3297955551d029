package org.strata.mca.btl;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * The selected BTL components, decorated as configured: what a BML opens.
 *
 * @param all one per component
 */
public record BtlComponents(List<BtlComponent> all) {
    /** Copies the list. */
    public BtlComponents {
        all = List.copyOf(all);
    }

    /** Applies every decorator to every component, those of lowest priority first. */
    public static BtlComponents decorated(
            Collection<BtlComponent> components, Collection<BtlDecorator> decorators) {
        List<BtlDecorator> inwardOut = new ArrayList<>(decorators);
        inwardOut.sort((a, b) -> Integer.compare(a.priority(), b.priority()));
        List<BtlComponent> all = new ArrayList<>();
        for (BtlComponent component : components) {
            BtlComponent decorated = component;
            for (BtlDecorator decorator : inwardOut) {
                decorated = decorator.decorate(decorated);
            }
            all.add(decorated);
        }
        return new BtlComponents(all);
    }
}
