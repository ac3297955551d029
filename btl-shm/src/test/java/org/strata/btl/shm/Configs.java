package org.strata.btl.shm;

import org.strata.testkit.FakeRank;

/** Configurations of the tests; the defaults are those of reference.conf. */
final class Configs {
    static final ShmConfig DEFAULTS =
            new ShmConfig(
                    65536,
                    32 << 10,
                    32 << 10,
                    32 << 10,
                    32 << 10,
                    Integer.MAX_VALUE,
                    Integer.MAX_VALUE,
                    1,
                    10000,
                    "/dev/shm",
                    4 << 20,
                    8,
                    512,
                    64,
                    1024,
                    -1,
                    32,
                    128 << 10,
                    true,
                    0,
                    30_000);

    private Configs() {}

    /** Limits so tiny that everything runs out all the time. */
    static ShmConfig tiny(int eagerLimit, int fragments, int fifoCells, int boxes, int boxSize) {
        ShmConfig d = DEFAULTS;
        return new ShmConfig(
                d.exclusivity(),
                eagerLimit,
                eagerLimit,
                2 * eagerLimit,
                d.pipelineSendLength(),
                d.pipelineFragmentSize(),
                d.minPipelineSize(),
                d.latency(),
                d.bandwidth(),
                d.backingDirectory(),
                d.segmentSize(),
                1,
                fragments,
                1,
                fifoCells,
                2,
                boxes,
                boxSize,
                d.singleCopy(),
                d.singleCopyMin(),
                d.connectTimeoutMillis());
    }

    static ShmComponent component(ShmConfig config, FakeRank rank) {
        return new ShmComponent(
                config,
                rank.environment(),
                rank.oob(),
                rank.engine(),
                rank.sleeper(),
                rank.activeMessages(),
                new QuietOutput(),
                SharedPool.NONE);
    }
}
