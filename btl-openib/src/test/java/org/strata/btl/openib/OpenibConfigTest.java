package org.strata.btl.openib;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.strata.btl.openib.fast.PollOrder;
import org.strata.btl.openib.fast.PollingPolicy;
import org.strata.btl.openib.fast.RingLayout;
import org.strata.btl.openib.fast.RingShape;
import org.strata.mca.base.Declaration;
import org.strata.mca.base.Section;
import org.strata.mca.btl.BtlAttributes;
import org.strata.mca.btl.FreeList;
import org.strata.testkit.ConfigContract;

import java.util.List;

/** Parameters reach the record. */
final class OpenibConfigTest extends ConfigContract<OpenibConfig> {
    private static final int FLAGS =
            BtlAttributes.FLAG_SEND
                    | BtlAttributes.FLAG_PUT
                    | BtlAttributes.FLAG_GET
                    | BtlAttributes.FLAG_NEEDS_REGISTRATION;

    OpenibConfigTest() {
        super("btl", "openib");
    }

    @Override
    protected OpenibConfig read(Section section) {
        return OpenibConfig.from(section);
    }

    @Override
    protected OpenibConfig defaults() {
        return new OpenibConfig(
                new OpenibConfig.Ports("auto", List.of(), List.of(), true, true, -1, false, false),
                new BtlAttributes(
                        "openib", 1024, FLAGS, 12 << 10, 12 << 10, 64 << 10, 1 << 20, 1 << 20,
                        256 << 10, 4, 0),
                new OpenibConfig.PortLimits(50, 0),
                new OpenibConfig.Queues("", true, 8, 8, 6, 4, 1000, 16, 8, 32, 2, false, true),
                new OpenibConfig.Connections(0, 30_000_000_000L, 2_000_000L, 4, 30_000_000_000L, 0),
                new OpenibConfig.Sending(-1, 16, true),
                new OpenibConfig.Polling(1000, 10, 10, false),
                new FreeList(8, 256, 32),
                new OpenibConfig.Path(
                        0,
                        0,
                        4,
                        4,
                        0,
                        12,
                        20,
                        7,
                        7,
                        new OpenibConfig.Priority(0, 0),
                        new OpenibConfig.Priority(0, 0),
                        -1),
                new OpenibConfig.Fast(
                        -1,
                        new RingShape(RingLayout.VARIABLE_BOTTOM, 16, 8192, 32768),
                        new PollingPolicy(
                                16, 16, false, 100, 100_000_000L, PollOrder.PRIORITISED, 100),
                        true,
                        false),
                new OpenibConfig.FirstContact(false, 16, 64, 10_000_000L, 7),
                new OpenibConfig.Xrc(false, 0),
                false);
    }

    @Test
    void openMpisNamesAreUnderstood() {
        assertThat(with("btl_openib_qp_ous_rd_atom", "2").path().readsOut()).isEqualTo(2);
        assertThat(with("btl_openib_flags", "put").attributes().flags())
                .isEqualTo(FLAGS & ~BtlAttributes.FLAG_GET);
        assertThat(with("btl_openib_flags", "send").attributes().flags())
                .isEqualTo(BtlAttributes.FLAG_SEND);
    }

    @Override
    protected String otherValue(Declaration declaration) {
        return switch (declaration.name()) {
            case "btl_openib_flags" -> "put";
            case "btl_openib_max_qps" -> "2";
            case "btl_openib_use_eager_rdma" -> "1";
            case "btl_openib_receive_queues" -> "P,65536";
            default -> super.otherValue(declaration);
        };
    }
}
