package org.strata.btl.uds;

import org.strata.mca.btl.BtlAttributes;
import org.strata.mca.btl.FreeList;
import org.strata.testkit.FakeRank;

/** Components made by hand. */
final class Components {
    /** What {@code reference.conf} gives. */
    static final UdsConfig DEFAULTS =
            new UdsConfig(
                    new BtlAttributes(
                            "uds",
                            90,
                            BtlAttributes.FLAG_SEND,
                            4 << 10,
                            4 << 10,
                            32 << 10,
                            0,
                            0,
                            0,
                            90,
                            1000),
                    new FreeList(8, 64, 8),
                    "/dev/shm");

    private Components() {}

    static UdsComponent of(FakeRank rank, UdsConfig config) {
        return new UdsComponent(
                config,
                new UdsComponent.Rank(
                        rank.environment(),
                        rank.oob(),
                        rank.engine(),
                        rank.sleeper(),
                        rank.activeMessages()));
    }
}
