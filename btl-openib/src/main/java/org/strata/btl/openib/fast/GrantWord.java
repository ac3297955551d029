package org.strata.btl.openib.fast;

/**
 * A word of the sender's memory to which the receiver of a ring writes, by RDMA, how much of the
 * ring it has read: a sender that only sends polls no queue, and so sees no credits in packets.
 * {@code {u32 total, i32 generation of the ring}}, in the machine's byte order: one aligned word,
 * which no adapter tears. The total is that of all such writes, modulo 2^32, apart from credits in
 * packets; so a later value replaces an earlier one that the sender has not seen.
 */
public final class GrantWord {
    /** Bytes of the word. */
    public static final int BYTES = 8;

    private GrantWord() {}

    static long of(int generation, int total) {
        return (long) generation << Integer.SIZE | (total & 0xffff_ffffL);
    }

    static int generation(long word) {
        return (int) (word >>> Integer.SIZE);
    }

    static int total(long word) {
        return (int) word;
    }
}
