package org.strata.tests.simulation;

import org.junit.jupiter.api.Nested;
import org.strata.testkit.LongRun;

/**
 * Every long-message protocol over openib and software adapters; without {@code -Dlong} the one
 * whose code contains most of the others.
 */
final class Ob1OverOpenibContractTest {
    /** Fragments only. */
    @Nested
    @LongRun
    final class Copy extends Ob1OverOpenibContract {
        Copy() {
            super("copy");
        }
    }

    /** Pieces registered one after another. */
    @Nested
    final class Pipeline extends Ob1OverOpenibContract {
        Pipeline() {
            super("pipeline");
        }
    }

    /** Pieces whose registrations are kept. */
    @Nested
    @LongRun
    final class PinnedPipeline extends Ob1OverOpenibContract {
        PinnedPipeline() {
            super("pipeline_leave_pinned");
        }
    }

    /** Whole buffers whose registrations are kept. */
    @Nested
    @LongRun
    final class LeavePinned extends Ob1OverOpenibContract {
        LeavePinned() {
            super("leave_pinned");
        }
    }

    /** The sender writes. */
    @Nested
    @LongRun
    final class Rput extends Ob1OverOpenibContract {
        Rput() {
            super("rput");
        }
    }

    /** The receiver reads. */
    @Nested
    @LongRun
    final class Rget extends Ob1OverOpenibContract {
        Rget() {
            super("rget");
        }
    }
}
