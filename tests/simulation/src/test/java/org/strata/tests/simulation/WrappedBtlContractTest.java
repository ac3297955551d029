package org.strata.tests.simulation;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.strata.mca.btl.BtlAttributes;
import org.strata.mca.btl.BtlComponent;
import org.strata.testkit.BtlContract;
import org.strata.testkit.FakeRank;
import org.strata.testkit.LongRun;
import org.strata.testkit.WiredBtls;

/** Shared memory behind both decorators is still a link; so is tcp. */
@Tag("contract")
final class WrappedBtlContractTest extends BtlContract {
    @Override
    protected int flags() {
        return BtlAttributes.FLAG_SEND | BtlAttributes.FLAG_PUT | BtlAttributes.FLAG_GET;
    }

    @Override
    protected BtlComponent component(FakeRank rank) {
        return wrapped(rank, "shm");
    }

    @Override
    protected boolean allocates() {
        return true;
    }

    /** Until the sender polls, a tenth of all messages. */
    @Override
    protected boolean holdsBack() {
        return true;
    }

    private static BtlComponent wrapped(FakeRank rank, String btl) {
        return WiredBtls.of(
                        rank,
                        "btl",
                        btl,
                        "btl_fault_wrap",
                        btl,
                        "btl_fault_seed",
                        "1",
                        "btl_fault_delay",
                        "0.1",
                        "btl_fault_delay_max",
                        "20",
                        "btl_trace_wrap",
                        btl,
                        "btl_trace_file",
                        "/dev/null",
                        "btl_shm_single_copy_min",
                        "0")
                .getFirst();
    }

    /** Connections. */
    @Nested
    @LongRun
    final class Tcp extends BtlContract {
        @Override
        protected int flags() {
            return BtlAttributes.FLAG_SEND | BtlAttributes.FLAG_SEND_IN_PLACE;
        }

        @Override
        protected BtlComponent component(FakeRank rank) {
            return wrapped(rank, "tcp");
        }

        @Override
        protected boolean allocates() {
            return true;
        }

        @Override
        protected boolean holdsBack() {
            return true;
        }
    }
}
