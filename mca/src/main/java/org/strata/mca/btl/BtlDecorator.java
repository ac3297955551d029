package org.strata.mca.btl;

import org.strata.mca.base.Component;

/**
 * A component that puts something around other BTL components: faults, traces. Neither those BTLs
 * nor the layers above know. Its module says that it decorates ({@link
 * org.strata.mca.base.ComponentModule#decorator}), so that it takes no part in the selection of
 * BTLs: it is wired when its parameter {@code wrap} names components, and costs nothing otherwise.
 *
 * <p>Of several, those of lower {@link #priority} are nearer to the links.
 */
public interface BtlDecorator extends Component {
    @Override
    default String framework() {
        return "btl";
    }

    /**
     * Returns what the BML opens instead of a component: another one of the same name around it, or
     * the component itself where this decorator leaves it alone.
     */
    BtlComponent decorate(BtlComponent component);
}
