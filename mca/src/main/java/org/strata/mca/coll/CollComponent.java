package org.strata.mca.coll;

import org.strata.mca.base.Component;
import org.strata.mca.pml.Pml;

/**
 * Factory of collectives. The selected components stack: each is made with the one of the next
 * lower priority, and hands on to it what it does not do itself. The lowest one does everything.
 */
public interface CollComponent extends Component {
    @Override
    default String framework() {
        return "coll";
    }

    /**
     * Returns the rank's collectives over a PML.
     *
     * @param pml carries messages; not open yet
     * @param next the collectives of the component below; null for the lowest one
     * @return {@code next} itself when this component has nothing to do in this process; null when
     *     it needs a component below and there is none
     */
    Coll coll(Pml pml, Coll next);
}
