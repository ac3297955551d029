package org.strata.verbs;

/**
 * The initial attributes of a queue pair.
 *
 * @param type transport service
 * @param pd protection domain; null for XRC_RECV
 * @param sendCq receives completions of sends; null for XRC_RECV
 * @param recvCq receives completions of receives; null for XRC_SEND and XRC_RECV
 * @param srq shared receive queue, or null for a receive queue of its own (RC only)
 * @param xrc XRC domain; XRC_RECV only
 * @param maxSendWr send requests in flight
 * @param maxRecvWr receive requests posted; 0 with a shared receive queue
 * @param maxSendSge elements of one send request
 * @param maxRecvSge elements of one receive request
 * @param maxInline bytes of one inline send
 * @param signalAll every send makes a completion, flagged or not
 */
public record QpInit(
        QpType type,
        ProtectionDomain pd,
        CompletionQueue sendCq,
        CompletionQueue recvCq,
        SharedReceiveQueue srq,
        XrcDomain xrc,
        int maxSendWr,
        int maxRecvWr,
        int maxSendSge,
        int maxRecvSge,
        int maxInline,
        boolean signalAll) {
    /**
     * Returns those of a reliable connection with a receive queue of its own; one element per
     * request.
     */
    public static QpInit rc(
            ProtectionDomain pd,
            CompletionQueue sendCq,
            CompletionQueue recvCq,
            int maxSendWr,
            int maxRecvWr,
            int maxInline) {
        return new QpInit(
                QpType.RC, pd, sendCq, recvCq, null, null, maxSendWr, maxRecvWr, 1, 1, maxInline,
                false);
    }

    /** Returns those of a reliable connection over a shared receive queue; one element per send. */
    public static QpInit rc(
            ProtectionDomain pd,
            CompletionQueue sendCq,
            CompletionQueue recvCq,
            SharedReceiveQueue srq,
            int maxSendWr,
            int maxInline) {
        return new QpInit(
                QpType.RC, pd, sendCq, recvCq, srq, null, maxSendWr, 0, 1, 0, maxInline, false);
    }

    /** Returns those of a pair for datagrams; one element per request. */
    public static QpInit ud(
            ProtectionDomain pd,
            CompletionQueue sendCq,
            CompletionQueue recvCq,
            int maxSendWr,
            int maxRecvWr) {
        return new QpInit(
                QpType.UD, pd, sendCq, recvCq, null, null, maxSendWr, maxRecvWr, 1, 1, 0, false);
    }

    /** Returns those of the sending side of an XRC connection. */
    public static QpInit xrcSend(
            ProtectionDomain pd, CompletionQueue sendCq, int maxSendWr, int maxInline) {
        return new QpInit(
                QpType.XRC_SEND,
                pd,
                sendCq,
                null,
                null,
                null,
                maxSendWr,
                0,
                1,
                0,
                maxInline,
                false);
    }

    /** Returns those of the receiving side of an XRC connection. */
    public static QpInit xrcRecv(XrcDomain domain) {
        return new QpInit(QpType.XRC_RECV, null, null, null, null, domain, 0, 0, 0, 0, 0, false);
    }

    /** Returns the same with room for more elements per request. */
    public QpInit withSge(int send, int recv) {
        return new QpInit(
                type, pd, sendCq, recvCq, srq, xrc, maxSendWr, maxRecvWr, send, recv, maxInline,
                signalAll);
    }

    /** Returns the same with every send signalled. */
    public QpInit withSignalAll() {
        return new QpInit(
                type,
                pd,
                sendCq,
                recvCq,
                srq,
                xrc,
                maxSendWr,
                maxRecvWr,
                maxSendSge,
                maxRecvSge,
                maxInline,
                true);
    }
}
