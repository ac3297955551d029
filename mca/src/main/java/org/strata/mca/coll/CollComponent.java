package org.strata.mca.coll;

import org.strata.mca.base.Component;
import org.strata.mca.pml.Pml;

/** Factory of collectives; the one with the highest priority is used. */
public interface CollComponent extends Component {
    @Override
    default String framework() {
        return "coll";
    }

    /** Returns the rank's collectives over a PML. */
    Coll coll(Pml pml);
}
