package org.strata.verbs;

/** Kinds of asynchronous events; ordinals are libibverbs' values. */
public enum AsyncEventType {
    /** A completion queue overflowed. */
    CQ_ERR,
    /** A queue pair failed for a reason that no completion tells. */
    QP_FATAL,
    /** A peer's request made no sense. */
    QP_REQ_ERR,
    /** A peer's request violated access rights. */
    QP_ACCESS_ERR,
    /** The first message arrived on a pair in RTR. */
    COMM_EST,
    /** A pair in SQD has drained. */
    SQ_DRAINED,
    /** Path migrated. */
    PATH_MIG,
    /** Path migration failed. */
    PATH_MIG_ERR,
    /** The device has died; close it. */
    DEVICE_FATAL,
    /** A port came up. */
    PORT_ACTIVE,
    /** A port went down. */
    PORT_ERR,
    /** A port's LID changed. */
    LID_CHANGE,
    /** A port's partition table changed. */
    PKEY_CHANGE,
    /** The subnet manager changed. */
    SM_CHANGE,
    /** A shared receive queue failed. */
    SRQ_ERR,
    /** A shared receive queue has fewer requests than its limit. */
    SRQ_LIMIT_REACHED,
    /** A pair in ERR over a shared receive queue has taken its last request. */
    QP_LAST_WQE_REACHED,
    /** Clients should register again with the subnet manager. */
    CLIENT_REREGISTER,
    /** A port's GID table changed. */
    GID_CHANGE,
    /** Not an event that this list knows. */
    OTHER;

    private static final AsyncEventType[] ALL = values();

    /** Returns the kind of a libibverbs value. */
    public static AsyncEventType of(int value) {
        return value >= 0 && value < ALL.length ? ALL[value] : OTHER;
    }
}
