package org.strata.btl.openib;

import org.strata.mca.base.InfoFacts;
import org.strata.mca.base.ParameterLookup;
import org.strata.opal.time.Clock;
import org.strata.verbs.Provider;

import java.util.ArrayList;
import java.util.List;

/** What {@code mpi_info} tells of this host's ports: which are used, and how short messages go. */
final class HostPorts {
    private HostPorts() {}

    static List<InfoFacts.Fact> facts(ParameterLookup parameters) {
        OpenibConfig config = OpenibConfig.from(parameters.section("btl", "openib"));
        StringBuilder refusal = new StringBuilder();
        Provider provider =
                Providers.ofHost(config.ports().provider(), parameters).provider(refusal);
        if (provider == null) {
            return List.of(new InfoFacts.Fact("ports", "ports", refusal.toString()));
        }
        // Queue lengths that a port cannot have are told when a job starts.
        PortScan scan = new PortScan(config, Clock.SYSTEM, null, Nearness.UNKNOWN);
        List<Port> ports = scan.scan(provider, null);
        RingOrder order = new RingOrder(config.fast(), config.polling().asyncProgress());
        List<InfoFacts.Fact> facts = new ArrayList<>();
        for (Port port : ports) {
            String name = port.device() + ":" + port.number();
            String rings = order.describe(RingProbe.ask(port));
            facts.add(new InfoFacts.Fact("port:" + name, "port " + name, rings));
        }
        scan.notes().forEach(note -> facts.add(new InfoFacts.Fact("unused", "unused", note)));
        ports.forEach(port -> port.adapter().close());
        return facts;
    }
}
