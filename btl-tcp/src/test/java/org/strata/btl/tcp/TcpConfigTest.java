package org.strata.btl.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.strata.mca.base.Declaration;
import org.strata.mca.base.ParameterException;
import org.strata.mca.base.Section;
import org.strata.mca.btl.BtlAttributes;
import org.strata.mca.btl.FreeList;
import org.strata.testkit.ConfigContract;

import java.util.List;

final class TcpConfigTest extends ConfigContract<TcpConfig> {
    TcpConfigTest() {
        super("btl", "tcp");
    }

    @Override
    protected TcpConfig read(Section section) {
        return TcpConfig.from(section);
    }

    @Override
    protected TcpConfig defaults() {
        return new TcpConfig(
                new BtlAttributes(
                        "tcp",
                        100,
                        BtlAttributes.FLAG_SEND | BtlAttributes.FLAG_SEND_IN_PLACE,
                        72 << 10,
                        72 << 10,
                        128 << 10,
                        0,
                        0,
                        0,
                        100,
                        0),
                1,
                new TcpConfig.Interfaces(
                        List.of(),
                        List.of(),
                        List.of(
                                "docker*",
                                "br-*",
                                "virbr*",
                                "veth*",
                                "cni*",
                                "flannel*",
                                "cali*",
                                "sppp"),
                        0,
                        false),
                new FreeList(8, 256, 32),
                new TcpConfig.Sockets(0, 0, 256 << 10, false, "reno", false),
                new TcpConfig.Ports(1024, 64512),
                new TcpConfig.Ports(1024, 64512),
                10_000_000_000L,
                256 << 10,
                512 << 10,
                3,
                0);
    }

    @Test
    void onlyTheWholeRangeOfPortsIsAnyPort() {
        assertThat(defaults().portsV4().any()).isTrue();
        assertThat(with("btl_tcp_port_min_v4", "5000").portsV4().any()).isFalse();
        assertThat(with("btl_tcp_port_range_v6", "10").portsV6().any()).isFalse();
    }

    @Test
    void fractionsOfASecondAreATimeout() {
        assertThat(with("btl_tcp_connect_timeout", "0.5").connectTimeoutNanos())
                .isEqualTo(500_000_000L);
    }

    @ParameterizedTest
    @CsvSource({"eager_limit,95", "max_send_size,0", "links,0", "port_min_v4,65536"})
    void whatCannotWorkIsRefused(String key, String value) {
        assertThatThrownBy(() -> with("btl_tcp_" + key, value))
                .isInstanceOf(ParameterException.class)
                .hasMessageContaining("that works");
    }

    @Test
    void contradictionsAreRefused() {
        assertRefused(
                "not be more than btl_tcp_max_send_size = 1k \\(command line\\)",
                "btl_tcp_eager_limit",
                "2k",
                "btl_tcp_max_send_size",
                "1k");
        assertRefused("not be less than btl_tcp_eager_limit = 72k", "btl_tcp_coalesce_size", "1k");
        assertRefused(
                "not be less than btl_tcp_max_send_size = 128k", "btl_tcp_endpoint_cache", "64k");
        assertRefused("-1 means no bound", "btl_tcp_free_list_max", "0");
    }

    @Test
    void defaultsGiveWayToWhatIsSet() {
        TcpConfig config = with("btl_tcp_eager_limit", "1m");
        assertThat(config.attributes())
                .returns(1 << 20, BtlAttributes::rendezvousEagerLimit)
                .returns(1 << 20, BtlAttributes::maxSendSize);
        assertThat(config.coalesceSize()).isEqualTo(1 << 20);
        assertThat(config.sockets().endpointCache()).isEqualTo(1 << 20);
    }

    /** Buffers must hold a packet. */
    @Override
    protected String otherValue(Declaration declaration) {
        return switch (declaration.name()) {
            case "btl_tcp_coalesce_size", "btl_tcp_endpoint_cache" -> "512k";
            default -> super.otherValue(declaration);
        };
    }
}
