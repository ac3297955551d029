package org.strata.verbs.soft;

import org.strata.opal.memory.Memory;
import org.strata.opal.time.Clock;
import org.strata.verbs.soft.segment.DeviceSegment;
import org.strata.verbs.soft.segment.LocalSegment;
import org.strata.verbs.soft.segment.SegmentHeader;
import org.strata.verbs.soft.segment.SharedMemory;
import org.strata.verbs.soft.segment.Site;
import org.strata.verbs.soft.segment.XrcTable;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** Devices in one JVM, which find each other in a map. */
final class LocalFabric extends SoftFabric {
    /** Pairs with itself: no number twice. */
    private final AtomicLong numbers = new AtomicLong();

    private final Map<Long, DeviceSegment> segments = new ConcurrentHashMap<>();
    private final Map<Long, XrcTable> domains = new ConcurrentHashMap<>();

    LocalFabric(Clock clock, FaultPlan faults) {
        super(clock, faults, SharedMemory.NONE);
    }

    @Override
    boolean storesWords(int place) {
        return true;
    }

    @Override
    boolean threads() {
        return false;
    }

    @Override
    long newNumber() {
        return numbers.incrementAndGet();
    }

    @Override
    DeviceSegment create(long number, long bytes) {
        DeviceSegment segment = new LocalSegment(() -> segments.remove(number));
        segments.put(number, segment);
        return segment;
    }

    @Override
    Site attach(long number) {
        DeviceSegment segment = segments.get(number);
        // Pairs with SoftDevice.publish: guards the header and the tables.
        boolean ready =
                segment != null
                        && Memory.getLongAcquire(segment.header() + SegmentHeader.MAGIC)
                                == SegmentHeader.MAGIC_NUMBER;
        return ready
                ? new Site(
                        number, 0, segment.header(), true, true, false, SharedMemory.NONE, segment)
                : null;
    }

    @Override
    XrcTable xrcTable(long domain) {
        return domains.computeIfAbsent(domain, d -> newTable());
    }

    @Override
    void dropXrcTable(long domain) {
        domains.remove(domain);
    }

    private static XrcTable newTable() {
        MemorySegment memory = Arena.ofAuto().allocate(XrcTable.BYTES, 8);
        return new XrcTable(memory.address(), memory);
    }
}
