package org.strata.mca.pml;

import org.strata.mca.base.Component;

/** Factory of a PML; the one with the highest priority is used. */
public interface PmlComponent extends Component {
    @Override
    default String framework() {
        return "pml";
    }

    /**
     * Returns the name of the PML that this one stands on, for what it cannot carry; empty for one
     * that stands by itself.
     */
    default String below() {
        return "";
    }

    /**
     * Returns the rank's PML; called once.
     *
     * @param below the PML that {@link #below} names, not open; null for one that stands by itself
     */
    Pml pml(Pml below);
}
