package org.strata.oob;

import org.strata.oob.frame.FrameReader;
import org.strata.oob.frame.JobMap;

/**
 * What the connections of ranks lead to: the switchboard in mpirun, the relay in the daemon of
 * another host. Belongs to the event loop.
 */
interface RankHub {
    /** Returns whether there is a process of a number here that may connect. */
    boolean expects(int rank);

    /** Returns how many ranks may still connect here. */
    int missing();

    /** Returns why a rank that has proved itself may not join, or null when it may. */
    String refusal(int rank);

    /** Returns what a process is told of its job. */
    JobMap map(int rank);

    /** A rank has joined. */
    void join(int rank, long pid, Outlet outlet);

    /** Handles one frame of a rank that has joined. */
    void receive(int rank, FrameReader frame);

    /** The connection of a rank has ended. */
    void leave(int rank);
}
