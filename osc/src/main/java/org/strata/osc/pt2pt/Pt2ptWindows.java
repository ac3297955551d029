package org.strata.osc.pt2pt;

import org.strata.mca.base.Parameters;
import org.strata.mca.osc.OscRequest;
import org.strata.mca.osc.OscWindow;
import org.strata.opal.progress.ProgressEngine;

/**
 * Opens windows served by messages: for this component, and for components that leave a part of the
 * work to messages, whether or not this one is selected.
 */
public final class Pt2ptWindows {
    private final Pt2ptConfig config;
    private final ProgressEngine engine;

    /**
     * @param parameters those of the rank: windows follow {@code osc_pt2pt_*}
     */
    public Pt2ptWindows(Parameters parameters, ProgressEngine engine) {
        this(Pt2ptConfig.from(parameters.section("osc", "pt2pt")), engine);
    }

    Pt2ptWindows(Pt2ptConfig config, ProgressEngine engine) {
        this.config = config;
        this.engine = engine;
    }

    /** Opens a window, which is not of flavor SHARED; collective, without a message. */
    public OscWindow open(OscRequest request) {
        Pt2ptWindow window = new Pt2ptWindow(request, config, engine);
        engine.register(window);
        return window;
    }
}
