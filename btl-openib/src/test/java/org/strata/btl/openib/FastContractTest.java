package org.strata.btl.openib;

import org.junit.jupiter.api.Nested;
import org.strata.testkit.LongRun;
import org.strata.verbs.soft.SoftConfig;

/**
 * The contract with rings opened at the first message, with two slots or the least block, where
 * most messages find no room: of three designs, and of all four and with the delivered sizes with
 * {@code -Dlong}.
 */
final class FastContractTest {
    private static final String[] AT_ONCE = {"eager-rdma-threshold", "1", "use-eager-rdma", "1"};
    private static final String[] NO_INLINE = {"max-inline-data", "0"};
    private static final String[] PACKETS = {"eager-rdma-grant-by-write", "false"};

    private static String[] delivered(String layout) {
        return Settings.and(AT_ONCE, "eager-rdma-layout", layout);
    }

    private static String[] smallest(String layout) {
        return Settings.and(
                delivered(layout),
                "eager-rdma-num",
                "2",
                "eager-rdma-limit",
                "128",
                "eager-rdma-block",
                "256");
    }

    /** A mirror; credits in packets only, as in the paper. */
    @Nested
    @LongRun
    final class FixedTop extends OpenibContract {
        FixedTop() {
            super(SoftConfig.Mode.INLINE, Settings.and(delivered("fixed_top"), PACKETS));
        }
    }

    /** A mirror. */
    @Nested
    @LongRun
    final class SmallFixedTop extends OpenibContract {
        SmallFixedTop() {
            super(SoftConfig.Mode.INLINE, smallest("fixed_top"));
        }
    }

    /** No inline requests. */
    @Nested
    @LongRun
    final class FixedBottom extends OpenibContract {
        FixedBottom() {
            super(SoftConfig.Mode.INLINE, Settings.and(delivered("fixed_bottom"), NO_INLINE));
        }
    }

    /** The adapter has a thread of its own; credits in packets only. */
    @Nested
    final class SmallFixedBottom extends OpenibContract {
        SmallFixedBottom() {
            super(SoftConfig.Mode.ENGINE, Settings.and(smallest("fixed_bottom"), PACKETS));
        }
    }

    /** A mirror; the adapter has a thread of its own. */
    @Nested
    @LongRun
    final class VariableTop extends OpenibContract {
        VariableTop() {
            super(SoftConfig.Mode.ENGINE, delivered("variable_top"));
        }
    }

    /** A mirror; no inline requests. */
    @Nested
    final class SmallVariableTop extends OpenibContract {
        SmallVariableTop() {
            super(SoftConfig.Mode.INLINE, Settings.and(smallest("variable_top"), NO_INLINE));
        }
    }

    @Nested
    @LongRun
    final class VariableBottom extends OpenibContract {
        VariableBottom() {
            super(SoftConfig.Mode.INLINE, delivered("variable_bottom"));
        }
    }

    /** No inline requests, so that markers are registered. */
    @Nested
    final class SmallVariableBottom extends OpenibContract {
        SmallVariableBottom() {
            super(SoftConfig.Mode.ENGINE, Settings.and(smallest("variable_bottom"), NO_INLINE));
        }
    }

    /** One ring for all peers, which goes to the one with the most messages. */
    @Nested
    final class OneByRate extends OpenibContract {
        OneByRate() {
            super(
                    SoftConfig.Mode.INLINE,
                    Settings.and(
                            AT_ONCE,
                            "max-eager-rdma",
                            "1",
                            "eager-rdma-policy",
                            "rate",
                            "eager-rdma-interval",
                            "1"));
        }
    }
}
