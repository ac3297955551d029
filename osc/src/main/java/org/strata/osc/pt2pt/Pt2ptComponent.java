package org.strata.osc.pt2pt;

import org.strata.mca.base.Output;
import org.strata.mca.osc.OscComponent;
import org.strata.mca.osc.OscRequest;
import org.strata.mca.osc.OscRequest.Flavor;
import org.strata.mca.osc.OscWindow;
import org.strata.opal.progress.ProgressEngine;

/** Factory of windows served by messages. */
public final class Pt2ptComponent implements OscComponent {
    private final Pt2ptConfig config;
    private final Pt2ptWindows windows;
    private final Output output;

    Pt2ptComponent(Pt2ptConfig config, ProgressEngine engine, Output output) {
        this.config = config;
        this.windows = new Pt2ptWindows(config, engine);
        this.output = output;
    }

    @Override
    public String name() {
        return "pt2pt";
    }

    @Override
    public int priority() {
        return config.priority();
    }

    @Override
    public OscWindow open(OscRequest request) {
        if (request.flavor() == Flavor.SHARED) {
            return null;
        }
        OscWindow window = windows.open(request);
        if (request.comm().rank() == 0) {
            String what = "pt2pt serves a window of " + request.comm().size() + " ranks";
            output.verbose("osc", 10, what);
        }
        return window;
    }
}
