package org.strata.btl.trace;

import org.strata.btl.trace.TracedMessage.What;
import org.strata.btl.wrap.BtlWrapper;
import org.strata.mca.btl.ActiveMessages;
import org.strata.mca.btl.Btl;
import org.strata.mca.btl.BtlEndpoint;
import org.strata.mca.btl.BtlErrorHandler;
import org.strata.mca.btl.Descriptor;
import org.strata.mca.btl.RdmaBtl;
import org.strata.mca.rcache.Registration;
import org.strata.opal.Rc;

/**
 * Traces one link: every send, put and get, and every message that arrives. Calls that return
 * NO_RESOURCE are left out, since the upper layer tries them again.
 */
class TraceBtl extends BtlWrapper {
    private final TraceSink sink;
    private final String name;

    TraceBtl(Btl link, TraceSink sink, BtlErrorHandler errors) {
        super(link, "trace", errors);
        this.sink = sink;
        name = link.attributes().name();
    }

    private int traced(What what, BtlEndpoint endpoint, int tag, int header, long payload, int rc) {
        if (rc != Rc.NO_RESOURCE) {
            int peer = endpoint.peer().rank();
            sink.record(new TracedMessage(what, name, peer, tag, header, payload, rc));
        }
        return rc;
    }

    @Override
    public int sendImmediate(
            BtlEndpoint endpoint,
            int tag,
            long header,
            int headerLength,
            Object base,
            long offset,
            int length) {
        int rc = super.sendImmediate(endpoint, tag, header, headerLength, base, offset, length);
        return traced(What.IMMEDIATE, endpoint, tag, headerLength, length, rc);
    }

    @Override
    public int sendShort(
            BtlEndpoint endpoint,
            int tag,
            long header0,
            long header1,
            Object base,
            long offset,
            int length) {
        int rc = super.sendShort(endpoint, tag, header0, header1, base, offset, length);
        return traced(What.IMMEDIATE, endpoint, tag, SHORT_HEADER, length, rc);
    }

    @Override
    public int send(BtlEndpoint endpoint, Descriptor descriptor, int tag) {
        // Read before: the descriptor may be over, and in use again, inside the call.
        int header = descriptor.headerLength;
        long payload = descriptor.length + descriptor.inPlaceLength - header;
        int rc = super.send(endpoint, descriptor, tag);
        return traced(What.SEND, endpoint, tag, header, payload, rc);
    }

    @Override
    protected int onComplete(Descriptor descriptor, int rc) {
        if (rc != Rc.OK) {
            traced(
                    What.FAILED,
                    descriptor.endpoint,
                    0,
                    descriptor.headerLength,
                    descriptor.payloadLength,
                    rc);
        }
        return rc;
    }

    @Override
    public int put(
            BtlEndpoint endpoint,
            long local,
            Registration localRegistration,
            long remote,
            long handle,
            long length,
            RdmaBtl.RdmaCallback callback) {
        int rc = super.put(endpoint, local, localRegistration, remote, handle, length, callback);
        return traced(What.PUT, endpoint, 0, 0, length, rc);
    }

    @Override
    public int get(
            BtlEndpoint endpoint,
            long local,
            Registration localRegistration,
            long remote,
            long handle,
            long length,
            RdmaBtl.RdmaCallback callback) {
        int rc = super.get(endpoint, local, localRegistration, remote, handle, length, callback);
        return traced(What.GET, endpoint, 0, 0, length, rc);
    }

    @Override
    protected void onMessage(
            ActiveMessages.Handler next, BtlEndpoint from, int tag, long address, int length) {
        traced(What.RECEIVE, from, tag, 0, length, Rc.OK);
        super.onMessage(next, from, tag, address, length);
    }

    @Override
    protected void onError(BtlEndpoint endpoint, int rc, String reason) {
        traced(What.BROKEN, endpoint, 0, 0, 0, rc);
        super.onError(endpoint, rc, reason);
    }

    @Override
    public void close() {
        super.close();
        sink.close();
    }
}
