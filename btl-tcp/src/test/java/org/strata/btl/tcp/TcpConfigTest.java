package org.strata.btl.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.List;

final class TcpConfigTest {
    @Test
    void defaults() {
        TcpConfig config = TcpRanks.config();
        assertThat(config.attributes())
                .isEqualTo(new TcpConfig.Attributes(100, 65536, 65536, 131072, 100, 0));
        assertThat(config.links()).isEqualTo(1);
        assertThat(config.interfaces().include()).isEmpty();
        assertThat(config.interfaces().virtual()).contains("docker*", "veth*");
        assertThat(config.portsV4().any()).isTrue();
        assertThat(config.portsV6().any()).isTrue();
        assertThat(config.connectTimeoutNanos()).isEqualTo(10_000_000_000L);
    }

    @Test
    void everyKeyReachesItsField() {
        TcpConfig config =
                TcpRanks.config(
                        "exclusivity", "7",
                        "eager-limit", "1k",
                        "rndv-eager-limit", "2k",
                        "max-send-size", "3k",
                        "latency", "8",
                        "bandwidth", "9",
                        "links", "2",
                        "if-include", "eth0,10.0.0.0/8",
                        "if-exclude", "eth1",
                        "if-exclude-virtual", "tap*",
                        "disable-family", "6",
                        "warn-all-unfound-interfaces", "true",
                        "free-list-num", "1",
                        "free-list-max", "2",
                        "free-list-inc", "3",
                        "sndbuf", "4k",
                        "rcvbuf", "5k",
                        "endpoint-cache", "6k",
                        "use-nagle", "true",
                        "port-min-v4", "5000",
                        "port-range-v4", "50",
                        "port-min-v6", "6000",
                        "port-range-v6", "60",
                        "connect-timeout", "0.5",
                        "coalesce-size", "7k",
                        "poll-limit", "4",
                        "max-write", "1");
        assertThat(config)
                .isEqualTo(
                        new TcpConfig(
                                new TcpConfig.Attributes(7, 1024, 2048, 3072, 8, 9),
                                2,
                                new TcpConfig.Interfaces(
                                        List.of("eth0", "10.0.0.0/8"),
                                        List.of("eth1"),
                                        List.of("tap*"),
                                        6,
                                        true),
                                new TcpConfig.FreeList(1, 2, 3),
                                new TcpConfig.Sockets(4096, 5120, 6144, true),
                                new TcpConfig.Ports(5000, 50),
                                new TcpConfig.Ports(6000, 60),
                                500_000_000L,
                                7168,
                                4,
                                1));
        assertThat(config.portsV4().any()).isFalse();
    }
}
