package org.strata.bml.r2;

import org.strata.mca.bml.Bml;
import org.strata.mca.bml.BmlComponent;
import org.strata.mca.btl.BtlComponents;
import org.strata.mca.ess.ProcessEnvironment;
import org.strata.mca.proc.Proc;
import org.strata.opal.counters.RareEvents;

/** Factory of the r2 BML. */
public final class R2Component implements BmlComponent {
    private final R2Config config;
    private final R2Bml bml;

    /**
     * @param config parameters
     * @param btls the selected BTL components, decorated as configured
     * @param environment who this process is, for messages
     * @param events is told of connections
     */
    public R2Component(
            R2Config config,
            BtlComponents btls,
            ProcessEnvironment environment,
            RareEvents events) {
        this.config = config;
        int rank = environment.rank();
        Proc other =
                environment.procs().stream()
                        .filter(proc -> proc.rank() != rank)
                        .findFirst()
                        .orElse(null);
        this.bml = new R2Bml(btls.all(), environment.proc(rank), other, events);
    }

    @Override
    public String name() {
        return "r2";
    }

    @Override
    public int priority() {
        return config.priority();
    }

    @Override
    public Bml bml() {
        return bml;
    }
}
