package org.strata.mca.btl;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;

/** A component whose links are opened with wrappers around them; looks like the component. */
final class DecoratedComponent implements BtlComponent, ActiveMessages.Interceptor {
    private final BtlComponent component;
    private final BtlDecorator decorator;
    private final IdentityHashMap<Btl, BtlWrapper> wrappers = new IdentityHashMap<>();

    DecoratedComponent(BtlComponent component, BtlDecorator decorator, ActiveMessages messages) {
        this.component = component;
        this.decorator = decorator;
        messages.intercept(this);
    }

    @Override
    public String framework() {
        return component.framework();
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

    @Override
    public void onMessage(
            ActiveMessages.Handler next,
            Btl btl,
            BtlEndpoint from,
            int tag,
            long address,
            int length) {
        BtlWrapper wrapper = wrappers.get(btl);
        if (wrapper == null) {
            next.onMessage(btl, from, tag, address, length);
        } else {
            wrapper.onMessage(next, from, tag, address, length);
        }
    }
}
