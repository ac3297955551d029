package org.strata.tests.simulation;

import org.junit.jupiter.api.Nested;
import org.strata.mca.btl.BtlComponent;
import org.strata.testkit.FakeRank;
import org.strata.testkit.LongRun;
import org.strata.testkit.WiredBtls;

import java.util.Collection;

/** Over real transports with faults: all but the death of links. */
final class Ob1OverFaultsContractTest extends Ob1Contract {
    private static final String[] FAULTS = {
        "btl_fault_seed", "1",
        "btl_fault_no_resource", "0.2",
        "btl_fault_partial", "0.5",
        "btl_fault_delay", "0.05",
        "btl_fault_delay_max", "50"
    };

    static Collection<BtlComponent> faulty(FakeRank rank, String... options) {
        String[] all = new String[options.length + FAULTS.length];
        System.arraycopy(options, 0, all, 0, options.length);
        System.arraycopy(FAULTS, 0, all, options.length, FAULTS.length);
        return WiredBtls.of(rank, all);
    }

    @Override
    Collection<BtlComponent> links(FakeRank rank) {
        return faulty(rank, "btl", "self,shm", "btl_fault_wrap", "self,shm");
    }

    @Override
    protected boolean allocates() {
        return true;
    }

    /** Over tcp, two connections to each peer. */
    @Nested
    @LongRun
    final class Tcp extends Ob1Contract {
        @Override
        Collection<BtlComponent> links(FakeRank rank) {
            return faulty(rank, "btl", "self,tcp", "btl_fault_wrap", "tcp", "btl_tcp_links", "2");
        }

        @Override
        protected boolean allocates() {
            return true;
        }
    }
}
