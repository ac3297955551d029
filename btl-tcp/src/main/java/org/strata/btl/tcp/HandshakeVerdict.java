package org.strata.btl.tcp;

/** A listening process's answer to an initiator that has authenticated itself. */
enum HandshakeVerdict {
    /** Admitted: this connection carries messages from now on. */
    ADMITTED,

    /** Another connection of the same pair was kept; this one is closed and never carried data. */
    DUPLICATE,

    /** The initiator took too long; it may try again. */
    LATE,

    /** The listener does not use this link, or no longer: trying again is useless. */
    REFUSED;

    private static final HandshakeVerdict[] ALL = values();

    /** Returns the verdict of a code on the wire, or REFUSED for an unknown one. */
    static HandshakeVerdict of(int code) {
        return code >= 0 && code < ALL.length ? ALL[code] : REFUSED;
    }

    int code() {
        return ordinal();
    }
}
