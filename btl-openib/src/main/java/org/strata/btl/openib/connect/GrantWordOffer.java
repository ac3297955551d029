package org.strata.btl.openib.connect;

/**
 * A word of 8 bytes to which the peer may write how much of a ring it has read.
 *
 * @param address of the word, a multiple of 8; 0 for none
 * @param key the word's remote key
 */
public record GrantWordOffer(long address, int key) {
    /** No word: credits travel in packets. */
    public static final GrantWordOffer NONE = new GrantWordOffer(0, 0);
}
