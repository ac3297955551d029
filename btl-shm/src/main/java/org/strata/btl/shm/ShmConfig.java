package org.strata.btl.shm;

import org.strata.mca.base.ComponentModule.Objections;
import org.strata.mca.base.Section;
import org.strata.mca.btl.BtlAttributes;
import org.strata.mca.btl.FreeList;
import org.strata.opal.platform.Platform;

/**
 * The parameters of {@code mca.btl.shm}; {@code reference.conf} documents each.
 *
 * @param attributes what the link advertises, with and without single copy
 * @param backingDirectory where segments are made
 * @param segmentSize bytes of a rank's segment
 * @param freeList how the pool of fragments grows
 * @param fifoSize cells of a rank's FIFO
 * @param fboxThreshold messages to a peer before a fast box is set up; below 0 for automatic
 * @param fboxMax fast boxes that a rank polls, and may set up
 * @param fboxSize bytes of a fast box
 * @param singleCopy whether long messages may be read straight from the sender's memory
 * @param singleCopyMin shorter messages are not offered for single copy
 * @param singleCopyMeasured whether fragments move such messages where they turn out faster
 * @param connectTimeoutMillis how long to wait for a peer's address
 * @param earlyPeers up to so many ranks of a node map each other's segments in MPI.Init
 * @param firstSequence number of the first slot of a fast box and of the first cell of the FIFO; 0,
 *     but for tests of what happens when numbers wrap
 */
record ShmConfig(
        BtlAttributes attributes,
        String backingDirectory,
        long segmentSize,
        FreeList freeList,
        int fifoSize,
        int fboxThreshold,
        int fboxMax,
        int fboxSize,
        boolean singleCopy,
        long singleCopyMin,
        boolean singleCopyMeasured,
        long connectTimeoutMillis,
        int earlyPeers,
        int firstSequence) {

    /** With fewer boxes than peers, a box is set up after so many messages to a peer. */
    private static final int SCARCE_THRESHOLD = 16;

    private static final int FLAGS =
            BtlAttributes.FLAG_SEND | BtlAttributes.FLAG_PUT | BtlAttributes.FLAG_GET;

    /** Objects to what cannot work; see {@link org.strata.mca.base.ComponentModule#check}. */
    static void check(Section section, Objections objections) {
        BtlAttributes.check(section, objections);
        FreeList.check(section, objections);
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
                FreeList.from(section),
                section.integer("fifo-size"),
                section.integer("fbox-threshold"),
                section.integer("fbox-max"),
                (int) section.size("fbox-size"),
                isThereCma() && section.text("single-copy-mechanism").equals("cma"),
                section.size("single-copy-min"),
                section.text("single-copy-choice").equals("measured"),
                section.integer("connect-timeout"),
                section.integer("early-peers"),
                section.integer("first-sequence"));
    }

    /** Returns the number of messages to a peer before a fast box is set up for it. */
    int threshold(int peers) {
        if (fboxThreshold >= 0) {
            return fboxThreshold;
        }
        return peers <= fboxMax ? 0 : SCARCE_THRESHOLD;
    }

    /**
     * Returns whether the platform has the call: without it no job need warn that it is refused.
     */
    private static boolean isThereCma() {
        return Platform.current() == Platform.LINUX;
    }
}
