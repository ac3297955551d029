package org.strata.verbs.soft;

import static org.strata.verbs.QpAttributes.ACCESS;
import static org.strata.verbs.QpAttributes.AV;
import static org.strata.verbs.QpAttributes.DEST_QPN;
import static org.strata.verbs.QpAttributes.MAX_DEST_RD_ATOMIC;
import static org.strata.verbs.QpAttributes.MAX_RD_ATOMIC;
import static org.strata.verbs.QpAttributes.MIN_RNR_TIMER;
import static org.strata.verbs.QpAttributes.PATH_MTU;
import static org.strata.verbs.QpAttributes.PKEY_INDEX;
import static org.strata.verbs.QpAttributes.PORT;
import static org.strata.verbs.QpAttributes.QKEY;
import static org.strata.verbs.QpAttributes.RETRY;
import static org.strata.verbs.QpAttributes.RNR_RETRY;
import static org.strata.verbs.QpAttributes.RQ_PSN;
import static org.strata.verbs.QpAttributes.SQ_PSN;
import static org.strata.verbs.QpAttributes.TIMEOUT;

import org.strata.verbs.QpAttributes;
import org.strata.verbs.QpState;
import org.strata.verbs.QpType;

/** Legal state transitions and the attributes that they need (InfiniBand specification, 10.3.1). */
final class Transitions {
    /** No such transition. */
    static final int ILLEGAL = -1;

    private static final int TO_INIT = PKEY_INDEX | PORT | ACCESS;
    private static final int TO_INIT_DATAGRAMS = PKEY_INDEX | PORT | QKEY;
    private static final int PATH = AV | PATH_MTU | DEST_QPN | RQ_PSN;
    private static final int RESPONDER = MAX_DEST_RD_ATOMIC | MIN_RNR_TIMER;
    private static final int REQUESTER = TIMEOUT | RETRY | RNR_RETRY | MAX_RD_ATOMIC;

    private Transitions() {}

    /** Returns the attributes that a transition needs, or {@link #ILLEGAL}. */
    static int required(QpType type, QpState from, QpState to) {
        if (to == QpState.RESET) {
            return 0;
        }
        if (to == QpState.ERR) {
            return from == QpState.RESET ? ILLEGAL : 0;
        }
        return switch (from) {
            case RESET -> to == QpState.INIT ? toInit(type) : ILLEGAL;
            case INIT -> fromInit(type, to);
            case RTR -> to == QpState.RTS ? toRts(type) : ILLEGAL;
            case RTS, SQD -> to == QpState.RTS || to == QpState.SQD ? 0 : ILLEGAL;
            case SQE -> to == QpState.RTS ? 0 : ILLEGAL;
            case ERR -> ILLEGAL;
        };
    }

    private static int toInit(QpType type) {
        return type == QpType.UD ? TO_INIT_DATAGRAMS : TO_INIT;
    }

    private static int fromInit(QpType type, QpState to) {
        return switch (to) {
            case INIT -> 0;
            case RTR -> toRtr(type);
            default -> ILLEGAL;
        };
    }

    private static int toRtr(QpType type) {
        return switch (type) {
            case UD -> 0;
            case XRC_SEND -> PATH;
            case RC, XRC_RECV -> PATH | RESPONDER;
        };
    }

    private static int toRts(QpType type) {
        return switch (type) {
            case UD -> SQ_PSN;
            case XRC_RECV -> SQ_PSN | TIMEOUT;
            case RC, XRC_SEND -> SQ_PSN | REQUESTER;
        };
    }

    /** Returns the names of the attributes of a mask that are not set. */
    static String missing(int required, QpAttributes given) {
        StringBuilder names = new StringBuilder();
        int[] bits = {
            ACCESS,
            PKEY_INDEX,
            PORT,
            QKEY,
            AV,
            PATH_MTU,
            TIMEOUT,
            RETRY,
            RNR_RETRY,
            RQ_PSN,
            MAX_RD_ATOMIC,
            MIN_RNR_TIMER,
            SQ_PSN,
            MAX_DEST_RD_ATOMIC,
            DEST_QPN
        };
        String[] texts = {
            "access",
            "pkey index",
            "port",
            "qkey",
            "address",
            "path MTU",
            "timeout",
            "retry count",
            "RNR retry count",
            "receive PSN",
            "max rd atomic",
            "min RNR timer",
            "send PSN",
            "max dest rd atomic",
            "destination"
        };
        for (int i = 0; i < bits.length; i++) {
            if ((required & bits[i]) != 0 && !given.has(bits[i])) {
                names.append(names.isEmpty() ? "" : ", ").append(texts[i]);
            }
        }
        return names.toString();
    }
}
