package org.strata.tests.simulation;

import org.junit.jupiter.api.Nested;

/** Every long-message protocol over openib and software adapters. */
final class Ob1OverOpenibContractTest {
    /** Fragments only. */
    @Nested
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
    final class PinnedPipeline extends Ob1OverOpenibContract {
        PinnedPipeline() {
            super("pipeline_leave_pinned");
        }
    }

    /** Whole buffers whose registrations are kept. */
    @Nested
    final class LeavePinned extends Ob1OverOpenibContract {
        LeavePinned() {
            super("leave_pinned");
        }
    }

    /** The sender writes. */
    @Nested
    final class Rput extends Ob1OverOpenibContract {
        Rput() {
            super("rput");
        }
    }

    /** The receiver reads. */
    @Nested
    final class Rget extends Ob1OverOpenibContract {
        Rget() {
            super("rget");
        }
    }
}
