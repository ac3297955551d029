package org.strata.verbs.soft.segment;

import org.strata.opal.memory.Memory;
import org.strata.verbs.QpState;

/**
 * Layout of the part of a queue pair that its peer needs: connection, state, receive queue. The
 * peer may change the state to ERR, and owns the line with the visit word; only the owner writes
 * the rest. In a pair for datagrams who visits it writes itself in as the peer meanwhile.
 */
public final class QpRecord {
    private static final int READY_TO_SEND = QpState.RTS.ordinal();

    private static final int NUMBER = 0;
    private static final int STATE = 4;
    private static final int TYPE = 8;
    private static final int DEST_QP = 12;
    private static final int DEST_CONTEXT = 16;
    private static final int PD = 24;
    private static final int ACCESS = 28;
    private static final int RECV_PSN = 32;
    private static final int ESTABLISHED = 36;
    private static final int RNR_TIMER = 40;
    private static final int SRQ = 44;
    private static final int CQ = 48;
    private static final int PORT = 52;
    private static final int XRC_DOMAIN = 56;
    private static final int MAX_DEST_RD_ATOMIC = 64;
    private static final int GENERATION = 68;
    private static final int QKEY = 80;

    /** A number has 24 bits: index, generation. Generation 0 is left out. */
    private static final int INDEX_BITS = 16;

    private static final int MAX_GENERATION = 255;
    private static final int SERIAL = 72;

    /** The peer's visit, see {@link Visit}. */
    public static final int VISIT = 128;

    /** The receive queue, when it has one of its own. */
    public static final int RING = 192;

    static final int BYTES = RING + RecvRing.BYTES;

    private QpRecord() {}

    /**
     * Returns the number of the record's next queue pair. It comes again after 255 others of the
     * record; what a peer's pair sends to a former one of that number does not reach it, since it
     * is connected to another pair ({@link #connectedTo}).
     */
    public static int nextNumber(long record, int index) {
        int generation = Memory.getInt(record + GENERATION) % MAX_GENERATION + 1;
        Memory.putInt(record + GENERATION, generation);
        return generation << INDEX_BITS | index;
    }

    /** Returns the index of the record of a queue pair. */
    static int indexOf(int number) {
        return number & (1 << INDEX_BITS) - 1;
    }

    /** Writes the fields that do not change. */
    public static void open(long record, int type, int pd, int srq, int cq, long xrcDomain) {
        Memory.putInt(record + TYPE, type);
        Memory.putInt(record + PD, pd);
        Memory.putInt(record + SRQ, srq);
        Memory.putInt(record + CQ, cq);
        Memory.putLong(record + XRC_DOMAIN, xrcDomain);
    }

    /** Writes which of all pairs this is: no other one has the serial number. */
    public static void serial(long record, long value) {
        Memory.putLong(record + SERIAL, value);
    }

    /** Returns the serial number; inside a visit, or of an own pair. */
    static long serial(long record) {
        return Memory.getLong(record + SERIAL);
    }

    /** Makes the number valid, or invalid with 0. */
    public static void number(long record, int value) {
        // Pairs with QpRecord.number inside a visit: guards the fields of open and connect.
        Memory.putIntVolatile(record + NUMBER, value);
    }

    public static int number(long record) {
        // Pairs with its store by QpRecord.number.
        return Memory.getIntAcquire(record + NUMBER);
    }

    public static QpState state(long record) {
        // Pairs with QpRecord.move and moveToError.
        return QpState.of(Memory.getIntAcquire(record + STATE));
    }

    /** Returns whether the state is RTS. */
    public static boolean isReadyToSend(long record) {
        // Pairs with QpRecord.move and moveToError.
        return Memory.getIntAcquire(record + STATE) == READY_TO_SEND;
    }

    public static void state(long record, QpState state) {
        // Pairs with SoftQp.postRecv, which fences between its receives and its look at the state.
        Memory.putIntVolatile(record + STATE, state.ordinal());
    }

    /** Changes the state; returns false when a peer has changed it to ERR meanwhile. */
    public static boolean move(long record, QpState from, QpState to) {
        // Pairs with QpRecord.moveToError of a peer; guards what writeRecord has written.
        return Memory.compareAndSetInt(record + STATE, from.ordinal(), to.ordinal());
    }

    /**
     * Changes the state to ERR from any state in which a peer reaches the pair; returns whether
     * this call did.
     */
    public static boolean moveToError(long record) {
        while (true) {
            // Pairs with QpRecord.move of the owner, and with SoftQp.checkErrors, which flushes.
            int now = Memory.getIntVolatile(record + STATE);
            if (now < QpState.RTR.ordinal() || now == QpState.ERR.ordinal()) {
                return false;
            }
            if (Memory.compareAndSetInt(record + STATE, now, QpState.ERR.ordinal())) {
                return true;
            }
        }
    }

    public static void connect(long record, int destQp, long destContext, int recvPsn) {
        Memory.putInt(record + DEST_QP, destQp);
        Memory.putLong(record + DEST_CONTEXT, destContext);
        Memory.putInt(record + RECV_PSN, recvPsn);
        Memory.putInt(record + ESTABLISHED, 0);
    }

    public static boolean connectedTo(long record, int qp, long context, int psn) {
        return Memory.getInt(record + DEST_QP) == qp
                && Memory.getLong(record + DEST_CONTEXT) == context
                && Memory.getInt(record + RECV_PSN) == psn;
    }

    public static long destContext(long record) {
        // Pairs with QpRecord.claimVisit of a pair for datagrams.
        return Memory.getLongAcquire(record + DEST_CONTEXT);
    }

    /**
     * Claims the visit of a pair for datagrams, which has no peer: for so long the visitor is its
     * peer, and the only one.
     */
    public static boolean claimVisit(long record, long visitor) {
        // Pairs with itself: one visitor at a time; and with QpRecord.releaseVisit.
        return Memory.getLongAcquire(record + DEST_CONTEXT) == 0
                && Memory.compareAndSetLong(record + DEST_CONTEXT, 0, visitor);
    }

    /** Returns where the number of the visitor's device is. */
    public static long visitorAt(long record) {
        return record + DEST_CONTEXT;
    }

    /** Releases a claim, the visitor's own or that of a dead one. */
    public static void releaseVisit(long record, long visitor) {
        // Pairs with QpRecord.claimVisit.
        Memory.compareAndSetLong(record + DEST_CONTEXT, visitor, 0);
    }

    public static void qkey(long record, int value) {
        Memory.putInt(record + QKEY, value);
    }

    public static int qkey(long record) {
        return Memory.getInt(record + QKEY);
    }

    public static int type(long record) {
        return Memory.getInt(record + TYPE);
    }

    public static int pd(long record) {
        return Memory.getInt(record + PD);
    }

    public static void access(long record, int access) {
        Memory.putInt(record + ACCESS, access);
    }

    public static int access(long record) {
        return Memory.getInt(record + ACCESS);
    }

    public static void rnrTimer(long record, int code) {
        Memory.putInt(record + RNR_TIMER, code);
    }

    public static int rnrTimer(long record) {
        return Memory.getInt(record + RNR_TIMER);
    }

    public static void maxDestRdAtomic(long record, int value) {
        Memory.putInt(record + MAX_DEST_RD_ATOMIC, value);
    }

    public static int maxDestRdAtomic(long record) {
        return Memory.getInt(record + MAX_DEST_RD_ATOMIC);
    }

    public static void port(long record, int port) {
        Memory.putInt(record + PORT, port);
    }

    static int port(long record) {
        return Memory.getInt(record + PORT);
    }

    /** Returns the index of its shared receive queue plus one; 0 for none. */
    public static int srq(long record) {
        return Memory.getInt(record + SRQ);
    }

    /** Returns the index of the completion queue of its receives. */
    public static int cq(long record) {
        return Memory.getInt(record + CQ);
    }

    public static long xrcDomain(long record) {
        return Memory.getLong(record + XRC_DOMAIN);
    }

    /** Returns true once, for the first message on a pair in RTR. */
    public static boolean establish(long record) {
        // Pairs with itself: one message makes the event.
        return Memory.getInt(record + ESTABLISHED) == 0
                && Memory.compareAndSetInt(record + ESTABLISHED, 0, 1);
    }
}
