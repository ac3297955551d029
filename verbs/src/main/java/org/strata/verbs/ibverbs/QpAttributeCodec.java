package org.strata.verbs.ibverbs;

import org.strata.opal.memory.Memory;
import org.strata.verbs.Gid;
import org.strata.verbs.QpAttributes;
import org.strata.verbs.QpState;
import org.strata.verbs.QpType;

/** Converts queue pair attributes to and from {@code ibv_qp_attr}. */
final class QpAttributeCodec {
    /** Hop limit of packets. */
    private static final byte HOPS = 64;

    private static final int PATH =
            QpAttributes.AV
                    | QpAttributes.PATH_MTU
                    | QpAttributes.DEST_QPN
                    | QpAttributes.RQ_PSN
                    | QpAttributes.MAX_DEST_RD_ATOMIC
                    | QpAttributes.MIN_RNR_TIMER;
    private static final int SENDING =
            QpAttributes.SQ_PSN
                    | QpAttributes.TIMEOUT
                    | QpAttributes.RETRY
                    | QpAttributes.RNR_RETRY
                    | QpAttributes.MAX_RD_ATOMIC;

    /** The attributes that {@code ibv_query_qp} is asked for. */
    static final int ALL =
            QpAttributes.STATE
                    | QpAttributes.ACCESS
                    | QpAttributes.PKEY_INDEX
                    | QpAttributes.PORT
                    | PATH
                    | SENDING;

    private QpAttributeCodec() {}

    /**
     * Returns the mask for a queue pair of that type: the halves of an XRC connection refuse
     * attributes that belong to the other half.
     */
    static int mask(QpAttributes from, QpType type) {
        return switch (type) {
            case RC, UD -> from.mask();
            case XRC_SEND ->
                    from.mask() & ~(QpAttributes.MAX_DEST_RD_ATOMIC | QpAttributes.MIN_RNR_TIMER);
            case XRC_RECV ->
                    from.mask()
                            & ~(QpAttributes.RETRY
                                    | QpAttributes.RNR_RETRY
                                    | QpAttributes.MAX_RD_ATOMIC);
        };
    }

    /**
     * Writes attributes.
     *
     * @param port of the queue pair: an address needs it
     * @param at zeroed {@code ibv_qp_attr}
     */
    static void write(QpAttributes from, int port, long at) {
        Memory.putInt(at + Layout.QP_ATTR_STATE, from.state().ordinal());
        Memory.putInt(at + Layout.QP_ATTR_ACCESS, from.access());
        Memory.putShort(at + Layout.QP_ATTR_PKEY_INDEX, (short) from.pkeyIndex());
        putByte(at + Layout.QP_ATTR_PORT, from.port());
        if (from.has(QpAttributes.PATH_MTU)) {
            Memory.putInt(at + Layout.QP_ATTR_PATH_MTU, Mtu.code(from.pathMtu()));
        }
        Memory.putInt(at + Layout.QP_ATTR_QKEY, from.qkey());
        Memory.putInt(at + Layout.QP_ATTR_RQ_PSN, from.recvPsn());
        Memory.putInt(at + Layout.QP_ATTR_SQ_PSN, from.sendPsn());
        Memory.putInt(at + Layout.QP_ATTR_DEST_QP, from.destinationQp());
        putByte(at + Layout.QP_ATTR_MAX_RD_ATOMIC, from.maxRdAtomic());
        putByte(at + Layout.QP_ATTR_MAX_DEST_RD_ATOMIC, from.maxDestRdAtomic());
        putByte(at + Layout.QP_ATTR_MIN_RNR_TIMER, from.minRnrTimer());
        putByte(at + Layout.QP_ATTR_TIMEOUT, from.timeout());
        putByte(at + Layout.QP_ATTR_RETRY, from.retry());
        putByte(at + Layout.QP_ATTR_RNR_RETRY, from.rnrRetry());
        if (from.has(QpAttributes.AV)) {
            int lid = from.destinationLid();
            Gid gid = from.destinationGid();
            int sourceIndex = from.sourceGidIndex();
            int level = from.serviceLevel();
            writeAddress(lid, gid, sourceIndex, level, from.trafficClass(), port, address(at));
        }
    }

    private static long address(long attributes) {
        return attributes + Layout.QP_ATTR_DEST_GID - Layout.AH_ATTR_GID;
    }

    /**
     * Writes an address.
     *
     * @param at zeroed {@code ibv_ah_attr}
     */
    static void writeAddress(
            int lid,
            Gid gid,
            int sourceIndex,
            int serviceLevel,
            int trafficClass,
            int port,
            long at) {
        Memory.putShort(at + Layout.AH_ATTR_LID, (short) lid);
        putByte(at + Layout.AH_ATTR_SERVICE_LEVEL, serviceLevel);
        putByte(at + Layout.AH_ATTR_PORT, port);
        if (!gid.isNone()) {
            putByte(at + Layout.AH_ATTR_IS_GLOBAL, 1);
            Gids.write(gid, at + Layout.AH_ATTR_GID);
            putByte(at + Layout.AH_ATTR_SOURCE_GID_INDEX, sourceIndex);
            Memory.putByte(at + Layout.AH_ATTR_HOP_LIMIT, HOPS);
            putByte(at + Layout.AH_ATTR_TRAFFIC_CLASS, trafficClass);
        }
    }

    private static void putByte(long at, int value) {
        Memory.putByte(at, (byte) value);
    }

    /** Reads the attributes that a pair in its state has. */
    static QpAttributes read(long at) {
        QpState state = QpState.of(Memory.getInt(at + Layout.QP_ATTR_STATE));
        QpAttributes into = new QpAttributes().state(state);
        if (state == QpState.RESET) {
            return into;
        }
        into.access(Memory.getInt(at + Layout.QP_ATTR_ACCESS))
                .pkeyIndex(Memory.getShort(at + Layout.QP_ATTR_PKEY_INDEX) & 0xffff)
                .port(getByte(at + Layout.QP_ATTR_PORT));
        if (state != QpState.INIT) {
            readPath(into, at);
        }
        if (state != QpState.INIT && state != QpState.RTR) {
            into.sendPsn(Memory.getInt(at + Layout.QP_ATTR_SQ_PSN))
                    .timeout(getByte(at + Layout.QP_ATTR_TIMEOUT))
                    .retry(getByte(at + Layout.QP_ATTR_RETRY))
                    .rnrRetry(getByte(at + Layout.QP_ATTR_RNR_RETRY))
                    .maxRdAtomic(getByte(at + Layout.QP_ATTR_MAX_RD_ATOMIC));
        }
        return into;
    }

    private static void readPath(QpAttributes into, long at) {
        boolean global = getByte(at + Layout.QP_ATTR_IS_GLOBAL) != 0;
        into.address(
                        Memory.getShort(at + Layout.QP_ATTR_DEST_LID) & 0xffff,
                        global ? Gids.read(at + Layout.QP_ATTR_DEST_GID) : Gid.NONE,
                        getByte(at + Layout.QP_ATTR_SOURCE_GID_INDEX))
                .serviceLevel(getByte(at + Layout.QP_ATTR_SERVICE_LEVEL))
                .trafficClass(getByte(address(at) + Layout.AH_ATTR_TRAFFIC_CLASS))
                .pathMtu(Mtu.bytes(Memory.getInt(at + Layout.QP_ATTR_PATH_MTU)))
                .destinationQp(Memory.getInt(at + Layout.QP_ATTR_DEST_QP))
                .recvPsn(Memory.getInt(at + Layout.QP_ATTR_RQ_PSN))
                .maxDestRdAtomic(getByte(at + Layout.QP_ATTR_MAX_DEST_RD_ATOMIC))
                .minRnrTimer(getByte(at + Layout.QP_ATTR_MIN_RNR_TIMER));
    }

    private static int getByte(long at) {
        return Memory.getByte(at) & 0xff;
    }
}
