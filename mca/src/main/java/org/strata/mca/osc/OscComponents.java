package org.strata.mca.osc;

import java.util.List;

/**
 * The selected components of a rank.
 *
 * @param ranked by falling priority
 */
public record OscComponents(List<OscComponent> ranked) {
    /** Opens a window with the first component that serves it; null when none does. Collective. */
    public OscWindow open(OscRequest request) {
        for (OscComponent component : ranked) {
            OscWindow window = component.open(request);
            if (window != null) {
                return window;
            }
        }
        return null;
    }
}
