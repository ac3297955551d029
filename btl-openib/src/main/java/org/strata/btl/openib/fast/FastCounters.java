package org.strata.btl.openib.fast;

/** What a link counts of its fast path, in plain fields. */
public final class FastCounters {
    /** Bytes of rings and mirrors that exist now. */
    public long bytes;

    /** Rings that this process polls now, and rings of peers that it may write to now. */
    public long in;

    public long out;

    /** Rings that were opened for peers, and asked back while the connection went on. */
    public long opens;

    public long closes;

    /** Messages written to rings. */
    public long sent;

    /** Packets read from rings, and their bytes. */
    public long received;

    public long receivedBytes;

    /** Bytes of packets that were composed in mirrors, a copy that the other designs save. */
    public long mirroredBytes;

    /** Messages sent, by either way, that a ring could take. */
    public long eligible;

    /** Messages that went by send and receive because their ring had no room. */
    public long fallbacks;

    /** Writes to words of peers that grant them room. */
    public long grants;

    /** How often rings of peers were begun again at their start. */
    public long wraps;

    /** Rings looked at. */
    public long polls;

    /** Naps after which packets were waiting in rings; counted only where that closes rings. */
    public long delays;

    /** Times that rings were closed because naps delayed their packets. */
    public long pauses;

    /** Packets that were in a ring before their turn. */
    public long early;

    /** Packets that were read from a ring after its connection had ended. */
    public long rescued;
}
