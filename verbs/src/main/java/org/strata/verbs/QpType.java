package org.strata.verbs;

/** Transport services; values are libibverbs'. */
public enum QpType {
    /** Reliable connection. */
    RC(2),
    /** Unreliable datagrams: one pair reaches every other one, by address handles. */
    UD(4),
    /** The sending side of an extended reliable connection; has no receive queue. */
    XRC_SEND(9),
    /** The receiving side of an extended reliable connection; has no queues at all. */
    XRC_RECV(10);

    private final int value;

    QpType(int value) {
        this.value = value;
    }

    /** Returns libibverbs' value. */
    public int value() {
        return value;
    }
}
