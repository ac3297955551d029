package org.strata.mca.osc;

import org.strata.mca.base.Component;

/** Factory of windows. Each window uses the component with the highest priority that serves it. */
public interface OscComponent extends Component {
    @Override
    default String framework() {
        return "osc";
    }

    /**
     * Opens a window. Collective: every member calls it with a request of the same kind, inside the
     * bracket, and either all of them get a window, or none.
     *
     * @return null when this component does not serve the window
     */
    OscWindow open(OscRequest request);
}
