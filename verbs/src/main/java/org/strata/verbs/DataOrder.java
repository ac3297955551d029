package org.strata.verbs;

/**
 * In which order a processor that polls its memory sees the bytes that a peer's RDMA writes store
 * there. The InfiniBand specification promises nothing before the completion of a later send, write
 * with immediate data or atomic of the same queue pair; who polls memory needs a device that
 * promises more.
 *
 * @param extent how much is promised
 * @param source who promises it, or why nobody does: part of a sentence, for the user
 */
public record DataOrder(Extent extent, String source) {
    /**
     * How much is promised. Each promise contains those before it. What is stored by several writes
     * of a queue pair to one place is always stored in their order, as the specification wants it;
     * of different places in different writes nothing is promised.
     */
    public enum Extent {
        /** Nothing: the last byte may be seen first, and a word in parts. */
        NONE,

        /** Who sees the last byte of a write sees all of the write. */
        LAST_BYTE,

        /**
         * Also, nothing of the aligned word that a write ends with is seen before all that is in
         * front of it, and the last byte of every aligned word is seen after its other bytes. A
         * device that stores the bytes of a write in the order of their addresses does this, and
         * one that stores whole words and the last one last.
         */
        WORDS
    }

    /** Returns whether at least so much is promised. */
    public boolean covers(Extent needed) {
        return extent.compareTo(needed) >= 0;
    }
}
