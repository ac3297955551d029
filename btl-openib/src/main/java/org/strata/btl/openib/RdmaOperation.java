package org.strata.btl.openib;

import org.strata.mca.btl.RdmaBtl;

/** One put or get on its way. Pooled by the link. */
final class RdmaOperation {
    /** The next in a queue or in the pool. */
    RdmaOperation next;

    OpenibEndpoint endpoint;
    boolean read;
    long local;
    int lkey;
    long remote;
    int rkey;
    long length;
    RdmaBtl.RdmaCallback callback;

    /** How it ended, while it waits for its callback. */
    int rc;
}
