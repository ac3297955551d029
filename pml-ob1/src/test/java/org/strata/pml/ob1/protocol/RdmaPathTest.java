package org.strata.pml.ob1.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.strata.mca.bml.BtlLink;
import org.strata.mca.btl.Btl;
import org.strata.mca.btl.BtlAttributes;
import org.strata.mca.btl.RdmaBtl;

import java.lang.reflect.Proxy;

/** What links can do together. */
class RdmaPathTest {
    private static final int GET = BtlAttributes.FLAG_GET;
    private static final int PUT = BtlAttributes.FLAG_PUT;
    private static final int REGISTERS = BtlAttributes.FLAG_NEEDS_REGISTRATION;

    private static BtlLink link(Class<? extends Btl> kind, int flags, long minPipelineSize) {
        BtlAttributes attributes =
                new BtlAttributes(
                        "link",
                        1,
                        BtlAttributes.FLAG_SEND | flags,
                        512,
                        512,
                        2048,
                        0,
                        4096,
                        minPipelineSize,
                        1,
                        1);
        Object btl =
                Proxy.newProxyInstance(
                        Btl.class.getClassLoader(),
                        new Class<?>[] {kind},
                        (self, method, arguments) -> attributes);
        return new BtlLink((Btl) btl, null);
    }

    @Test
    void oneLinkThatCanIsEnough() {
        assertThat(RdmaPath.of()).isEqualTo(RdmaPath.NONE);
        assertThat(RdmaPath.of(link(RdmaBtl.class, GET, 0), link(RdmaBtl.class, PUT, 0)))
                .isEqualTo(new RdmaPath(true, true, false, 0, false));
        assertThat(RdmaPath.of(link(RdmaBtl.class, REGISTERS, 0), link(RdmaBtl.class, 0, 0)))
                .isEqualTo(new RdmaPath(false, false, true, 0, false));
        assertThat(RdmaPath.of(link(Btl.class, GET | PUT, 50))).isEqualTo(RdmaPath.NONE);
    }

    /** A pipeline is worth it on each link, or it is not used. */
    @Test
    void theShortestPipelineIsThatOfTheLinkThatNeedsTheLongest() {
        BtlLink small = link(RdmaBtl.class, PUT, 100);
        BtlLink large = link(RdmaBtl.class, PUT, 70_000);
        assertThat(RdmaPath.of(small, large).minPipelineSize()).isEqualTo(70_000);
        assertThat(RdmaPath.of(large, small).minPipelineSize()).isEqualTo(70_000);
    }
}
