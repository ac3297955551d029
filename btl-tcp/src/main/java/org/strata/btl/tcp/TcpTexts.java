package org.strata.btl.tcp;

import org.strata.btl.tcp.Route.Candidate;
import org.strata.mca.base.HelpCatalogue;
import org.strata.mca.btl.BtlEndpoint;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.util.List;

/** The texts of {@code help.properties}: one line each, with both ends, cause and remedy. */
final class TcpTexts {
    private TcpTexts() {}

    static String help(String topic, Object... values) {
        return HelpCatalogue.of(TcpTexts.class).text(topic, values);
    }

    /** Returns {@code 10.0.0.1:4711} or {@code [fd00::1]:4711}, without looking up a name. */
    static String address(InetSocketAddress address) {
        String host = address.getAddress().getHostAddress();
        return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + address.getPort();
    }

    /** As {@link #address}, of the other end of a socket. */
    static String remote(SocketChannel channel) {
        try {
            return address((InetSocketAddress) channel.getRemoteAddress());
        } catch (IOException e) {
            return "an unknown address";
        }
    }

    /** One address that did not work. */
    static String attempt(Candidate tried, String why) {
        InetAddress local = tried.local();
        String from = local == null ? "any interface" : local.getHostAddress();
        return help("attempt", address(tried.remote()), from, why);
    }

    /**
     * No address of a peer works.
     *
     * @param link from this process to the peer: {@code "tcp(eth0) to rank 3"}
     */
    static String unreachable(String link, List<String> failures) {
        return help("unreachable", link, String.join("; ", failures));
    }

    /** A peer closed a connection in order, and messages for it were left. */
    static String left(BtlEndpoint endpoint, String remote) {
        return help("left", endpoint, remote);
    }

    /** A connection broke. */
    static String lost(BtlEndpoint endpoint, String remote, IOException cause) {
        return cause instanceof EOFException
                ? help("vanished", endpoint, remote)
                : help("lost", endpoint, remote, cause.getMessage());
    }
}
