package org.strata.mca.pml;

import org.strata.mca.base.Component;

/** Factory of a PML; the one with the highest priority is used. */
public interface PmlComponent extends Component {
    @Override
    default String framework() {
        return "pml";
    }

    /** Returns the rank's PML. */
    Pml pml();
}
