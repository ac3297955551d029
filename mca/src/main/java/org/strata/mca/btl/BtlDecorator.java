package org.strata.mca.btl;

import org.strata.mca.base.Component;

/**
 * A component that puts something around the links of other BTL components: faults, traces. Neither
 * those BTLs nor the layers above know. Its module says that it decorates ({@link
 * org.strata.mca.base.ComponentModule#decorator}), so that it takes no part in the selection of
 * BTLs: it is wired when its parameter {@code wrap} names components, and costs nothing otherwise.
 *
 * <p>Of several, those of lower {@link #priority} are nearer to the links.
 */
public interface BtlDecorator extends Component {
    /** Returns whether it wraps the links of a component. */
    boolean wraps(String component);

    /**
     * Puts a wrapper around a link that was just opened.
     *
     * @param link the link
     * @param errors told of links that the wrapper breaks; the wrapped link's own errors go through
     *     {@link BtlWrapper#onError}
     */
    BtlWrapper wrap(Btl link, BtlErrorHandler errors);
}
