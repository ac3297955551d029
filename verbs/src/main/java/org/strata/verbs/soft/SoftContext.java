package org.strata.verbs.soft;

import org.strata.opal.memory.Memory;
import org.strata.verbs.AsyncEvent;
import org.strata.verbs.AsyncEventType;
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
import org.strata.verbs.soft.segment.DeviceSegment;
import org.strata.verbs.soft.segment.SegmentHeader;
import org.strata.verbs.soft.segment.Site;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.util.function.Consumer;

/**
 * An open software HCA: makes the objects of a {@link SoftDevice}. Its send requests are executed
 * in inline mode by the threads that post and poll, in engine mode by its {@link Engine}.
 */
public final class SoftContext implements Context, FaultyDevice {
    private static final Gid LINK_LOCAL = new Gid(0xfe80_0000_0000_0000L, 0);

    private final SoftDevice device;
    private final DeviceObjects objects;
    private final Worker worker;
    private final OpenDevice open;
    private final SoftEvents events;
    private final Engine engine;

    private SoftContext(SoftDevice device) {
        this.device = device;
        objects = new DeviceObjects(device);
        worker = new Worker(device, objects);
        open = new OpenDevice(device, objects, worker);
        events = new SoftEvents(device, objects);
        device.publish();
        engine =
                device.config().mode() == SoftConfig.Mode.ENGINE
                        ? Engine.start(device, worker)
                        : null;
    }

    static SoftContext open(
            String device, SoftConfig config, SoftFabric fabric, Consumer<String> notices) {
        long number = fabric.newNumber();
        try {
            DeviceSegment segment = fabric.create(number, config.segments().maxBytes());
            SoftContext made =
                    new SoftContext(
                            new SoftDevice(device, config, fabric, notices, number, segment));
            fabric.faults().opened(made);
            return made;
        } catch (IOException e) {
            // Some exceptions of the file system have only the path as their message.
            String why =
                    e instanceof FileSystemException f && f.getReason() == null
                            ? e.getClass().getSimpleName() + ": " + e.getMessage()
                            : e.getMessage();
            throw new VerbsException(
                    VerbsException.ENOMEM,
                    device
                            + " cannot have a file in "
                            + config.segments().directory()
                            + ": "
                            + why);
        }
    }

    /** Returns what the objects of this device work with. */
    OpenDevice parts() {
        return open;
    }

    @Override
    public long number() {
        return device.number();
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
        checkPort(port);
        return new PortAttributes(
                device.portUp(port) ? PortAttributes.State.ACTIVE : PortAttributes.State.DOWN,
                0,
                0,
                SoftLimits.MTU,
                SoftLimits.MAX_MESSAGE,
                1,
                true,
                device.config().adapters().bandwidth());
    }

    private void checkPort(int port) {
        if (port < 1 || port > device.config().adapters().ports()) {
            throw new VerbsException(VerbsException.EINVAL, device.name() + " has no port " + port);
        }
    }

    @Override
    public Gid gid(int port, int index) {
        checkPort(port);
        if (index != 0) {
            throw new VerbsException(
                    VerbsException.EINVAL, device.name() + " has one GID per port");
        }
        return new Gid(LINK_LOCAL.subnetPrefix(), device.number() << 8 | port);
    }

    @Override
    public int defaultGidIndex(int port) {
        checkPort(port);
        return 0;
    }

    @Override
    public GidType gidType(int port, int index) {
        return GidType.ROCE_V2;
    }

    @Override
    public ProtectionDomain allocPd() {
        return new SoftPd(open, objects.newPdNumber());
    }

    @Override
    public CompletionChannel createChannel() {
        return SoftChannel.create(open);
    }

    @Override
    public CompletionQueue createCq(int depth, CompletionChannel channel) {
        return SoftCq.create(open, depth, (SoftChannel) channel);
    }

    @Override
    public XrcDomain openXrcDomain(String name) {
        return SoftXrcDomain.open(open, name);
    }

    @Override
    public QueuePair createQp(QpInit init) {
        return SoftQp.create(open, init);
    }

    @Override
    public BufferArea allocate(long bytes) {
        return SoftBuffer.allocate(device, bytes);
    }

    @Override
    public long queueBytes() {
        return device.segment().used() - device.buffers().get();
    }

    @Override
    public long notReady() {
        return device.notReady();
    }

    @Override
    public boolean nextEvent(AsyncEvent into, long timeoutNanos) {
        if (timeoutNanos == 0) {
            // Called in every progress: allocates nothing.
            worker.pollInline();
            return events.poll(into);
        }
        return worker.await(() -> events.poll(into) ? into : null, timeoutNanos) != null;
    }

    // Faults, for tests and simulations.

    @Override
    public void setPort(int port, boolean up) {
        checkPort(port);
        // Pairs with SegmentHeader.portUp.
        Memory.putIntVolatile(
                device.self().header() + SegmentHeader.PORTS + (port - 1) * 4L, up ? 1 : 0);
        device.self().event(up ? AsyncEventType.PORT_ACTIVE : AsyncEventType.PORT_ERR, port);
    }

    @Override
    public void fail() {
        // Pairs with SegmentHeader.isOpen and SoftDevice.failed.
        Memory.putIntVolatile(device.self().header() + SegmentHeader.STATE, SegmentHeader.FATAL);
        device.self().event(AsyncEventType.DEVICE_FATAL, 0);
        worker.breakAll();
    }

    @Override
    public int ports() {
        return device.attributes().ports();
    }

    @Override
    public void failQp(int qpNumber) {
        ExecutingPair pair = objects.qps().get(Site.qpIndex(qpNumber));
        if (pair != null) {
            pair.fail();
        }
    }

    /** Breaks one queue pair, as an adapter would that finds its state corrupt. */
    public void failQp(QueuePair qp) {
        ((SoftQp) qp).fail();
    }

    @Override
    public synchronized void close() {
        if (!device.users().close(device.name())) {
            return;
        }
        // Pairs with SegmentHeader.isOpen.
        Memory.putIntVolatile(device.self().header() + SegmentHeader.STATE, SegmentHeader.CLOSED);
        if (engine != null) {
            engine.stop();
        }
        worker.stop();
        device.close();
    }

    @Override
    public String toString() {
        return device.toString();
    }
}
