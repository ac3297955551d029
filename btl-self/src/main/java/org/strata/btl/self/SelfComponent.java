package org.strata.btl.self;

import org.strata.mca.btl.ActiveMessages;
import org.strata.mca.btl.Btl;
import org.strata.mca.btl.BtlComponent;
import org.strata.mca.btl.BtlErrorHandler;
import org.strata.mca.ess.ProcessEnvironment;
import org.strata.opal.progress.ProgressEngine;

import java.util.List;

/** Opens the one loopback of a rank. It needs no device, so there always is one. */
public final class SelfComponent implements BtlComponent {
    private final SelfConfig config;
    private final ProcessEnvironment environment;
    private final ProgressEngine engine;
    private final ActiveMessages handlers;

    /**
     * @param config sizes and limits
     * @param environment which rank this is
     * @param engine polls the loopback
     * @param handlers receive the messages
     */
    public SelfComponent(
            SelfConfig config,
            ProcessEnvironment environment,
            ProgressEngine engine,
            ActiveMessages handlers) {
        this.config = config;
        this.environment = environment;
        this.engine = engine;
        this.handlers = handlers;
    }

    @Override
    public String name() {
        return "self";
    }

    /** Never calls {@code errors}: a loopback does not break. */
    @Override
    public List<Btl> open(BtlErrorHandler errors, StringBuilder refusal) {
        return List.of(new SelfBtl(config, environment.rank(), engine, handlers));
    }
}
