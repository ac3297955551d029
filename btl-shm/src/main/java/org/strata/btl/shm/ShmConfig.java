package org.strata.btl.shm;

import org.strata.mca.base.ComponentModule.Objections;
import org.strata.mca.base.Section;
import org.strata.mca.btl.BtlAttributes;

/**
 * The parameters of {@code mca.btl.shm}; {@code reference.conf} documents each.
 *
 * @param attributes what the link advertises, with and without single copy
 * @param backingDirectory where segments are made
 * @param segmentSize bytes of a rank's segment
 * @param freeListNum fragments made at start
 * @param freeListMax fragments under way before a caller is told to retry
 * @param freeListInc fragments made when there are too few
 * @param fifoSize cells of a rank's FIFO
 * @param fboxThreshold messages to a peer before it gets a fast box; below 0 for automatic
 * @param fboxMax fast boxes a rank polls, and may set up
 * @param fboxSize bytes of a fast box
 * @param singleCopy whether long messages may be read straight from the sender's memory
 * @param singleCopyMin shorter messages are not offered for single copy
 * @param connectTimeoutMillis how long to wait for a peer's business card
 */
record ShmConfig(
        BtlAttributes attributes,
        String backingDirectory,
        long segmentSize,
        int freeListNum,
        int freeListMax,
        int freeListInc,
        int fifoSize,
        int fboxThreshold,
        int fboxMax,
        int fboxSize,
        boolean singleCopy,
        long singleCopyMin,
        long connectTimeoutMillis) {

    /** With fewer boxes than peers, a peer must be talked to this often to get one. */
    private static final int SCARCE_THRESHOLD = 16;

    private static final int FLAGS =
            BtlAttributes.FLAG_SEND | BtlAttributes.FLAG_PUT | BtlAttributes.FLAG_GET;

    /** Objects to what cannot work; see {@link org.strata.mca.base.ComponentModule#check}. */
    static void check(Section section, Objections objections) {
        BtlAttributes.check(section, objections);
        if (section.integer("free-list-max") == 0) {
            objections.add("free-list-max", "It must be at least 1, or -1 for no limit.");
        }
        powerOfTwo(section.integer("fifo-size"), "fifo-size", objections);
        powerOfTwo(section.size("fbox-size"), "fbox-size", objections);
    }

    private static void powerOfTwo(long value, String key, Objections objections) {
        if (Long.bitCount(value) != 1) {
            objections.add(key, "It must be a power of two.");
        }
    }

    static ShmConfig from(Section section) {
        return new ShmConfig(
                BtlAttributes.from(section, "shm", FLAGS),
                section.text("backing-directory"),
                section.size("segment-size"),
                section.integer("free-list-num"),
                unlimited(section.integer("free-list-max")),
                section.integer("free-list-inc"),
                section.integer("fifo-size"),
                section.integer("fbox-threshold"),
                section.integer("fbox-max"),
                (int) section.size("fbox-size"),
                section.text("single-copy-mechanism").equals("cma"),
                section.size("single-copy-min"),
                section.integer("connect-timeout"));
    }

    /** Below 0 stands for no limit. */
    private static int unlimited(int count) {
        return count < 0 ? Integer.MAX_VALUE : count;
    }

    /** Returns the messages to a peer before it gets a fast box. */
    int threshold(int peers) {
        if (fboxThreshold >= 0) {
            return fboxThreshold;
        }
        return peers <= fboxMax ? 0 : SCARCE_THRESHOLD;
    }
}
