package org.strata.btl.openib;

import org.junit.jupiter.api.Nested;
import org.strata.verbs.soft.SoftConfig;

/**
 * The contract with rings of every design, opened at the first message: those of the least size,
 * where most messages find no room, and the delivered one.
 */
final class FastContractTest {
    private static final String[] AT_ONCE = {"eager-rdma-threshold", "1", "use-eager-rdma", "1"};

    private static String[] smallest(String layout) {
        return Settings.and(
                AT_ONCE,
                "eager-rdma-layout",
                layout,
                "eager-rdma-num",
                "2",
                "eager-rdma-limit",
                "256",
                "eager-rdma-block",
                "512");
    }

    /** Two slots, a mirror. */
    @Nested
    final class FixedTop extends OpenibContract {
        FixedTop() {
            super(SoftConfig.Mode.INLINE, smallest("fixed_top"));
        }
    }

    /** Two slots; the adapter has a thread of its own. */
    @Nested
    final class FixedBottom extends OpenibContract {
        FixedBottom() {
            super(SoftConfig.Mode.ENGINE, smallest("fixed_bottom"));
        }
    }

    /** A block of two messages, a mirror; no inline requests. */
    @Nested
    final class VariableTop extends OpenibContract {
        VariableTop() {
            super(
                    SoftConfig.Mode.INLINE,
                    Settings.and(smallest("variable_top"), "max-inline-data", "0"));
        }
    }

    /** A block of two messages; no inline requests, so that markers are registered. */
    @Nested
    final class VariableBottom extends OpenibContract {
        VariableBottom() {
            super(
                    SoftConfig.Mode.ENGINE,
                    Settings.and(smallest("variable_bottom"), "max-inline-data", "0"));
        }
    }

    /** As delivered, and one ring for all peers, which goes to the one with the most messages. */
    @Nested
    final class Delivered extends OpenibContract {
        Delivered() {
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
