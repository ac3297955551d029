package org.strata.pml.tupleq;

import org.strata.mca.base.Output;
import org.strata.mca.bml.Bml;
import org.strata.mca.ess.ProcessEnvironment;
import org.strata.mca.oob.Oob;
import org.strata.mca.pml.Pml;
import org.strata.mca.pml.PmlComponent;
import org.strata.opal.counters.Counters;
import org.strata.opal.progress.ProgressEngine;

import java.util.function.Supplier;

/** Factory of the tupleq PML. */
final class TupleqComponent implements PmlComponent {
    private final TupleqConfig config;
    private final Supplier<Bml> bml;
    private final Supplier<Oob> oob;
    private final Supplier<ProgressEngine> engine;
    private final Supplier<ProcessEnvironment> environment;
    private final Supplier<Counters> counters;
    private final Supplier<Output> output;

    /** Takes what the PML needs as suppliers: most jobs use another one. */
    TupleqComponent(
            TupleqConfig config,
            Supplier<Bml> bml,
            Supplier<Oob> oob,
            Supplier<ProgressEngine> engine,
            Supplier<ProcessEnvironment> environment,
            Supplier<Counters> counters,
            Supplier<Output> output) {
        this.config = config;
        this.bml = bml;
        this.oob = oob;
        this.engine = engine;
        this.environment = environment;
        this.counters = counters;
        this.output = output;
    }

    @Override
    public String name() {
        return "tupleq";
    }

    @Override
    public int priority() {
        return config.priority();
    }

    @Override
    public String below() {
        return config.fallback();
    }

    @Override
    public Pml pml(Pml below) {
        ProcessEnvironment own = environment.get();
        TupleqPml pml =
                new TupleqPml(
                        config,
                        below,
                        bml.get(),
                        oob.get(),
                        engine.get(),
                        own.rank(),
                        text -> own.showOnce(text, output.get()));
        pml.publish(counters.get());
        return pml;
    }
}
