package org.strata.testkit.sim;

import org.strata.mca.btl.BtlEndpoint;
import org.strata.mca.proc.Proc;

/** A peer in a simulated network. */
final class SimEndpoint extends BtlEndpoint {
    int inFlight;

    /** The link to this peer is cut: nothing more goes, and what is on its way may not arrive. */
    boolean cut;

    /** This side has been told that the link is cut. */
    boolean told;

    /** When the last packet to this peer arrives: no later one overtakes it. */
    long lastArrival;

    SimEndpoint(Proc peer) {
        super(peer);
    }

    /**
     * Accepts a packet; returns its number.
     *
     * @param waits whether it stays in the sending process until it arrives, as do those behind it
     */
    long accept(boolean waits) {
        long number = ++accepted;
        if (!waits && departed == number - 1) {
            departed = number;
        }
        return number;
    }

    /** A packet has left, and all before it. */
    void depart(long number) {
        departed = Math.max(departed, number);
    }
}
