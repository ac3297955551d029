package org.strata.btl.wrap;

import org.strata.mca.btl.ActiveMessages;
import org.strata.mca.btl.Btl;
import org.strata.mca.btl.BtlComponent;
import org.strata.mca.btl.BtlErrorHandler;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;

/** A component whose links are opened with wrappers around them; looks like the component. */
final class DecoratedComponent implements BtlComponent {
    private final BtlComponent component;
    private final WrappingDecorator decorator;
    private final IdentityHashMap<Btl, BtlWrapper> wrappers = new IdentityHashMap<>();

    DecoratedComponent(
            BtlComponent component, WrappingDecorator decorator, ActiveMessages messages) {
        this.component = component;
        this.decorator = decorator;
        messages.wrap(this::viaWrapper);
    }

    @Override
    public String name() {
        return component.name();
    }

    @Override
    public int priority() {
        return component.priority();
    }

    @Override
    public List<Btl> open(BtlErrorHandler errors, StringBuilder refusal) {
        BtlErrorHandler inner =
                (btl, endpoint, rc, reason) -> wrappers.get(btl).onError(endpoint, rc, reason);
        List<Btl> opened = new ArrayList<>();
        for (Btl link : component.open(inner, refusal)) {
            BtlWrapper wrapper = decorator.wrap(link, errors);
            wrappers.put(link, wrapper);
            opened.add(wrapper);
        }
        return opened;
    }

    /** Passes messages of the wrapped links to their wrappers, and all others on. */
    private ActiveMessages.Handler viaWrapper(ActiveMessages.Handler next) {
        return (btl, from, tag, address, length) -> {
            BtlWrapper wrapper = wrappers.get(btl);
            if (wrapper == null) {
                next.onMessage(btl, from, tag, address, length);
            } else {
                wrapper.onMessage(next, from, tag, address, length);
            }
        };
    }
}
