package org.strata.testkit.verbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.strata.opal.memory.Memory;
import org.strata.opal.sys.Pages;
import org.strata.verbs.Access;
import org.strata.verbs.CompletionQueue;
import org.strata.verbs.DeviceAttributes;
import org.strata.verbs.MemoryRegion;
import org.strata.verbs.PortAttributes;
import org.strata.verbs.ProtectionDomain;
import org.strata.verbs.QpInit;
import org.strata.verbs.QueuePair;
import org.strata.verbs.VerbsException;

/** Devices, ports, domains, memory: what can be made, and closed in which order. */
abstract class VerbsObjectContract extends VerbsFixture {
    static void expect(int errno, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        VerbsException.class,
                        e -> {
                            assertThat(e.errno()).as(e.getMessage()).isEqualTo(errno);
                            assertThat(e.getMessage()).isNotBlank();
                        });
    }

    @Test
    void attributesMakeSense() {
        DeviceAttributes attributes = a.context.attributes();
        assertThat(a.context.attributes()).isSameAs(attributes);
        assertThat(a.context.device()).isNotBlank();
        assertThat(attributes.ports()).isPositive();
        assertThat(attributes.maxQp()).isGreaterThan(1);
        assertThat(attributes.maxQpWr()).isGreaterThanOrEqualTo(64);
        assertThat(attributes.maxSge()).isGreaterThanOrEqualTo(1);
        assertThat(attributes.maxCqe()).isGreaterThanOrEqualTo(256);
        assertThat(attributes.maxMr()).isGreaterThan(16);
        assertThat(attributes.maxMessage()).isGreaterThanOrEqualTo(1 << 20);
    }

    @Test
    void thePortIsActiveAndHasAnAddress() {
        PortAttributes port = a.context.port(PORT);
        assertThat(port.state()).isEqualTo(PortAttributes.State.ACTIVE);
        assertThat(port.activeMtu()).isIn(256, 512, 1024, 2048, 4096);
        int index = a.context.defaultGidIndex(PORT);
        assertThat(index).isLessThan(port.gidTableLength());
        boolean routable = !a.context.gid(PORT, index).isNone();
        assertThat(routable || port.lid() != 0).isTrue();
        expect(VerbsException.EINVAL, () -> a.context.port(200));
    }

    @Test
    void whatIsInUseIsNotClosed() {
        ProtectionDomain pd = a.context.allocPd();
        MemoryRegion region = pd.register(a.area.address(), 4096, Access.LOCAL_WRITE);
        expect(VerbsException.EBUSY, pd::close);
        region.close();
        pd.close();

        CompletionQueue cq = a.context.createCq(16, null);
        QueuePair qp = a.context.createQp(QpInit.rc(a.pd, cq, cq, 4, 4, 0));
        expect(VerbsException.EBUSY, cq::close);
        qp.close();
        cq.close();
    }

    @Test
    void impossibleThingsAreRefused() {
        DeviceAttributes limits = a.context.attributes();
        expect(VerbsException.EINVAL, () -> a.context.createCq(limits.maxCqe() + 1, null));
        expect(
                VerbsException.EINVAL,
                () -> a.pd.register(a.area.address(), 4096, Access.REMOTE_WRITE));
        assertThatThrownBy(() ->
                        a.context.createQp(
                                QpInit.rc(a.pd, a.sendCq, a.recvCq, limits.maxQpWr() * 2, 1, 0)))
                .isInstanceOf(VerbsException.class);
    }

    /** Where a program has unmapped it: the caller copies, or fails its operation. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void memoryThatIsNotThereIsRefused() {
        long page = Pages.size();
        long start = Pages.map(32 * page);
        Pages.unmap(start + 16 * page, 16 * page);
        assertThat(a.pd.register(start, 32 * page, Access.LOCAL_WRITE)).isNull();
        assertThat(a.pd.exhausted()).as("it is not for lack of anything").isFalse();
        assertThat(a.pd.refusal()).contains("" + 32 * page);
        a.keep(a.pd.register(start, 16 * page, Access.LOCAL_WRITE)).close();
        Pages.unmap(start, 16 * page);
    }

    /** Where the device can; where it cannot, it says so and does not pin them instead. */
    @Test
    void pagesOnDemandAreTold() {
        int access = Access.LOCAL_WRITE | Access.REMOTE_READ | Access.ON_DEMAND;
        if (a.context.attributes().onDemand()) {
            MemoryRegion first = a.keep(a.pd.register(a.at(0), 8192, access));
            assertThat(first.access()).isEqualTo(access);
            first.close();
            MemoryRegion second = a.keep(a.pd.register(a.at(0), 8192, access));
            assertThat(second.rkey()).isNotEqualTo(first.rkey());
            return;
        }
        MemoryRegion made = null;
        try {
            made = a.pd.register(a.at(0), 8192, access);
        } catch (VerbsException e) {
            assertThat(e.errno()).isIn(VerbsException.EOPNOTSUPP, VerbsException.EINVAL);
        }
        assertThat(made).isNull();
    }

    @Test
    void buffersAreAlignedZeroedAndUsable() {
        assertThat(a.area.address() % Pages.size()).isZero();
        assertThat(a.area.length()).isGreaterThanOrEqualTo(VerbsSide.BYTES);
        assertThat(Memory.getLong(a.at(VerbsSide.BYTES - 8))).isZero();
        assertThat(a.region.address()).isEqualTo(a.area.address());
        assertThat(a.region.length()).isEqualTo(VerbsSide.BYTES);
    }

    @Test
    void overlappingRegionsHaveKeysOfTheirOwn() {
        MemoryRegion second = a.keep(a.pd.register(a.at(100), 200, Access.LOCAL_WRITE));
        assertThat(second.lkey()).isNotEqualTo(a.region.lkey());
        assertThat(second.access()).isEqualTo(Access.LOCAL_WRITE);
    }

    @Test
    void queuesGrow() {
        CompletionQueue cq = a.keep(a.context.createCq(8, null));
        assertThat(cq.depth()).isGreaterThanOrEqualTo(8);
        cq.resize(200);
        assertThat(cq.depth()).isGreaterThanOrEqualTo(200);
    }
}
