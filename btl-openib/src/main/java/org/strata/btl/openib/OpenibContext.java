package org.strata.btl.openib;

import org.strata.btl.openib.connect.Connection;
import org.strata.btl.openib.connect.ConnectionMessage;
import org.strata.mca.base.Output;
import org.strata.mca.btl.ActiveMessages;
import org.strata.mca.btl.Btl;
import org.strata.mca.btl.BtlErrorHandler;
import org.strata.mca.proc.Proc;
import org.strata.opal.progress.ProgressEngine;
import org.strata.opal.time.Clock;

/**
 * What the links of one process share.
 *
 * @param rank this process's
 * @param size processes in the job
 * @param timing of connections
 * @param errors told of broken links
 */
record OpenibContext(
        int rank,
        int size,
        OpenibConfig config,
        ReceiveQueues queues,
        Connection.Timing timing,
        Clock clock,
        ProgressEngine engine,
        ActiveMessages activeMessages,
        BtlErrorHandler errors,
        Output output,
        Links links) {
    /** Verbosity from which on connections' states are told. */
    static final int TRACE = 60;

    /** Verbosity from which on the size of queues is told. */
    static final int INFORM = 40;

    /** Returns whether peers of a node share the queue pairs that lead there. */
    boolean lanesToNodes() {
        return queues.extended() && config.xrc().perNode();
    }

    /** Prints a line at a high btl_base_verbose. */
    void trace(String line) {
        output.verbose("btl", TRACE, line);
    }

    /** The links' common knowledge of peers. */
    interface Links {
        /** Returns the number of a peer's link that a link talks to; below 0 when there is none. */
        int route(int link, Proc peer, StringBuilder refusal);

        /** Returns whether a peer can be reached over another link whose port works. */
        boolean reachedByOtherLink(Btl link, Proc peer);

        /** Returns whether the adapters of this process and of a peer have XRC. */
        boolean xrc(Proc peer);

        /**
         * Returns a process of this one's world by its number in the job; null for no such peer.
         */
        Proc peer(int number);

        /** Returns where a peer's link receives datagrams; null where it does not. */
        DatagramAddress datagramAddress(Proc peer, int link);

        /** Returns the node and port that a peer's link is at, as lanes to nodes count them. */
        NodeKey node(Proc peer, int link);

        /** Returns the name of a device's XRC domain on this node; null for one of this process. */
        String xrcDomain(String device);

        /** Returns the job's secret. */
        byte[] secret();

        /** Says something to a peer out of band. */
        void say(Proc peer, ConnectionMessage message);

        /** Handles what the adapters have reported; returns the number of events. */
        int pollEvents();

        /** A link is about to close. */
        void closing();

        /** A link has been closed. */
        void closed(Port port);
    }
}
