package org.strata.tests.simulation;

import org.strata.mca.btl.BtlComponent;
import org.strata.pml.ob1.Ob1Config;
import org.strata.testkit.FakeRank;
import org.strata.testkit.WiredBtls;

import java.util.Collection;

/**
 * Over two real openib ports per rank, whose adapters are software; subclasses say by what
 * protocol.
 */
abstract class Ob1OverOpenibContract extends Ob1Contract {
    private final String protocol;

    Ob1OverOpenibContract(String protocol) {
        this.protocol = protocol;
    }

    @Override
    Ob1Config config() {
        return Ob1Config.defaults().withProtocol(protocol);
    }

    /** Small messages take the same path with every protocol: one measures what they allocate. */
    @Override
    protected boolean allocates() {
        return !protocol.equals("copy");
    }

    @Override
    Collection<BtlComponent> links(FakeRank rank) {
        return WiredBtls.of(
                rank,
                "btl",
                "self,openib",
                "btl_openib_first_sequence",
                Integer.toString(firstNumber()),
                "btl_openib_provider",
                "soft",
                "verbs_soft_devices",
                "2",
                "btl_openib_eager_limit",
                "1k",
                "btl_openib_rndv_eager_limit",
                "1k",
                "btl_openib_max_send_size",
                "4k",
                "btl_openib_rdma_pipeline_send_length",
                "8k",
                "btl_openib_rdma_pipeline_frag_size",
                "16k",
                "btl_openib_min_rdma_pipeline_size",
                "0");
    }
}
