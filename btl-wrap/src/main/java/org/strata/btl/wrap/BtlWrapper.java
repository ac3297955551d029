package org.strata.btl.wrap;

import org.strata.mca.btl.ActiveMessages;
import org.strata.mca.btl.Btl;
import org.strata.mca.btl.BtlAttributes;
import org.strata.mca.btl.BtlEndpoint;
import org.strata.mca.btl.BtlErrorHandler;
import org.strata.mca.btl.Descriptor;
import org.strata.mca.btl.RdmaBtl;
import org.strata.mca.proc.Proc;
import org.strata.mca.rcache.Registration;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;

import java.util.IdentityHashMap;

/**
 * A Btl around another one. It passes every call on unchanged, and messages, completions and errors
 * back up, with itself in the place of the wrapped Btl. Subclasses override what they want to
 * change. Endpoints and descriptors are the wrapped Btl's own. The one call that it does not pass
 * on is {@link Btl#receiveShort}, whose messages no handler would see; and it has no atomics, which
 * upper layers do without.
 *
 * <p>It has the methods of {@link RdmaBtl} but does not implement it; a wrapper of an {@code
 * RdmaBtl} is a subclass that adds {@code implements RdmaBtl} and nothing else.
 */
public abstract class BtlWrapper implements Btl {
    private final Btl link;
    private final RdmaBtl rdma;
    private final BtlAttributes attributes;
    private final BtlErrorHandler errors;

    /** The upper layer's callbacks of descriptors under way; the wrapped Btl calls ours. */
    private final IdentityHashMap<Descriptor, Descriptor.Callback> callbacks =
            new IdentityHashMap<>();

    private final Descriptor.Callback completion = this::complete;

    /**
     * @param link what to wrap
     * @param prefix put before the link's name, with a colon: {@code "fault"}
     * @param errors called when a link breaks
     */
    protected BtlWrapper(Btl link, String prefix, BtlErrorHandler errors) {
        this.link = link;
        this.rdma = link instanceof RdmaBtl capable ? capable : null;
        this.attributes =
                link.attributes()
                        .named(prefix + ":" + link.attributes().name())
                        .without(BtlAttributes.FLAG_ATOMICS);
        this.errors = errors;
    }

    /** Returns the wrapped Btl. */
    protected final Btl link() {
        return link;
    }

    /** A message has arrived; {@code next} is the handler to call with this Btl as its source. */
    protected void onMessage(
            ActiveMessages.Handler next, BtlEndpoint from, int tag, long address, int length) {
        next.onMessage(this, from, tag, address, length);
    }

    /** The wrapped link to a peer broke. */
    protected void onError(BtlEndpoint endpoint, int rc, String reason) {
        errors.onError(this, endpoint, rc, reason);
    }

    /** A descriptor's send is over; returns the code that the upper layer's callback gets. */
    protected int onComplete(Descriptor descriptor, int rc) {
        return rc;
    }

    private void complete(Btl btl, Descriptor descriptor, int rc) {
        Descriptor.Callback callback = callbacks.remove(descriptor);
        descriptor.callback = callback;
        callback.onComplete(this, descriptor, onComplete(descriptor, rc));
    }

    @Override
    public BtlAttributes attributes() {
        return attributes;
    }

    @Override
    public BtlEndpoint addPeer(Proc peer, StringBuilder refusal) {
        return link.addPeer(peer, refusal);
    }

    @Override
    public void removePeer(BtlEndpoint endpoint) {
        link.removePeer(endpoint);
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
        return link.sendImmediate(endpoint, tag, header, headerLength, base, offset, length);
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
        return link.sendShort(endpoint, tag, header0, header1, base, offset, length);
    }

    @Override
    public Descriptor alloc(BtlEndpoint endpoint, int length) {
        return link.alloc(endpoint, length);
    }

    @Override
    public Descriptor prepareSource(
            BtlEndpoint endpoint, Buf buf, long position, int headerLength, long maxPayload) {
        return link.prepareSource(endpoint, buf, position, headerLength, maxPayload);
    }

    @Override
    public int send(BtlEndpoint endpoint, Descriptor descriptor, int tag) {
        callbacks.put(descriptor, descriptor.callback);
        descriptor.callback = completion;
        int rc = link.send(endpoint, descriptor, tag);
        if (rc != Rc.OK) {
            descriptor.callback = callbacks.remove(descriptor);
        }
        return rc;
    }

    @Override
    public void free(Descriptor descriptor) {
        link.free(descriptor);
    }

    /** Does nothing: the wrapped Btl is polled itself. Wrappers with work of their own register. */
    @Override
    public int progress() {
        return 0;
    }

    @Override
    public int progress(BtlEndpoint endpoint) {
        return link.progress(endpoint);
    }

    @Override
    public String remark(BtlEndpoint endpoint) {
        return link.remark(endpoint);
    }

    @Override
    public boolean flushed() {
        return link.flushed();
    }

    @Override
    public void close() {
        link.close();
    }

    /** As {@link RdmaBtl#handleSize}. */
    public int handleSize() {
        return rdma.handleSize();
    }

    /** As {@link RdmaBtl#register}. */
    public Registration register(
            BtlEndpoint endpoint, long address, long length, int access, Object owner) {
        return rdma.register(endpoint, address, length, access, owner);
    }

    /** As {@link RdmaBtl#deregister}. */
    public void deregister(Registration registration) {
        rdma.deregister(registration);
    }

    /** As {@link RdmaBtl#reachable}. */
    public boolean reachable(BtlEndpoint endpoint, long address, long length) {
        return rdma.reachable(endpoint, address, length);
    }

    /** As {@link RdmaBtl#writeHandle}. */
    public void writeHandle(Registration registration, long address, long target) {
        rdma.writeHandle(registration, address, target);
    }

    /** As {@link RdmaBtl#fragmentsMayWin}. */
    public boolean fragmentsMayWin(BtlEndpoint endpoint, long remote, long handle, long length) {
        return rdma.fragmentsMayWin(endpoint, remote, handle, length);
    }

    /** As {@link RdmaBtl#copiesInCall}. */
    public boolean copiesInCall() {
        return rdma.copiesInCall();
    }

    /** As {@link RdmaBtl#maxRdmaSize}. */
    public long maxRdmaSize() {
        return rdma.maxRdmaSize();
    }

    /** As {@link RdmaBtl#put}. */
    public int put(
            BtlEndpoint endpoint,
            long local,
            Registration localRegistration,
            long remote,
            long handle,
            long length,
            RdmaBtl.RdmaCallback callback) {
        return rdma.put(endpoint, local, localRegistration, remote, handle, length, callback);
    }

    /** As {@link RdmaBtl#get}. */
    public int get(
            BtlEndpoint endpoint,
            long local,
            Registration localRegistration,
            long remote,
            long handle,
            long length,
            RdmaBtl.RdmaCallback callback) {
        return rdma.get(endpoint, local, localRegistration, remote, handle, length, callback);
    }
}
