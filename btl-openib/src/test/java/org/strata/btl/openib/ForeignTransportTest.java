package org.strata.btl.openib;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.strata.mca.btl.Btl;
import org.strata.opal.counters.Counters;
import org.strata.opal.time.Clock;
import org.strata.testkit.FakeJob;
import org.strata.verbs.Context;
import org.strata.verbs.DeviceAttributes;
import org.strata.verbs.Provider;
import org.strata.verbs.Transport;
import org.strata.verbs.soft.FaultPlan;
import org.strata.verbs.soft.SoftConfig;
import org.strata.verbs.soft.SoftFabric;

import java.util.ArrayList;
import java.util.List;

/** Adapters that speak another protocol than InfiniBand's are refused by name, with a remedy. */
final class ForeignTransportTest {
    private final FakeJob job = FakeJob.of(2);
    private final List<Btl> links = new ArrayList<>();
    private SoftJob soft;

    /** The first of two adapters has a transport of its own. */
    private static final class Mixed extends WrappedProvider {
        private final Transport transport;

        Mixed(Provider provider, Transport transport) {
            super(provider);
            this.transport = transport;
        }

        @Override
        public String name() {
            return "ibverbs";
        }

        @Override
        public Context open(String device) {
            Context context = provider.open(device);
            return device.equals("soft0") ? new Foreign(context, transport) : context;
        }
    }

    private static final class Foreign extends WrappedContext {
        private final DeviceAttributes attributes;

        Foreign(Context context, Transport transport) {
            super(context);
            DeviceAttributes a = context.attributes();
            attributes = OtherAttributes.of(a, 2, a.maxQpWr(), transport);
        }

        @Override
        public DeviceAttributes attributes() {
            return attributes;
        }
    }

    @AfterEach
    void close() {
        links.forEach(Btl::close);
        job.close();
    }

    /** Opens the component of every rank; returns why the first one is not usable. */
    private String open(int devices, Transport transport, String... settings) {
        SoftFabric fabric = SoftFabric.inProcess(Clock.SYSTEM, FaultPlan.NONE);
        soft =
                new SoftJob(
                        SoftConfig.defaults().withDevices(devices, 2),
                        Settings.with(settings),
                        provider -> new Mixed(provider, transport));
        StringBuilder first = new StringBuilder();
        for (int rank = 0; rank < 2; rank++) {
            StringBuilder refusal = rank == 0 ? first : new StringBuilder();
            links.addAll(
                    soft.component(job.rank(rank), fabric, Clock.SYSTEM, null, new Counters())
                            .open((btl, peer, rc, why) -> {}, refusal));
        }
        return first.toString();
    }

    @ParameterizedTest
    @CsvSource({"IWARP, iWARP", "USNIC, usNIC", "OWN, its vendor's"})
    void isRefusedByNameWithTheRemedy(Transport transport, String word) {
        String refusal = open(1, transport);
        assertThat(links).isEmpty();
        assertThat(refusal).contains("soft0").contains(word).contains("tcp").doesNotContain("\n");
        assertThat(refusal.split("soft0", -1)).as("named once, though it has two ports").hasSize(2);
        assertThat(soft.output.warnings).as("nobody has asked for it").isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"INFINIBAND", "UNKNOWN"})
    void othersAreUsed(Transport transport) {
        assertThat(open(1, transport)).isEmpty();
        assertThat(links).hasSize(2 * 2);
    }

    @Test
    void anotherAdapterIsUsedInstead() {
        assertThat(open(2, Transport.IWARP)).isEmpty();
        assertThat(links)
                .hasSize(2 * 2)
                .allSatisfy(link -> assertThat(link.attributes().name()).contains("soft1"));
        assertThat(soft.output.warnings).isEmpty();
    }

    /** Who names it is told, once per node, also where another adapter is used. */
    @Test
    void whoAsksForItIsWarned() {
        open(2, Transport.IWARP, "if-include", "soft0:1,soft1");
        assertThat(links).hasSize(2 * 2);
        assertThat(soft.output.warnings)
                .singleElement()
                .asString()
                .contains("soft0 is an iWARP adapter")
                .contains("--mca btl self,shm,tcp");
    }
}
