package org.strata.mca.bml;

import org.strata.mca.base.Component;

/** Factory of a BML; the one with the highest priority is used. */
public interface BmlComponent extends Component {
    @Override
    default String framework() {
        return "bml";
    }

    /** Returns the rank's BML. */
    Bml bml();
}
