package org.strata.mca.osc;

import org.strata.mca.coll.Coll;
import org.strata.mca.pml.CommContext;
import org.strata.mca.pml.Pml;

/**
 * A window to be opened.
 *
 * @param flavor where its memory comes from
 * @param comm a communicator of the window's own, on which nobody else sends
 * @param pml carries messages
 * @param coll collectives on {@code comm}
 * @param address of this member's memory, which stays until the window is closed; 0 for the flavors
 *     SHARED and DYNAMIC, and for no memory
 * @param bytes its length that may be accessed
 * @param unit bytes of a displacement of 1 in this member's memory
 */
public record OscRequest(
        Flavor flavor, CommContext comm, Pml pml, Coll coll, long address, long bytes, int unit) {
    /** Where the memory of a window comes from. */
    public enum Flavor {
        /** Known to the caller: MPI_Win_create, MPI_Win_allocate. */
        CREATE,
        /** Of the component, one piece that all members map: MPI_Win_allocate_shared. */
        SHARED,
        /** Of the program, attached later: MPI_Win_create_dynamic. */
        DYNAMIC
    }
}
