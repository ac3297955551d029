package org.strata.btl.shm;

/**
 * Offsets in a rank's segment. Words that different processes write, or that one writes and another
 * polls, are 256 bytes apart: the longest cache line of a processor that runs Java (A64FX); others
 * prefetch their lines of 64 bytes in pairs.
 *
 * @param fifoCells cells of the FIFO, a power of two
 * @param boxes fast boxes this rank can set up as a sender
 * @param boxCells cells of each box, a power of two
 * @param fragments fragments for messages that fit no box
 * @param fragmentBytes bytes of each fragment
 */
record SegmentLayout(int fifoCells, int boxes, int boxCells, int fragments, int fragmentBytes) {

    /** 8 bytes: what the file is, and the version of this layout in the lowest byte. */
    static final int MAGIC = 0;

    /** 4 bytes: process id of the owner. */
    static final int PID = 8;

    /** 4 bytes: {@link #OPEN} or {@link #CLOSED}; written by the owner. */
    static final int STATE = 12;

    /** 8 bytes each: two numbers that the business card repeats, so no stale file is used. */
    static final int NONCE = 16;

    /** 4 bytes: cells of the FIFO. */
    static final int FIFO_CELLS = 32;

    /** 4 bytes: not 0 once the kernel has refused to let the owner read a peer's memory. */
    static final int COPY_REFUSED = 36;

    /** 4 bytes: not 0 when the owner's announcement of a sleep is a fence for joined peers. */
    static final int OWNER_FENCES = 40;

    /**
     * 4 bytes, in the segment of the node's first rank: not 0 once a rank has printed the warning
     * that the kernel refuses.
     */
    static final int REFUSAL_PRINTED = 44;

    /** 4 bytes: the owner's sleep word; written by owner and ringers, polled by senders. */
    static final int SLEEP_WORD = 256;

    /** 4 bytes: peers that have mapped this segment; each adds one. */
    static final int ATTACHED = 512;

    /** 4 bytes: further fast boxes that the owner is ready to poll; each sender claims one. */
    static final int BOXES_LEFT = 516;

    /** 8 bytes: FIFO cells claimed by senders. */
    static final int FIFO_TAIL = 768;

    /** 8 bytes: FIFO cells that the owner has consumed. */
    static final int FIFO_HEAD = 1024;

    /**
     * 4 bytes: not 0 once a sender has found the FIFO full; senders set it, the owner clears it.
     */
    static final int FIFO_STARVED = 1280;

    /** The FIFO's cells; then, page-aligned each, the boxes and the fragments. */
    static final int FIFO = 4096;

    static final long MAGIC_NUMBER = 0x5354524154410002L;
    static final int OPEN = 1;
    static final int CLOSED = 2;

    private static final int PAGE = 4096;

    private static long pageUp(long bytes) {
        return (bytes + PAGE - 1) & -PAGE;
    }

    private long boxesStart() {
        return pageUp(FIFO + ((long) fifoCells << Cell.SHIFT));
    }

    /** Returns the distance between boxes. */
    private long boxStride() {
        return pageUp(BoxLayout.bytes(boxCells));
    }

    /** Returns where a box lies. */
    long box(int index) {
        return boxesStart() + index * boxStride();
    }

    /** Returns where a fragment lies. */
    long fragment(int index) {
        return box(boxes) + index * fragmentStride();
    }

    private long fragmentStride() {
        return (fragmentBytes + Cell.BYTES - 1L) & -Cell.BYTES;
    }

    /** Returns the bytes of the whole segment. */
    long bytes() {
        return pageUp(fragment(fragments));
    }

    /**
     * Divides a segment: at most half of it for boxes, one per peer, the rest for fragments. A
     * segment too small for the FIFO and one fragment is made larger.
     *
     * @param peers the other ranks on the node
     */
    static SegmentLayout plan(ShmConfig config, int peers) {
        int cells = config.fboxSize() / Cell.BYTES;
        int fifo = config.fifoSize();
        int longest = config.attributes().maxSendSize();
        SegmentLayout bare = new SegmentLayout(fifo, 0, cells, 0, longest);
        long half = config.segmentSize() / 2;
        int boxes = (int) Math.min(Math.min(config.fboxMax(), peers), half / bare.boxStride());
        long left = config.segmentSize() - bare.box(boxes);
        int most = config.freeList().max();
        long fragments =
                Math.min(left / bare.fragmentStride(), most < 0 ? Integer.MAX_VALUE : most);
        return new SegmentLayout(fifo, boxes, cells, (int) Math.max(1, fragments), longest);
    }
}
