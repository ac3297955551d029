package org.strata.verbs.soft;

import org.strata.verbs.AsyncEvent;
import org.strata.verbs.AsyncEventType;

import java.util.concurrent.atomic.AtomicInteger;

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

    /** Fills an event; returns false when its subject is closed. */
    boolean fill(AsyncEvent into, AsyncEventType type, int index) {
        switch (type.subject()) {
            case DEVICE -> into.set(type, null, 0);
            case PORT -> into.set(type, null, index);
            case COMPLETION_QUEUE -> into.set(type, cqs.get(index), 0);
            case QUEUE_PAIR -> into.set(type, qps.get(index), 0);
            case SHARED_RECEIVE_QUEUE -> into.set(type, srqs.get(index), 0);
        }
        return into.port() != 0
                || type == AsyncEventType.DEVICE_FATAL
                || into.queuePair() != null
                || into.completionQueue() != null
                || into.sharedReceiveQueue() != null;
    }
}
