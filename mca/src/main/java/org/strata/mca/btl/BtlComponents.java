package org.strata.mca.btl;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
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

    /**
     * Puts decorators around the components they wrap.
     *
     * @param messages the rank's handlers, which learn of wrappers instead of what they wrap
     */
    public static BtlComponents decorated(
            Collection<BtlComponent> components,
            Collection<BtlDecorator> decorators,
            ActiveMessages messages) {
        List<BtlDecorator> inwardOut = new ArrayList<>(decorators);
        inwardOut.sort(Comparator.comparingInt(BtlDecorator::priority));
        List<BtlComponent> all = new ArrayList<>();
        for (BtlComponent component : components) {
            BtlComponent dressed = component;
            for (BtlDecorator decorator : inwardOut) {
                if (decorator.wraps(component.name())) {
                    dressed = new DecoratedComponent(dressed, decorator, messages);
                }
            }
            all.add(dressed);
        }
        return new BtlComponents(all);
    }
}
