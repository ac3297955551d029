package org.strata.verbs.soft;

import org.strata.verbs.CompletionQueue;
import org.strata.verbs.SharedReceiveQueue;
import org.strata.verbs.soft.segment.DeviceSegment;
import org.strata.verbs.soft.segment.Table;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** The tables of one device's records, and its objects by the index of their record. */
final class DeviceObjects {
    private final Table qpTable;
    private final Table cqTable;
    private final Table srqTable;
    private final Table mrTable;
    private final Table channelTable;
    private final VisitorLines visitorLines;
    private final Registry<ExecutingPair> qps = new Registry<>();
    private final Registry<CompletionQueue> cqs = new Registry<>();
    private final Registry<SharedReceiveQueue> srqs = new Registry<>();

    /** Pairs with itself: no number twice. */
    private final AtomicInteger pdNumbers = new AtomicInteger();

    /** Pairs with itself: no serial number twice. */
    private final AtomicLong serials = new AtomicLong();

    DeviceObjects(SoftDevice device) {
        DeviceSegment segment = device.segment();
        qpTable = new Table(segment, Table.QP);
        cqTable = new Table(segment, Table.CQ);
        srqTable = new Table(segment, Table.SRQ);
        mrTable = new Table(segment, Table.MR);
        channelTable = new Table(segment, Table.CHANNEL);
        visitorLines = new VisitorLines(device);
    }

    Table qpTable() {
        return qpTable;
    }

    Table cqTable() {
        return cqTable;
    }

    Table srqTable() {
        return srqTable;
    }

    Table mrTable() {
        return mrTable;
    }

    Table channelTable() {
        return channelTable;
    }

    /** Returns the visit lines of the peers that use XRC queues. */
    VisitorLines visitorLines() {
        return visitorLines;
    }

    Registry<ExecutingPair> qps() {
        return qps;
    }

    Registry<CompletionQueue> cqs() {
        return cqs;
    }

    Registry<SharedReceiveQueue> srqs() {
        return srqs;
    }

    int newPdNumber() {
        return pdNumbers.incrementAndGet();
    }

    /**
     * Returns a serial number, by which a queue pair or a shared receive queue differs from earlier
     * ones of the same record.
     */
    long newSerial() {
        return serials.incrementAndGet();
    }

    /** Counts from here; for tests of numbers that no int holds. */
    void serialFrom(long first) {
        serials.set(first);
    }
}
