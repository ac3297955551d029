package org.strata.btl.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.strata.opal.sys.CongestionControl;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.nio.channels.ServerSocketChannel;
import java.util.ArrayList;
import java.util.List;

final class LoopbackCongestionTest {
    private final List<String> said = new ArrayList<>();

    private String after(String wanted, String systemDefault, String address) throws IOException {
        try (ServerSocketChannel bound = ServerSocketChannel.open(StandardProtocolFamily.INET)) {
            bound.bind(new InetSocketAddress(InetAddress.getByName(address), 0));
            new LoopbackCongestion(wanted, systemDefault, said::add).apply(bound);
            return CongestionControl.of((InetSocketAddress) bound.getLocalAddress()).getFirst();
        }
    }

    @Test
    void onlyWhatPacesIsReplaced() throws IOException {
        String kernels = CongestionControl.systemDefault();
        assertThat(after("reno", "bbr", "127.0.0.1")).isEqualTo("reno");
        assertThat(after("reno", "bbr3", "127.0.0.1")).isEqualTo("reno");
        assertThat(after("reno", "cubic", "127.0.0.1")).isEqualTo(kernels);
        assertThat(after("", "bbr", "127.0.0.1")).isEqualTo(kernels);
        assertThat(after("reno", "bbr", "0.0.0.0")).isEqualTo(kernels);
        assertThat(said).isEmpty();
    }

    @Test
    void anUnknownAlgorithmIsNotedAndChangesNothing() throws IOException {
        assertThat(after("no-such-one", "bbr", "127.0.0.1"))
                .isEqualTo(CongestionControl.systemDefault());
        assertThat(said).singleElement().asString().contains("no-such-one");
    }
}
