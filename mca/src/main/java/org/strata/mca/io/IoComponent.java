package org.strata.mca.io;

import org.strata.mca.base.Component;
import org.strata.mca.coll.Coll;
import org.strata.mca.pml.Pml;

/** Factory of file access; the component with the highest priority is used. */
public interface IoComponent extends Component {
    @Override
    default String framework() {
        return "io";
    }

    /**
     * Returns the rank's file access. Called when the program uses a file for the first time.
     *
     * @param pml carries messages; open
     * @param coll collectives over it
     */
    Io io(Pml pml, Coll coll);
}
