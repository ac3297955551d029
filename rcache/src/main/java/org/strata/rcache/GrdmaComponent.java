package org.strata.rcache;

import org.strata.mca.base.Output;
import org.strata.mca.rcache.RcacheComponent;
import org.strata.mca.rcache.RegistrationCache;

/** Factory of grdma caches. */
public final class GrdmaComponent implements RcacheComponent {
    private final GrdmaConfig config;
    private final Output output;

    /**
     * @param config parameters
     * @param output where statistics go
     */
    public GrdmaComponent(GrdmaConfig config, Output output) {
        this.config = config;
        this.output = output;
    }

    @Override
    public String framework() {
        return "rcache";
    }

    @Override
    public String name() {
        return "grdma";
    }

    @Override
    public RegistrationCache create(RegistrationCache.Registrar registrar) {
        return new GrdmaCache(config, registrar, output);
    }
}
