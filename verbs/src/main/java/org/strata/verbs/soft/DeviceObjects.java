package org.strata.verbs.soft;

import org.strata.verbs.AsyncEvent;
import org.strata.verbs.AsyncEventType;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** The objects of one device and their records. */
final class DeviceObjects {
    private final Table qpTable;
    private final Table cqTable;
    private final Table srqTable;
    private final Table mrTable;
    private final Table channelTable;
    private final VisitorLines visitorLines;
    private final Registry<SoftQp> qps = new Registry<>();
    private final Registry<SoftCq> cqs = new Registry<>();
    private final Registry<SoftSrq> srqs = new Registry<>();

    /** Pairs with itself: no number twice. */
    private final AtomicInteger pdNumbers = new AtomicInteger();

    /** Pairs with itself: no serial number twice. */
    private final AtomicLong serials = new AtomicLong();

    DeviceObjects(SoftContext context) {
        DeviceSegment segment = context.segment();
        qpTable = new Table(segment, Table.QP);
        cqTable = new Table(segment, Table.CQ);
        srqTable = new Table(segment, Table.SRQ);
        mrTable = new Table(segment, Table.MR);
        channelTable = new Table(segment, Table.CHANNEL);
        visitorLines = new VisitorLines(context);
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

    Registry<SoftQp> qps() {
        return qps;
    }

    Registry<SoftCq> cqs() {
        return cqs;
    }

    Registry<SoftSrq> srqs() {
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

    /**
     * Fills an event; returns false when its subject is closed, also when another one has its
     * record by now.
     *
     * @param serial of a queue pair or shared receive queue
     */
    boolean fill(AsyncEvent into, AsyncEventType type, int index, long serial) {
        switch (type.subject()) {
            case DEVICE -> into.set(type, null, 0);
            case PORT -> into.set(type, null, index);
            case COMPLETION_QUEUE -> into.set(type, overflown(cqs.get(index)), 0);
            case QUEUE_PAIR -> into.set(type, withSerial(qps.get(index), serial), 0);
            case SHARED_RECEIVE_QUEUE -> into.set(type, withSerial(srqs.get(index), serial), 0);
        }
        return into.port() != 0
                || type == AsyncEventType.DEVICE_FATAL
                || into.queuePair() != null
                || into.completionQueue() != null
                || into.sharedReceiveQueue() != null;
    }

    /** The only event of a completion queue is that it has overflown, and stays so. */
    private static SoftCq overflown(SoftCq cq) {
        return cq != null && cq.overflown() ? cq : null;
    }

    private static SoftQp withSerial(SoftQp qp, long serial) {
        return qp != null && qp.serial() == serial ? qp : null;
    }

    private static SoftSrq withSerial(SoftSrq srq, long serial) {
        return srq != null && srq.serial() == serial ? srq : null;
    }
}
