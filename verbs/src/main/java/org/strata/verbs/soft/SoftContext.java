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
import org.strata.verbs.PortAttributes;
import org.strata.verbs.ProtectionDomain;
import org.strata.verbs.QpInit;
import org.strata.verbs.QueuePair;
import org.strata.verbs.Transport;
import org.strata.verbs.VerbsException;
import org.strata.verbs.XrcDomain;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.FileSystemException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/**
 * An open software HCA. It owns a {@link DeviceSegment} in which peers find its queues, and
 * executes its own send requests: in inline mode in the threads that post and poll, in engine mode
 * in its {@link Engine}.
 */
public final class SoftContext implements Context {
    private static final Gid LINK_LOCAL = new Gid(0xfe80_0000_0000_0000L, 0);
    private static final int MTU = 4096;
    private static final int EVENTS = 256;

    /** Between the seeds of two queue pairs' deliveries: any odd number with many bits. */
    private static final long SCRAMBLE = 0x9e37_79b9_7f4a_7c15L;

    private final String device;
    private final SoftConfig config;
    private final SoftFabric fabric;
    private final long number;
    private final DeviceSegment segment;
    private final Site self;
    private final Arena arena = Arena.ofAuto();
    private final DeviceAttributes attributes;
    private final PageLocks pageLocks;
    private final DeviceObjects objects;
    private final Worker worker;
    private final Map<Long, Site> sites = new ConcurrentHashMap<>();
    private final Map<Long, XrcView> domains = new ConcurrentHashMap<>();
    private final UserCount users = new UserCount();

    /** Pairs with SoftPd.tryRegister and SoftMr.close: a sum. */
    private final AtomicLong registered = new AtomicLong();

    /** Bytes of the segment that are buffers. Pairs with SoftBuffer.allocate and close: a sum. */
    private final AtomicLong buffers = new AtomicLong();

    private final LongAdder notReady = new LongAdder();

    /** Pairs with itself: a count. */
    private final AtomicLong scrambles = new AtomicLong();

    private final Latch eventLatch = new Latch();
    private final Engine engine;

    private SoftContext(
            String device,
            SoftConfig config,
            SoftFabric fabric,
            Consumer<String> notices,
            long number,
            DeviceSegment segment) {
        this.device = device;
        this.config = config;
        this.fabric = fabric;
        this.number = number;
        this.segment = segment;
        writeHeader();
        self =
                new Site(
                        number,
                        segment.base(),
                        segment.header(),
                        true,
                        SoftFabric.Reach.AUTO,
                        SharedMemory.NONE,
                        segment);
        attributes = attributes(config);
        pageLocks = new PageLocks(config.registration().pin(), notices);
        objects = new DeviceObjects(this);
        worker = new Worker(this);
        publish();
        engine = config.mode() == SoftConfig.Mode.ENGINE ? Engine.start(this) : null;
    }

    static SoftContext open(
            String device, SoftConfig config, SoftFabric fabric, Consumer<String> notices) {
        long number = fabric.newNumber();
        try {
            DeviceSegment segment = fabric.create(number, config.segments().maxBytes());
            SoftContext made = new SoftContext(device, config, fabric, notices, number, segment);
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

    private static DeviceAttributes attributes(SoftConfig config) {
        return new DeviceAttributes(
                "Strata software HCA",
                config.adapters().ports(),
                Table.QP.capacity(),
                SoftLimits.MAX_WR,
                SoftLimits.MAX_SGE,
                Math.min(config.maxInline(), SoftLimits.MAX_INLINE),
                Table.CQ.capacity(),
                SoftLimits.MAX_CQE,
                Table.MR.capacity(),
                Long.MAX_VALUE,
                Table.SRQ.capacity(),
                SoftLimits.MAX_WR,
                SoftLimits.MAX_RD_ATOMIC,
                SoftLimits.MAX_RD_ATOMIC,
                true,
                true,
                true,
                SoftLimits.MAX_MESSAGE,
                Transport.INFINIBAND);
    }

    private void writeHeader() {
        long header = segment.header();
        long pid = ProcessHandle.current().pid();
        Memory.putLong(header + SegmentHeader.CONTEXT, number);
        Memory.putLong(header + SegmentHeader.PID, pid);
        Memory.putLong(header + SegmentHeader.STARTED, ProcessLife.started(pid));
        Memory.putLong(header + SegmentHeader.OWNER_BASE, segment.base());
        Memory.putInt(header + SegmentHeader.STATE, SegmentHeader.OPEN);
        Memory.putInt(header + SegmentHeader.SHARING, fabric.shared().owner());
        for (int port = 1; port <= config.adapters().ports(); port++) {
            Memory.putInt(header + SegmentHeader.PORTS + (port - 1) * 4L, 1);
        }
        openRing(header + SegmentHeader.EVENTS);
        openRing(header + SegmentHeader.SERVICE);
    }

    private void openRing(long ring) {
        long entries = allocateOrThrow(CqRing.entryBytes(EVENTS), 64);
        CqRing.open(segment.base(), ring, EVENTS, entries, 0);
    }

    /** Publishes the segment: from now on peers find it. */
    private void publish() {
        // Pairs with HostFabric.attach: guards the header and the tables.
        Memory.putLongRelease(segment.header() + SegmentHeader.MAGIC, SegmentHeader.MAGIC_NUMBER);
    }

    // For the objects of this device.

    SoftConfig config() {
        return config;
    }

    SoftFabric fabric() {
        return fabric;
    }

    DeviceSegment segment() {
        return segment;
    }

    Site self() {
        return self;
    }

    Arena arena() {
        return arena;
    }

    PageLocks pageLocks() {
        return pageLocks;
    }

    DeviceObjects objects() {
        return objects;
    }

    Worker worker() {
        return worker;
    }

    /** Returns what moves the payload of a queue pair's messages; null for the usual way. */
    ScrambledMoves scrambledMoves() {
        SoftConfig.DeliveryOrder delivery = config.delivery();
        return delivery.scrambled()
                ? new ScrambledMoves(delivery.seed() + scrambles.getAndIncrement() * SCRAMBLE)
                : null;
    }

    /** Counts the objects that must be closed before the device. */
    UserCount users() {
        return users;
    }

    /** Returns the count of registered bytes. */
    AtomicLong registered() {
        return registered;
    }

    AtomicLong buffers() {
        return buffers;
    }

    boolean portUp(int port) {
        return SegmentHeader.isOpen(self.header()) && SegmentHeader.portUp(self.header(), port);
    }

    boolean failed() {
        // Pairs with SoftContext.fail.
        return Memory.getIntAcquire(self.header() + SegmentHeader.STATE) == SegmentHeader.FATAL;
    }

    /** Returns a device's segment, or null when it is not found (yet). Tier 3 the first time. */
    Site site(long of) {
        if (of == number) {
            return self;
        }
        Site known = sites.get(of);
        if (known != null) {
            return known;
        }
        Site found = fabric.attach(of);
        if (found != null) {
            Site first = sites.putIfAbsent(of, found);
            return first == null ? found : first;
        }
        return null;
    }

    /** Returns whether a device is gone for good. Tier 3. */
    boolean dead(long of) {
        Site site = site(of);
        return site == null || site.checkDead() || !SegmentHeader.isOpen(site.header());
    }

    /** Checks which peers have died. Tier 3. */
    void checkPeers() {
        sites.values().forEach(Site::checkDead);
    }

    /** Returns this device's view of an XRC domain; null when its table cannot be opened. */
    XrcView xrcView(long domain) {
        XrcView known = domains.get(domain);
        if (known != null) {
            return known;
        }
        try {
            XrcView made = new XrcView(this, fabric.xrcTable(domain));
            XrcView first = domains.putIfAbsent(domain, made);
            return first == null ? made : first;
        } catch (IOException e) {
            // The queue counts as nonexistent.
            return null;
        }
    }

    /**
     * @throws VerbsException ENOMEM
     */
    long allocateOrThrow(long bytes, long alignment) {
        long at = segment.allocate(bytes, alignment);
        if (at == 0) {
            throw noRoom(bytes + " bytes");
        }
        return at;
    }

    /** Returns the exception for a full segment: its file, or the file system, is full. */
    VerbsException noRoom(String what) {
        return new VerbsException(
                VerbsException.ENOMEM,
                device
                        + " has no room for "
                        + what
                        + " in its file in "
                        + config.segments().directory()
                        + ", which grows to verbs_soft_segment_size = "
                        + config.segments().maxBytes()
                        + " bytes");
    }

    // The interface.

    /** Returns this device's number on its fabric. */
    public long number() {
        return number;
    }

    @Override
    public String device() {
        return device;
    }

    @Override
    public DeviceAttributes attributes() {
        return attributes;
    }

    @Override
    public PortAttributes port(int port) {
        checkPort(port);
        return new PortAttributes(
                portUp(port) ? PortAttributes.State.ACTIVE : PortAttributes.State.DOWN,
                0,
                0,
                MTU,
                SoftLimits.MAX_MESSAGE,
                1,
                true,
                config.adapters().bandwidth());
    }

    private void checkPort(int port) {
        if (port < 1 || port > config.adapters().ports()) {
            throw new VerbsException(VerbsException.EINVAL, device + " has no port " + port);
        }
    }

    @Override
    public Gid gid(int port, int index) {
        checkPort(port);
        if (index != 0) {
            throw new VerbsException(VerbsException.EINVAL, device + " has one GID per port");
        }
        return new Gid(LINK_LOCAL.subnetPrefix(), number << 8 | port);
    }

    @Override
    public int defaultGidIndex(int port) {
        checkPort(port);
        return 0;
    }

    @Override
    public ProtectionDomain allocPd() {
        return new SoftPd(this, objects.newPdNumber());
    }

    @Override
    public CompletionChannel createChannel() {
        return SoftChannel.create(this);
    }

    @Override
    public CompletionQueue createCq(int depth, CompletionChannel channel) {
        return SoftCq.create(this, depth, (SoftChannel) channel);
    }

    @Override
    public XrcDomain openXrcDomain(String name) {
        return SoftXrcDomain.open(this, name);
    }

    @Override
    public QueuePair createQp(QpInit init) {
        return SoftQp.create(this, init);
    }

    @Override
    public BufferArea allocate(long bytes) {
        return SoftBuffer.allocate(this, bytes);
    }

    @Override
    public long queueBytes() {
        return segment.used() - buffers.get();
    }

    @Override
    public long notReady() {
        return notReady.sum();
    }

    /** Counts a send that found no receive request; any thread. */
    void countNotReady() {
        notReady.increment();
    }

    @Override
    public boolean nextEvent(AsyncEvent into, long timeoutNanos) {
        if (timeoutNanos == 0) {
            // Called in every progress: allocates nothing.
            worker.pollInline();
            return pollEvent(into);
        }
        return worker.await(() -> pollEvent(into) ? into : null, timeoutNanos) != null;
    }

    private boolean pollEvent(AsyncEvent into) {
        long ring = self.header() + SegmentHeader.EVENTS;
        eventLatch.lock();
        try {
            long entry = CqRing.peek(self.base(), ring);
            while (entry != 0) {
                long id = Memory.getLong(entry);
                AsyncEventType type = AsyncEventType.of(Memory.getInt(entry + 8));
                CqRing.pop(self.base(), ring);
                if (objects.fill(into, type, Site.eventIndex(id), Site.eventSerial(id))) {
                    return true;
                }
                entry = CqRing.peek(self.base(), ring);
            }
            return false;
        } finally {
            eventLatch.unlock();
        }
    }

    // Faults, for tests and simulations.

    /** Takes a port down, or up again, with its event. */
    public void setPort(int port, boolean up) {
        checkPort(port);
        // Pairs with SegmentHeader.portUp.
        Memory.putIntVolatile(self.header() + SegmentHeader.PORTS + (port - 1) * 4L, up ? 1 : 0);
        self.event(up ? AsyncEventType.PORT_ACTIVE : AsyncEventType.PORT_ERR, port);
    }

    /** Fails the device: delivers its event, flushes all queue pairs, answers no peer any more. */
    public void fail() {
        // Pairs with SegmentHeader.isOpen and SoftContext.failed.
        Memory.putIntVolatile(self.header() + SegmentHeader.STATE, SegmentHeader.FATAL);
        self.event(AsyncEventType.DEVICE_FATAL, 0);
        worker.breakAll();
    }

    /** Breaks one queue pair, as an adapter would that finds its state corrupt. */
    public void failQp(QueuePair qp) {
        ((SoftQp) qp).fail();
    }

    @Override
    public synchronized void close() {
        if (!users.close(device)) {
            return;
        }
        // Pairs with SegmentHeader.isOpen.
        Memory.putIntVolatile(self.header() + SegmentHeader.STATE, SegmentHeader.CLOSED);
        if (engine != null) {
            engine.stop();
        }
        domains.values().forEach(XrcView::close);
        segment.close();
    }

    @Override
    public String toString() {
        return device + " (" + Long.toHexString(number) + ")";
    }
}
