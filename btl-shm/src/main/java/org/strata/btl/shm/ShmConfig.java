package org.strata.btl.shm;

import org.strata.mca.base.Section;

/**
 * The parameters of {@code mca.btl.shm}; {@code reference.conf} documents each.
 *
 * @param exclusivity a peer reached with higher exclusivity is not given to lower ones
 * @param eagerLimit longest message sent at once, header included
 * @param rendezvousEagerLimit longest first packet of a rendezvous
 * @param maxSendSize longest single send, header included; the size of a fragment
 * @param pipelineSendLength bytes sent by copy while an RDMA pipeline fills
 * @param pipelineFragmentSize longest single RDMA operation of a pipeline
 * @param minPipelineSize shorter messages are not pipelined by RDMA
 * @param latency relative latency
 * @param bandwidth Mbit/s
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
        int exclusivity,
        int eagerLimit,
        int rendezvousEagerLimit,
        int maxSendSize,
        long pipelineSendLength,
        long pipelineFragmentSize,
        long minPipelineSize,
        int latency,
        int bandwidth,
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

    /** What upper layers' longest header with its handle needs. */
    private static final int LEAST_MESSAGE = 64;

    private static final int MOST_BYTES = 1 << 30;
    private static final int MOST_CELLS = 1 << 20;

    static ShmConfig from(Section section) {
        int eager = bytes(section, "eager-limit", LEAST_MESSAGE);
        return new ShmConfig(
                section.integer("exclusivity"),
                eager,
                bytes(section, "rndv-eager-limit", LEAST_MESSAGE),
                // A fragment must hold what sendImmediate accepts when there is no fast box.
                bytes(section, "max-send-size", eager),
                section.size("rdma-pipeline-send-length"),
                section.size("rdma-pipeline-frag-size"),
                section.size("min-rdma-pipeline-size"),
                section.integer("latency"),
                section.integer("bandwidth"),
                section.text("backing-directory"),
                section.size("segment-size"),
                Math.max(0, section.integer("free-list-num")),
                count(section, "free-list-max"),
                count(section, "free-list-inc"),
                Math.clamp(section.integer("fifo-size"), 1, MOST_CELLS),
                section.integer("fbox-threshold"),
                Math.max(0, section.integer("fbox-max")),
                bytes(section, "fbox-size", 2 * Cell.BYTES),
                section.text("single-copy-mechanism").equals("cma"),
                section.size("single-copy-min"),
                section.integer("connect-timeout"));
    }

    private static int bytes(Section section, String key, int least) {
        return Math.clamp(section.size(key), least, MOST_BYTES);
    }

    /** Reads a number of fragments; below 0 stands for no limit. */
    private static int count(Section section, String key) {
        int count = section.integer(key);
        return count < 0 ? Integer.MAX_VALUE : Math.max(1, count);
    }

    /** Returns the messages to a peer before it gets a fast box. */
    int threshold(int peers) {
        if (fboxThreshold >= 0) {
            return fboxThreshold;
        }
        return peers <= fboxMax ? 0 : SCARCE_THRESHOLD;
    }
}
