package org.strata.verbs;

/**
 * Attributes of a queue pair, with a mask of those that are set. Mutable; setters chain. Names and
 * meanings are those of {@code ibv_qp_attr}.
 */
public final class QpAttributes {
    /** Mask bits; libibverbs' values. */
    public static final int STATE = 1;

    public static final int ACCESS = 1 << 3;
    public static final int PKEY_INDEX = 1 << 4;
    public static final int PORT = 1 << 5;
    public static final int QKEY = 1 << 6;
    public static final int AV = 1 << 7;
    public static final int PATH_MTU = 1 << 8;
    public static final int TIMEOUT = 1 << 9;
    public static final int RETRY = 1 << 10;
    public static final int RNR_RETRY = 1 << 11;
    public static final int RQ_PSN = 1 << 12;
    public static final int MAX_RD_ATOMIC = 1 << 13;
    public static final int MIN_RNR_TIMER = 1 << 15;
    public static final int SQ_PSN = 1 << 16;
    public static final int MAX_DEST_RD_ATOMIC = 1 << 17;
    public static final int DEST_QPN = 1 << 20;

    private int mask;
    private QpState state = QpState.RESET;
    private int access;
    private int pkeyIndex;
    private int port;
    private int qkey;
    private int destinationLid;
    private Gid destinationGid = Gid.NONE;
    private int sourceGidIndex;
    private int serviceLevel;
    private int trafficClass;
    private int pathMtu;
    private int timeout;
    private int retry;
    private int rnrRetry;
    private int recvPsn;
    private int sendPsn;
    private int maxRdAtomic;
    private int maxDestRdAtomic;
    private int minRnrTimer;
    private int destinationQp;

    /** RESET→INIT. */
    public static QpAttributes toInit(int port, int access) {
        return new QpAttributes().state(QpState.INIT).port(port).pkeyIndex(0).access(access);
    }

    /**
     * INIT→RTR.
     *
     * @param gid the peer's GID: used (with a GRH) when it is not {@link Gid#NONE}; RoCE needs it
     */
    public static QpAttributes toRtr(int qpNumber, int lid, Gid gid, int gidIndex, int psn) {
        return new QpAttributes()
                .state(QpState.RTR)
                .destinationQp(qpNumber)
                .address(lid, gid, gidIndex)
                .pathMtu(1024)
                .recvPsn(psn)
                .maxDestRdAtomic(1)
                .minRnrTimer(12);
    }

    /** RTR→RTS, with a timeout of 67 ms, 7 retries, endless RNR retries. */
    public static QpAttributes toRts(int psn) {
        return new QpAttributes()
                .state(QpState.RTS)
                .sendPsn(psn)
                .timeout(14)
                .retry(7)
                .rnrRetry(7)
                .maxRdAtomic(1);
    }

    /**
     * RESET→INIT of a pair for datagrams.
     *
     * @param qkey that datagrams must carry to be received
     */
    public static QpAttributes toInitDatagrams(int port, int qkey) {
        return new QpAttributes().state(QpState.INIT).port(port).pkeyIndex(0).qkey(qkey);
    }

    /** To a state that needs no attributes: RESET, SQD, ERR; of a pair for datagrams also RTR. */
    public static QpAttributes to(QpState state) {
        return new QpAttributes().state(state);
    }

    /** Copies the attributes that are set in others; for providers. */
    public QpAttributes update(QpAttributes newer) {
        state = newer.has(STATE) ? newer.state : state;
        access = newer.has(ACCESS) ? newer.access : access;
        pkeyIndex = newer.has(PKEY_INDEX) ? newer.pkeyIndex : pkeyIndex;
        port = newer.has(PORT) ? newer.port : port;
        qkey = newer.has(QKEY) ? newer.qkey : qkey;
        pathMtu = newer.has(PATH_MTU) ? newer.pathMtu : pathMtu;
        timeout = newer.has(TIMEOUT) ? newer.timeout : timeout;
        retry = newer.has(RETRY) ? newer.retry : retry;
        rnrRetry = newer.has(RNR_RETRY) ? newer.rnrRetry : rnrRetry;
        recvPsn = newer.has(RQ_PSN) ? newer.recvPsn : recvPsn;
        sendPsn = newer.has(SQ_PSN) ? newer.sendPsn : sendPsn;
        maxRdAtomic = newer.has(MAX_RD_ATOMIC) ? newer.maxRdAtomic : maxRdAtomic;
        maxDestRdAtomic = newer.has(MAX_DEST_RD_ATOMIC) ? newer.maxDestRdAtomic : maxDestRdAtomic;
        minRnrTimer = newer.has(MIN_RNR_TIMER) ? newer.minRnrTimer : minRnrTimer;
        destinationQp = newer.has(DEST_QPN) ? newer.destinationQp : destinationQp;
        if (newer.has(AV)) {
            destinationLid = newer.destinationLid;
            destinationGid = newer.destinationGid;
            sourceGidIndex = newer.sourceGidIndex;
            serviceLevel = newer.serviceLevel;
            trafficClass = newer.trafficClass;
        }
        mask |= newer.mask;
        return this;
    }

    /** Returns which attributes are set: a union of this class's constants. */
    public int mask() {
        return mask;
    }

    /** Returns whether all attributes of a mask are set. */
    public boolean has(int bits) {
        return (mask & bits) == bits;
    }

    public QpAttributes state(QpState value) {
        state = value;
        return set(STATE);
    }

    /** Sets which remote operations peers may do: union of {@link Access}'s remote constants. */
    public QpAttributes access(int value) {
        access = value;
        return set(ACCESS);
    }

    public QpAttributes pkeyIndex(int value) {
        pkeyIndex = value;
        return set(PKEY_INDEX);
    }

    public QpAttributes port(int value) {
        port = value;
        return set(PORT);
    }

    /** Sets the key that datagrams must carry to be received. */
    public QpAttributes qkey(int value) {
        qkey = value;
        return set(QKEY);
    }

    /** Sets the peer's address. */
    public QpAttributes address(int lid, Gid gid, int gidIndex) {
        destinationLid = lid;
        destinationGid = gid;
        sourceGidIndex = gidIndex;
        return set(AV);
    }

    public QpAttributes serviceLevel(int value) {
        serviceLevel = value;
        return this;
    }

    /** Sets the traffic class of the GRH (RoCE v2: DSCP and ECN bits of the IP header); 8 bits. */
    public QpAttributes trafficClass(int value) {
        trafficClass = value;
        return this;
    }

    /** Sets the path MTU: 256, 512, 1024, 2048 or 4096 bytes. */
    public QpAttributes pathMtu(int value) {
        pathMtu = value;
        return set(PATH_MTU);
    }

    /** Sets the timeout of an answer: 4.096 µs · 2^value; 0 waits for ever. 5 bits. */
    public QpAttributes timeout(int value) {
        timeout = value;
        return set(TIMEOUT);
    }

    /** Sets how often a request without an answer is retried; 0 to 7. */
    public QpAttributes retry(int value) {
        retry = value;
        return set(RETRY);
    }

    /** Sets how often a request to a receiver that is not ready is retried; 7 for ever. */
    public QpAttributes rnrRetry(int value) {
        rnrRetry = value;
        return set(RNR_RETRY);
    }

    public QpAttributes recvPsn(int value) {
        recvPsn = value;
        return set(RQ_PSN);
    }

    public QpAttributes sendPsn(int value) {
        sendPsn = value;
        return set(SQ_PSN);
    }

    /** Sets how many reads and atomics this side may have in flight. */
    public QpAttributes maxRdAtomic(int value) {
        maxRdAtomic = value;
        return set(MAX_RD_ATOMIC);
    }

    /** Sets how many reads and atomics the peer may have in flight. */
    public QpAttributes maxDestRdAtomic(int value) {
        maxDestRdAtomic = value;
        return set(MAX_DEST_RD_ATOMIC);
    }

    /** Sets how long peers wait when no receive is posted here: a code, see {@link RnrTimer}. */
    public QpAttributes minRnrTimer(int value) {
        minRnrTimer = value;
        return set(MIN_RNR_TIMER);
    }

    public QpAttributes destinationQp(int value) {
        destinationQp = value;
        return set(DEST_QPN);
    }

    private QpAttributes set(int bit) {
        mask |= bit;
        return this;
    }

    public QpState state() {
        return state;
    }

    public int access() {
        return access;
    }

    public int pkeyIndex() {
        return pkeyIndex;
    }

    public int port() {
        return port;
    }

    public int qkey() {
        return qkey;
    }

    public int destinationLid() {
        return destinationLid;
    }

    public Gid destinationGid() {
        return destinationGid;
    }

    public int sourceGidIndex() {
        return sourceGidIndex;
    }

    public int serviceLevel() {
        return serviceLevel;
    }

    public int trafficClass() {
        return trafficClass;
    }

    public int pathMtu() {
        return pathMtu;
    }

    public int timeout() {
        return timeout;
    }

    public int retry() {
        return retry;
    }

    public int rnrRetry() {
        return rnrRetry;
    }

    public int recvPsn() {
        return recvPsn;
    }

    public int sendPsn() {
        return sendPsn;
    }

    public int maxRdAtomic() {
        return maxRdAtomic;
    }

    public int maxDestRdAtomic() {
        return maxDestRdAtomic;
    }

    public int minRnrTimer() {
        return minRnrTimer;
    }

    public int destinationQp() {
        return destinationQp;
    }
}
