package org.strata.osc.rdma;

import org.strata.mca.base.Output;
import org.strata.mca.bml.Bml;
import org.strata.mca.osc.OscComponent;
import org.strata.mca.osc.OscRequest;
import org.strata.mca.osc.OscRequest.Flavor;
import org.strata.mca.osc.OscWindow;
import org.strata.opal.progress.ProgressEngine;
import org.strata.osc.pt2pt.Pt2ptWindows;

/** Factory of windows over RDMA. */
public final class RdmaOscComponent implements OscComponent {
    private final RdmaOscConfig config;
    private final ProgressEngine engine;
    private final Output output;
    private final Bml bml;
    private final Pt2ptWindows messages;

    /**
     * @param bml knows the links to the members
     * @param messages opens the windows that do what RDMA does not
     */
    RdmaOscComponent(
            RdmaOscConfig config,
            ProgressEngine engine,
            Output output,
            Bml bml,
            Pt2ptWindows messages) {
        this.config = config;
        this.engine = engine;
        this.output = output;
        this.bml = bml;
        this.messages = messages;
    }

    @Override
    public String name() {
        return "rdma";
    }

    @Override
    public int priority() {
        return config.priority();
    }

    @Override
    public OscWindow open(OscRequest request) {
        if (request.flavor() != Flavor.CREATE || request.comm().size() == 1) {
            return null;
        }
        RdmaOpening opening = new RdmaOpening(bml, request, engine, config);
        RdmaMembers members = opening.open();
        if (request.comm().rank() == 0) {
            String window = " a window of " + request.comm().size() + " ranks";
            String line =
                    members == null
                            ? "rdma cannot serve" + window + ": " + opening.refusal()
                            : "rdma serves" + window + means(members);
            output.verbose("osc", 10, line);
        }
        return members == null
                ? null
                : new RdmaWindow(request.comm(), engine, config, members, messages.open(request));
    }

    /** Names what goes by RDMA besides puts and gets. */
    private static String means(RdmaMembers members) {
        String words = members.words() == null ? "" : ", words by atomics";
        return (members.lockBlocks() == null ? "" : ", locks by RDMA") + words;
    }
}
