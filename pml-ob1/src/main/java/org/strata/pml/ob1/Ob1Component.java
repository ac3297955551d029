package org.strata.pml.ob1;

import org.strata.mca.base.Output;
import org.strata.mca.bml.Bml;
import org.strata.mca.bml.BmlEndpoint;
import org.strata.mca.btl.ActiveMessages;
import org.strata.mca.pml.Pml;
import org.strata.mca.pml.PmlComponent;
import org.strata.opal.counters.Counters;
import org.strata.opal.progress.ProgressEngine;
import org.strata.opal.time.Clock;
import org.strata.pml.base.MessageMemory;
import org.strata.pml.ob1.protocol.ProtocolTable;

import java.util.function.Consumer;

/** Factory of the ob1 PML. */
public final class Ob1Component implements PmlComponent {
    private final Ob1Config config;
    private final Ob1Pml pml;

    /** As the other constructor, for a rank alone. */
    public Ob1Component(
            Ob1Config config,
            Bml bml,
            ActiveMessages messages,
            ProgressEngine engine,
            Counters counters,
            Output output,
            Clock clock) {
        this(config, bml, messages, engine, counters, output, clock, MessageMemory.ALONE);
    }

    /**
     * @param config parameters
     * @param bml the layer below
     * @param messages where ob1 registers its packets' handlers
     * @param engine the rank's progress engine
     * @param counters where ob1's are registered
     * @param output where the protocols of each peer are shown on request
     * @param clock measures what moves messages faster where that depends on the machine
     * @param memory what messages may take that no receive has matched
     */
    public Ob1Component(
            Ob1Config config,
            Bml bml,
            ActiveMessages messages,
            ProgressEngine engine,
            Counters counters,
            Output output,
            Clock clock,
            MessageMemory memory) {
        this.config = config;
        Consumer<BmlEndpoint> contacts =
                config.showProtocols()
                        ? links -> output.warn(ProtocolTable.of(links, config.policy()))
                        : links -> {};
        this.pml = new Ob1Pml(config, bml, messages, engine, contacts, clock, memory);
        pml.publish(counters);
    }

    @Override
    public String name() {
        return "ob1";
    }

    @Override
    public int priority() {
        return config.priority();
    }

    @Override
    public Pml pml(Pml below) {
        return pml;
    }

    /** Returns the rank's PML, which stands by itself. */
    public Pml pml() {
        return pml;
    }
}
