package org.strata.verbs.soft;

/** What a software HCA can do at most; the configuration may lower some of it. */
final class SoftLimits {
    /** Elements of one request. */
    static final int MAX_SGE = 32;

    /** Bytes of one inline payload. */
    static final int MAX_INLINE = 1024;

    /** Requests of one queue. */
    static final int MAX_WR = 1 << 16;

    /** Completions of one queue. */
    static final int MAX_CQE = 1 << 20;

    /** Bytes of one message: 1 GiB, as in InfiniBand nearly. */
    static final long MAX_MESSAGE = 1L << 30;

    /** Reads and atomics in flight of one queue pair. */
    static final int MAX_RD_ATOMIC = 16;

    /** Requests up to so many bytes are not worth waking the engine for. */
    static final int SHORT = 4096;

    /** Transfers from so many bytes on take long enough that others ask what they use. */
    static final int LONG = 1 << 14;

    private SoftLimits() {}
}
