package org.strata.btl.tcp;

import org.strata.btl.tcp.TcpAddress.Link;
import org.strata.btl.tcp.TcpAddress.ListenAddress;
import org.strata.testkit.fuzz.FuzzContract;

import java.io.IOException;
import java.net.InetAddress;
import java.util.List;
import java.util.Set;

/** Cards of peers, and what is decided by them. */
class TcpAddressFuzzTest extends FuzzContract {
    private static TcpAddress card() {
        ListenAddress four = new ListenAddress(InetAddress.ofLiteral("10.1.0.1"), 24, 4000);
        ListenAddress six = new ListenAddress(InetAddress.ofLiteral("fe80::1"), 64, 4001);
        return new TcpAddress(
                List.of(
                        new Link("lo", 0, true, 10, List.of(four)),
                        new Link("eth0", 0, false, 1000, List.of(four, six)),
                        new Link("eth0", 1, false, 1000, List.of(four))));
    }

    @Override
    protected List<byte[]> valid() {
        return List.of(card().encode(), new TcpAddress(List.of()).encode());
    }

    @Override
    protected void parse(byte[] input) throws IOException {
        TcpAddress theirs = TcpAddress.decode(input);
        boolean left = input.length % 2 == 0;
        Pairing.routes(card(), theirs, input.length % 4 < 2, left);
    }

    /** The pairing of twelve interfaces makes tables of 4,096 sets. */
    @Override
    protected long bound(int length) {
        return (2 << 20) + 64L * length;
    }

    @Override
    protected Set<Class<? extends Exception>> documented() {
        return Set.of(IOException.class);
    }
}
