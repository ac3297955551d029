package org.strata.btl.openib;

import org.strata.mca.btl.Btl;
import org.strata.mca.btl.BtlComponent;
import org.strata.mca.btl.BtlErrorHandler;
import org.strata.mca.oob.Oob;

import java.util.List;

/**
 * The component of a process without adapters, which most laptops' are: it tells peers so, and does
 * without the parameters of the other one, which take a starting rank some time to read.
 */
final class NoAdapters implements BtlComponent {
    private final Oob oob;

    NoAdapters(Oob oob) {
        this.oob = oob;
    }

    @Override
    public String name() {
        return "openib";
    }

    @Override
    public List<Btl> open(BtlErrorHandler errors, StringBuilder refusal) {
        refusal.append(Providers.NO_ADAPTER);
        oob.put(OpenibComponent.CARD, OpenibAddress.NONE.encode());
        return List.of();
    }
}
