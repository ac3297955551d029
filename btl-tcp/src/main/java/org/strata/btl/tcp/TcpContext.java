package org.strata.btl.tcp;

import org.strata.mca.btl.ActiveMessages;
import org.strata.mca.btl.BtlErrorHandler;
import org.strata.mca.proc.Proc;
import org.strata.opal.progress.ProgressEngine;

/**
 * What the links of one process share.
 *
 * @param rank this process's
 * @param errors called when a link breaks
 */
record TcpContext(
        int rank,
        TcpConfig config,
        ProgressEngine engine,
        Reactor reactor,
        ActiveMessages activeMessages,
        BtlErrorHandler errors,
        Links links) {

    /** The links' common knowledge of peers. */
    interface Links {
        /**
         * Returns the route of a link to a peer; null, with a reason in refusal, when there is
         * none.
         */
        Route route(int link, Proc peer, StringBuilder refusal);

        /**
         * Makes a connection attempt for a link's endpoint.
         *
         * @param endpoint receives the events of the attempt; its text names it in messages
         */
        OutgoingConnection dial(int link, Proc peer, Route route, DialEvents endpoint);

        /** A link has been closed. */
        void closed();
    }
}
