package org.strata.launcher.wire;

import org.strata.testkit.fuzz.FuzzContract;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The first thing on the standard input of a daemon. */
class HelloFuzzTest extends FuzzContract {
    @Override
    protected List<byte[]> valid() {
        List<InetSocketAddress> head =
                List.of(
                        new InetSocketAddress(InetAddress.ofLiteral("10.0.0.1"), 4711),
                        new InetSocketAddress(InetAddress.ofLiteral("fe80::1"), 4712));
        Map<String, String> parameters = Map.of("plm_rsh_agent", "ssh");
        return List.of(
                new Hello("0.1", "1-abc", new byte[32], 3, "host", head, 5000, parameters)
                        .encode());
    }

    @Override
    protected void parse(byte[] input) throws IOException {
        Hello.read(new ByteArrayInputStream(input));
    }

    @Override
    protected Set<Class<? extends Exception>> documented() {
        return Set.of(IOException.class);
    }
}
