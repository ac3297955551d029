package org.strata.verbs.ibverbs;

import org.strata.opal.time.Clock;
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
import org.strata.verbs.VerbsException;
import org.strata.verbs.XrcDomain;

import java.util.concurrent.atomic.AtomicBoolean;

/** An {@code ibv_context}: makes the objects of an open device. */
final class IbvContext implements Context {
    private final IbvDevice device;
    private final AsyncEvents events;

    /** Pairs with itself: one close closes the device. */
    private final AtomicBoolean open = new AtomicBoolean(true);

    private IbvContext(IbvDevice device) {
        this.device = device;
        events = new AsyncEvents(device);
    }

    /**
     * Wraps an open device; closes it when its structures are not as expected.
     *
     * @throws VerbsException EIO: the library's structures have an unknown layout
     */
    static IbvContext of(
            IbvLibrary library, Clock clock, String name, long ibvDevice, long address) {
        IbvDevice device = new IbvDevice(library, clock, name, ibvDevice, address);
        try {
            device.checkLayout(ibvDevice);
            IbvContext context = new IbvContext(device);
            context.events.open();
            device.setAttributes(DeviceQuery.attributes(device, context));
            return context;
        } catch (VerbsException e) {
            device.close();
            throw e;
        }
    }

    @Override
    public String device() {
        return device.name();
    }

    @Override
    public DeviceAttributes attributes() {
        return device.attributes();
    }

    @Override
    public PortAttributes port(int port) {
        return DeviceQuery.port(device, port);
    }

    @Override
    public Gid gid(int port, int index) {
        return Gids.query(device, port, index);
    }

    @Override
    public int defaultGidIndex(int port) {
        return Gids.preferred(device, port);
    }

    @Override
    public GidType gidType(int port, int index) {
        return Gids.type(device, port, index);
    }

    @Override
    public ProtectionDomain allocPd() {
        return IbvPd.of(device);
    }

    @Override
    public CompletionChannel createChannel() {
        return IbvChannel.of(device);
    }

    @Override
    public CompletionQueue createCq(int depth, CompletionChannel channel) {
        return IbvCq.of(device, depth, (IbvChannel) channel);
    }

    @Override
    public XrcDomain openXrcDomain(String name) {
        return IbvXrcd.of(device, name);
    }

    @Override
    public QueuePair createQp(QpInit init) {
        return IbvQp.of(device, init);
    }

    @Override
    public boolean nextEvent(AsyncEvent into, long timeoutNanos) {
        return events.next(into, timeoutNanos);
    }

    @Override
    public BufferArea allocate(long bytes) {
        return IbvArea.of(device, bytes);
    }

    @Override
    public void close() {
        if (device.hasObjects()) {
            throw device.failure(VerbsException.EBUSY, "cannot close the device");
        }
        if (open.compareAndSet(true, false)) {
            int errno = device.close();
            if (errno != 0) {
                throw device.failure(errno, "cannot close the device");
            }
        }
    }
}
