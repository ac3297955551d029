package org.strata.btl.openib;

import org.strata.mca.proc.Proc;

/** One peer of a link as the lane sees it that leads to the peer's node. */
interface NodeUser {
    Proc peer();

    /** Returns the number of the peer's link. */
    int remoteLink();

    /** The lane it waits for is connected, or it must ask for another one. */
    void onLane();

    /** The lane it sends over is about to end: the connection must be made again over the next. */
    void onLaneEnd(String why);

    /**
     * The lane it waits for will never be connected.
     *
     * @param carrier the process that the lane's target belongs to
     */
    void onLaneLost(Proc carrier, String why);
}
