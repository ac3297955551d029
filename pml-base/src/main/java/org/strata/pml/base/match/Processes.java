package org.strata.pml.base.match;

import org.strata.mca.proc.Proc;

/** The PML's table of peer processes. */
@FunctionalInterface
public interface Processes {
    /** Returns the PML's record of a process; the first call makes it. */
    PeerProcess process(Proc proc);
}
