package org.strata.pml.base.match;

import org.strata.mca.proc.Proc;

/** Where matching finds what a PML keeps of a process. */
@FunctionalInterface
public interface Processes {
    /** Returns what is kept of a process, made on first use. */
    PeerProcess process(Proc proc);
}
