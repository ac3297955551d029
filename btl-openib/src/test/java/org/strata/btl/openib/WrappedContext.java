package org.strata.btl.openib;

import org.strata.verbs.AsyncEvent;
import org.strata.verbs.BufferArea;
import org.strata.verbs.CompletionChannel;
import org.strata.verbs.CompletionQueue;
import org.strata.verbs.Context;
import org.strata.verbs.DeviceAttributes;
import org.strata.verbs.Gid;
import org.strata.verbs.GidType;
import org.strata.verbs.PortAttributes;
import org.strata.verbs.ProtectionDomain;
import org.strata.verbs.QpInit;
import org.strata.verbs.QueuePair;
import org.strata.verbs.XrcDomain;

/** A device around another one, to be changed in some methods. */
public class WrappedContext implements Context {
    final Context context;

    /**
     * @param context the device inside
     */
    protected WrappedContext(Context context) {
        this.context = context;
    }

    @Override
    public QueuePair createQp(QpInit init) {
        return context.createQp(init);
    }

    @Override
    public String device() {
        return context.device();
    }

    @Override
    public DeviceAttributes attributes() {
        return context.attributes();
    }

    @Override
    public PortAttributes port(int port) {
        return context.port(port);
    }

    @Override
    public Gid gid(int port, int index) {
        return context.gid(port, index);
    }

    @Override
    public int defaultGidIndex(int port) {
        return context.defaultGidIndex(port);
    }

    @Override
    public GidType gidType(int port, int index) {
        return context.gidType(port, index);
    }

    @Override
    public long queueBytes() {
        return context.queueBytes();
    }

    @Override
    public ProtectionDomain allocPd() {
        return context.allocPd();
    }

    @Override
    public CompletionChannel createChannel() {
        return context.createChannel();
    }

    @Override
    public CompletionQueue createCq(int depth, CompletionChannel channel) {
        return context.createCq(depth, channel);
    }

    @Override
    public XrcDomain openXrcDomain(String name) {
        return context.openXrcDomain(name);
    }

    @Override
    public boolean nextEvent(AsyncEvent into, long timeoutNanos) {
        return context.nextEvent(into, timeoutNanos);
    }

    @Override
    public BufferArea allocate(long bytes) {
        return context.allocate(bytes);
    }

    @Override
    public void close() {
        context.close();
    }
}
