package org.strata.btl.wrap;

import org.strata.mca.btl.ActiveMessages;
import org.strata.mca.btl.Btl;
import org.strata.mca.btl.BtlComponent;
import org.strata.mca.btl.BtlDecorator;
import org.strata.mca.btl.BtlErrorHandler;

import java.util.function.Predicate;

/** A decorator that puts a {@link BtlWrapper} around every link of the components it is for. */
public abstract class WrappingDecorator implements BtlDecorator {
    private final Predicate<String> wraps;
    private final ActiveMessages messages;

    /**
     * @param wraps whether it is for a component of some name
     * @param messages the rank's handlers, which get messages from wrappers instead of the links
     */
    protected WrappingDecorator(Predicate<String> wraps, ActiveMessages messages) {
        this.wraps = wraps;
        this.messages = messages;
    }

    @Override
    public BtlComponent decorate(BtlComponent component) {
        return wraps.test(component.name())
                ? new DecoratedComponent(component, this, messages)
                : component;
    }

    /**
     * Puts a wrapper around a link that was just opened.
     *
     * @param link the link; an {@code RdmaBtl} gets a wrapper that is one, too
     * @param errors called for links that the wrapper breaks; the wrapped link's own errors go
     *     through {@link BtlWrapper#onError}
     */
    protected abstract BtlWrapper wrap(Btl link, BtlErrorHandler errors);
}
