package org.strata.verbs.soft;

/** Limits of a software HCA; the configuration may lower some of them. */
final class SoftLimits {
    /** Elements of one request. */
    static final int MAX_SGE = 32;

    /** Bytes of one inline payload. */
    static final int MAX_INLINE = 1024;

    /** Requests of one queue. */
    static final int MAX_WR = 1 << 16;

    /** Completions of one queue. */
    static final int MAX_CQE = 1 << 20;

    /** Bytes of a packet, and so of a datagram. */
    static final int MTU = 4096;

    /** Bytes of one message: 1 GiB, as in InfiniBand nearly. */
    static final long MAX_MESSAGE = 1L << 30;

    /** Reads and atomics in flight of one queue pair. */
    static final int MAX_RD_ATOMIC = 16;

    /**
     * Requests up to this many bytes are executed by the posting thread, which costs less than to
     * wake the engine.
     */
    static final int SHORT = 4096;

    /**
     * Transfers from this many bytes on take long; they publish the key that they use, so that a
     * deregistration of another key does not wait for them.
     */
    static final int LONG = 1 << 14;

    private SoftLimits() {}
}
