package org.strata.btl.tcp;

import org.strata.mca.btl.ActiveMessages;
import org.strata.mca.btl.BtlErrorHandler;
import org.strata.mca.proc.Proc;
import org.strata.opal.progress.ProgressEngine;

/**
 * What the links of one process share.
 *
 * @param rank this process's
 * @param errors told of broken links
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
        /** Returns the route of a link to a peer; null when there is none: the refusal says why. */
        Route route(int link, Proc peer, StringBuilder refusal);

        /** Makes the connection attempt of a link's endpoint. */
        OutgoingConnection dial(int link, TcpEndpoint endpoint);

        /** A link has been closed. */
        void closed(TcpBtl link);
    }
}
