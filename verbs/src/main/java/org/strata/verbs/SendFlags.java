package org.strata.verbs;

/** Flags of a send request; libibverbs' values. */
public final class SendFlags {
    /** The request waits for all earlier reads and atomics of the queue pair. */
    public static final int FENCE = 1;

    /** Makes a completion; an error always makes one. */
    public static final int SIGNALED = 2;

    /** The receive completion at the peer is a solicited one. */
    public static final int SOLICITED = 4;

    /** The post copies the payload; its memory need not be registered. */
    public static final int INLINE = 8;

    private SendFlags() {}
}
