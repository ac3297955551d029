package org.strata.verbs;

/** Kinds of asynchronous events; ordinals are libibverbs' values. */
public enum AsyncEventType {
    /** A completion queue overflowed. */
    CQ_ERR(Subject.COMPLETION_QUEUE),
    /** A queue pair failed for a reason that no completion reports. */
    QP_FATAL(Subject.QUEUE_PAIR),
    /** A peer's request was invalid. */
    QP_REQ_ERR(Subject.QUEUE_PAIR),
    /** A peer's request violated access rights. */
    QP_ACCESS_ERR(Subject.QUEUE_PAIR),
    /** The first message arrived on a pair in RTR. */
    COMM_EST(Subject.QUEUE_PAIR),
    /** A pair in SQD has drained. */
    SQ_DRAINED(Subject.QUEUE_PAIR),
    /** Path migrated. */
    PATH_MIG(Subject.QUEUE_PAIR),
    /** Path migration failed. */
    PATH_MIG_ERR(Subject.QUEUE_PAIR),
    /** The device has died; close it. */
    DEVICE_FATAL(Subject.DEVICE),
    /** A port came up. */
    PORT_ACTIVE(Subject.PORT),
    /** A port went down. */
    PORT_ERR(Subject.PORT),
    /** A port's LID changed. */
    LID_CHANGE(Subject.PORT),
    /** A port's partition table changed. */
    PKEY_CHANGE(Subject.PORT),
    /** The subnet manager changed. */
    SM_CHANGE(Subject.PORT),
    /** A shared receive queue failed. */
    SRQ_ERR(Subject.SHARED_RECEIVE_QUEUE),
    /** A shared receive queue has fewer requests than its limit. */
    SRQ_LIMIT_REACHED(Subject.SHARED_RECEIVE_QUEUE),
    /** A pair in ERR over a shared receive queue has consumed its last request. */
    QP_LAST_WQE_REACHED(Subject.QUEUE_PAIR),
    /** Clients should register again with the subnet manager. */
    CLIENT_REREGISTER(Subject.PORT),
    /** A port's GID table changed. */
    GID_CHANGE(Subject.PORT),
    /** An event that this list does not contain. */
    OTHER(Subject.DEVICE);

    /** Objects that events are about. */
    public enum Subject {
        /** The device. */
        DEVICE,
        /** A port of the device. */
        PORT,
        /** A completion queue. */
        COMPLETION_QUEUE,
        /** A queue pair. */
        QUEUE_PAIR,
        /** A shared receive queue. */
        SHARED_RECEIVE_QUEUE
    }

    private static final AsyncEventType[] ALL = values();

    private final Subject subject;

    AsyncEventType(Subject subject) {
        this.subject = subject;
    }

    /** Returns the kind of object that such an event is about. */
    public Subject subject() {
        return subject;
    }

    /** Returns the kind of a libibverbs value. */
    public static AsyncEventType of(int value) {
        return value >= 0 && value < ALL.length ? ALL[value] : OTHER;
    }
}
