package org.strata.pml.base.match;

import org.strata.mca.proc.Proc;

/**
 * One peer process, whatever the communicator: the account that {@link FlowControl} keeps of it. A
 * PML extends it with what it needs to reach the process.
 */
public abstract class PeerProcess {
    /** The process. */
    public final Proc proc;

    /** Bytes of its unexpected packets kept here. */
    long unexpectedBytes;

    /** It was asked to hold back. */
    boolean holding;

    /** Number of the last request to hold back or to go on. */
    int signals;

    /**
     * @param proc the process
     */
    protected PeerProcess(Proc proc) {
        this.proc = proc;
    }
}
