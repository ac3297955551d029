package org.strata.verbs.soft;

import static org.strata.verbs.WcStatus.LOC_LEN_ERR;
import static org.strata.verbs.WcStatus.SUCCESS;

import org.strata.opal.memory.Memory;
import org.strata.verbs.QpInit;
import org.strata.verbs.QpState;
import org.strata.verbs.QpType;
import org.strata.verbs.SendWr;
import org.strata.verbs.Sge;
import org.strata.verbs.WorkCompletions;
import org.strata.verbs.WrOpcode;
import org.strata.verbs.soft.segment.ActivePairs;
import org.strata.verbs.soft.segment.QpRecord;
import org.strata.verbs.soft.segment.SegmentHeader;
import org.strata.verbs.soft.segment.Site;
import org.strata.verbs.soft.segment.Visit;

/**
 * Executes datagrams: visits the pair that each names, and prefixes the payload with a global route
 * header. A datagram is lost, which its sender does not learn, where no such pair receives, where
 * its key is another, or where no receive is posted.
 *
 * <p>A pair for datagrams has no peer, so that visitors compete for its visit: who finds another
 * one there comes again. A visitor that died inside is evicted by the pair's owner, on request.
 */
final class DatagramRequester extends Requester {
    private static final int GRH = WorkCompletions.GRH_BYTES;

    /** Of the header: the source's and the target's GID, in its last 32 bytes. */
    private static final int SOURCE = 8;

    private static final int TARGET = 24;
    private static final int PREFIX = 64;
    private static final long LINK_LOCAL = Long.reverseBytes(0xfe80_0000_0000_0000L);

    private final int maxSge;

    /** The header, and behind it a copy of the request with one element more. */
    private final long scratch;

    private final long request;

    DatagramRequester(SoftDevice device, int number, int pd, QpInit init) {
        super(device, number, pd, QpType.UD);
        maxSge = init.maxSendSge();
        scratch = device.segment().allocate(scratchBytes(), 64);
        request = scratch + PREFIX;
    }

    private long scratchBytes() {
        return PREFIX + SendWr.BYTES + (maxSge + 1L) * Sge.BYTES;
    }

    @Override
    boolean allocated() {
        return scratch != 0 && super.allocated();
    }

    @Override
    void free() {
        if (scratch != 0) {
            device.segment().free(scratch, scratchBytes());
        }
        super.free();
    }

    @Override
    int execute(long wr) {
        ActivePairs.mark(device.self().header(), Site.qpIndex(number));
        long total = length(wr);
        int status = checkLocal(wr, SendWr.opcodeAt(wr), total);
        if (status != SUCCESS) {
            return status;
        }
        if (total > SoftLimits.MTU) {
            return LOC_LEN_ERR;
        }
        long place = SendWr.addressHandleAt(wr);
        Site to = device.site(place >>> 8);
        if (to == null || !device.portUp(port) || !to.answers((int) place & 0xff)) {
            return SUCCESS;
        }
        int qp = SendWr.remoteQpAt(wr);
        long record = to.qp(qp);
        if (record == 0 || !receives(record, qp, wr)) {
            return SUCCESS;
        }
        if (!QpRecord.claimVisit(record, device.number())) {
            evictDead(to, record);
            return Outcome.AGAIN;
        }
        try {
            return visit(to, record, qp, wr, total);
        } finally {
            QpRecord.releaseVisit(record, device.number());
        }
    }

    private static boolean receives(long record, int qp, long wr) {
        QpState state = QpRecord.state(record);
        return QpRecord.number(record) == qp
                && QpRecord.type(record) == QpType.UD.value()
                && QpRecord.qkey(record) == SendWr.remoteQkeyAt(wr)
                && state.ordinal() >= QpState.RTR.ordinal()
                && state != QpState.ERR;
    }

    /** Has the owner look for a dead visitor, which it alone can evict. */
    private void evictDead(Site to, long record) {
        device.tick();
        long visitor = QpRecord.destContext(record);
        Site inside = visitor == 0 ? to : device.site(visitor);
        if (inside == null || inside.dead()) {
            SegmentHeader.raiseAttention(to.header());
        }
    }

    private int visit(Site to, long record, int qp, long wr, long total) {
        long visit = record + QpRecord.VISIT;
        if (!Visit.enter(visit)) {
            return Outcome.AGAIN;
        }
        ActivePairs.mark(to.header(), Site.qpIndex(qp));
        try {
            if (to.frozen()) {
                return Outcome.AGAIN;
            }
            return receives(record, qp, wr) ? deliver(to, record, qp, wr, total) : SUCCESS;
        } finally {
            Visit.leave(visit);
        }
    }

    private int deliver(Site to, long record, int qp, long wr, long total) {
        writeHeader(wr, total);
        long elements = request + SendWr.BYTES;
        int count = SendWr.sgeCountAt(wr);
        Memory.copy(wr, request, SendWr.BYTES);
        Sge.set(elements, scratch, GRH, 0);
        Memory.copy(SendWr.sgListAt(wr), elements + Sge.BYTES, (long) count * Sge.BYTES);
        SendWr.sgListAt(request, elements, count + 1);
        target.aimDatagram(to, record, qp);
        boolean immediate = SendWr.opcodeAt(wr) == WrOpcode.SEND_WITH_IMM;
        return target.datagram(request, GRH + total, immediate);
    }

    /**
     * Writes version 6, length, next header and hops, and both GIDs, as the adapter's table has.
     */
    private void writeHeader(long wr, long total) {
        Memory.putInt(scratch, 0x60);
        Memory.putShort(scratch + 4, Short.reverseBytes((short) total));
        Memory.putShort(scratch + 6, (short) 0x401b);
        Memory.putLong(scratch + SOURCE, LINK_LOCAL);
        Memory.putLong(scratch + SOURCE + 8, Long.reverseBytes(device.number() << 8 | port));
        Memory.putLong(scratch + TARGET, LINK_LOCAL);
        Memory.putLong(scratch + TARGET + 8, Long.reverseBytes(SendWr.addressHandleAt(wr)));
    }
}
