package org.strata.verbs.soft;

import org.strata.opal.memory.Memory;
import org.strata.verbs.DeviceAttributes;
import org.strata.verbs.Transport;
import org.strata.verbs.VerbsException;
import org.strata.verbs.soft.segment.CqRing;
import org.strata.verbs.soft.segment.DeviceSegment;
import org.strata.verbs.soft.segment.ProcessLife;
import org.strata.verbs.soft.segment.SegmentHeader;
import org.strata.verbs.soft.segment.SharedMemory;
import org.strata.verbs.soft.segment.Site;
import org.strata.verbs.soft.segment.Table;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/**
 * What an open device is, without its objects: its segment, its limits, the peers that it has
 * found, and its counts. Thread-safe.
 */
final class SoftDevice {
    private static final int EVENTS = 256;

    /** Between the seeds of two queue pairs' deliveries: any odd number with many bits. */
    private static final long SCRAMBLE = 0x9e37_79b9_7f4a_7c15L;

    /** Time after which a peer's death is detected at the latest. */
    private static final long PEER_CHECK_NANOS = 100_000_000L;

    private final String name;
    private final SoftConfig config;
    private final SoftFabric fabric;
    private final long number;
    private final DeviceSegment segment;
    private final Site self;
    private final Arena arena = Arena.ofAuto();
    private final DeviceAttributes attributes;
    private final PageLocks pageLocks;
    private final boolean inline;
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

    /** Pairs with itself: two threads may both check. */
    private volatile long peersChecked;

    /**
     * @param segment the device's segment, of a number that no other device has
     */
    SoftDevice(
            String name,
            SoftConfig config,
            SoftFabric fabric,
            Consumer<String> notices,
            long number,
            DeviceSegment segment) {
        this.name = name;
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
                        true,
                        false,
                        SharedMemory.NONE,
                        segment);
        attributes = attributes(config);
        pageLocks = new PageLocks(config.registration().pin(), notices);
        inline = config.mode() == SoftConfig.Mode.INLINE;
        peersChecked = now();
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
                config.adapters().xrc(),
                true,
                true,
                config.registration().onDemand(),
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
    void publish() {
        // Pairs with HostFabric.attach: guards the header and the tables.
        Memory.putLongRelease(segment.header() + SegmentHeader.MAGIC, SegmentHeader.MAGIC_NUMBER);
    }

    String name() {
        return name;
    }

    SoftConfig config() {
        return config;
    }

    SoftFabric fabric() {
        return fabric;
    }

    /** Returns the device's number on its fabric. */
    long number() {
        return number;
    }

    DeviceSegment segment() {
        return segment;
    }

    /** Returns the device's own segment, as peers see theirs. */
    Site self() {
        return self;
    }

    Arena arena() {
        return arena;
    }

    DeviceAttributes attributes() {
        return attributes;
    }

    PageLocks pageLocks() {
        return pageLocks;
    }

    /** Returns whether posting threads execute requests; otherwise the engine does. */
    boolean inline() {
        return inline;
    }

    /** Returns the time of the fabric's clock, in nanoseconds. */
    long now() {
        return fabric.clock().nanoTime();
    }

    /** Returns a seed for the delivery of one more queue pair in scrambled order. */
    long nextDeliverySeed() {
        return config.delivery().seed() + scrambles.getAndIncrement() * SCRAMBLE;
    }

    /** Counts the objects that must be closed before the device. */
    UserCount users() {
        return users;
    }

    /** Returns the count of registered bytes. */
    AtomicLong registered() {
        return registered;
    }

    /** Returns the count of bytes of the segment that are buffers. */
    AtomicLong buffers() {
        return buffers;
    }

    /** Returns how many sends have found no receive request. */
    long notReady() {
        return notReady.sum();
    }

    /** Counts a send that has found no receive request; any thread. */
    void countNotReady() {
        notReady.increment();
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

    /** Checks from time to time which peers have died. Tier 3. */
    void tick() {
        long now = now();
        if (now - peersChecked > PEER_CHECK_NANOS) {
            peersChecked = now;
            sites.values().forEach(Site::checkDead);
        }
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
                name
                        + " has no room for "
                        + what
                        + " in its file in "
                        + config.segments().directory()
                        + ", which grows to verbs_soft_segment_size = "
                        + config.segments().maxBytes()
                        + " bytes");
    }

    /** Releases what the device has claimed at peers, and closes its segment. */
    void close() {
        domains.values().forEach(XrcView::close);
        segment.close();
    }

    @Override
    public String toString() {
        return name + " (" + Long.toHexString(number) + ")";
    }
}
