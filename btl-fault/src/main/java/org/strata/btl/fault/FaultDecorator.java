package org.strata.btl.fault;

import org.strata.btl.wrap.BtlWrapper;
import org.strata.btl.wrap.WrappingDecorator;
import org.strata.mca.base.Output;
import org.strata.mca.btl.ActiveMessages;
import org.strata.mca.btl.Btl;
import org.strata.mca.btl.BtlErrorHandler;
import org.strata.mca.btl.RdmaBtl;
import org.strata.mca.ess.ProcessEnvironment;
import org.strata.opal.progress.ProgressEngine;
import org.strata.opal.time.Clock;

/** Puts faults on the links of the configured components. */
public final class FaultDecorator extends WrappingDecorator {
    /** Next to the links, so that other decorators see the faults. */
    private static final int PRIORITY = 10;

    private final FaultSource source;

    /**
     * @param config which faults, how often
     * @param environment who this process is: each draws its own numbers
     * @param messages where the note of a link's death is received
     * @param engine polls for delayed operations
     * @param clock for delays
     * @param output prints the seed
     */
    public FaultDecorator(
            FaultConfig config,
            ProcessEnvironment environment,
            ActiveMessages messages,
            ProgressEngine engine,
            Clock clock,
            Output output) {
        super(config.wrap()::contains, messages);
        int seed = config.seed() != 0 ? config.seed() : drawn(environment.jobId());
        source = new FaultSource(config, new Dice(seed, environment.rankInJob()), engine, clock);
        // The wrapper handles the note; this handler only reserves the tag.
        messages.register(FaultBtl.DEATH_NOTE, (btl, from, tag, address, length) -> {});
        if (environment.rankInJob() == 0) {
            output.warn(
                    "faults on " + String.join(",", config.wrap()) + ": btl_fault_seed " + seed);
        }
    }

    /** Returns a seed that is the same in every process of the job, and not 0. */
    private static int drawn(String jobId) {
        return (jobId.hashCode() & Integer.MAX_VALUE) | 1;
    }

    @Override
    public String name() {
        return "fault";
    }

    @Override
    public int priority() {
        return PRIORITY;
    }

    @Override
    protected BtlWrapper wrap(Btl link, BtlErrorHandler errors) {
        return link instanceof RdmaBtl
                ? new FaultRdmaBtl(link, source, errors)
                : new FaultBtl(link, source, errors);
    }
}
