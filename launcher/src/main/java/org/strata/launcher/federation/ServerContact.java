package org.strata.launcher.federation;

import org.strata.launcher.cli.UsageException;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Where a name server listens. Its URI is {@code strata:} and the addresses with semicolons between
 * them: {@code unix=PATH} for its own host, {@code tcp=ADDRESS,PORT} for others.
 *
 * @param addresses in the order in which they are tried
 */
public record ServerContact(List<SocketAddress> addresses) {
    private static final String SCHEME = "strata:";
    private static final String UNIX = "unix=";
    private static final String TCP = "tcp=";
    private static final int PORT_MAX = 0xffff;

    /** Copies the list. */
    public ServerContact {
        addresses = List.copyOf(addresses);
    }

    /** Returns the URI. */
    public String uri() {
        return addresses.stream()
                .map(ServerContact::word)
                .collect(Collectors.joining(";", SCHEME, ""));
    }

    private static String word(SocketAddress address) {
        return address instanceof InetSocketAddress tcp
                ? TCP + tcp.getAddress().getHostAddress() + "," + tcp.getPort()
                : UNIX + address;
    }

    /** Returns the path of the server's socket on its own host, or null without one. */
    Path socket() {
        for (SocketAddress address : addresses) {
            if (address instanceof UnixDomainSocketAddress unix) {
                return unix.getPath();
            }
        }
        return null;
    }

    /** Returns whether a text claims to be a URI of a name server. */
    static boolean isUri(String text) {
        return text.startsWith(SCHEME);
    }

    /**
     * Reads a URI.
     *
     * @throws UsageException when it is none that {@link #uri} makes
     */
    static ServerContact parse(String uri) throws UsageException {
        List<SocketAddress> addresses = new ArrayList<>();
        if (isUri(uri)) {
            for (String word : uri.substring(SCHEME.length()).split(";", -1)) {
                SocketAddress address = address(word);
                if (address == null) {
                    throw new UsageException("\"" + word + "\" is no address of a name server.");
                }
                addresses.add(address);
            }
        }
        if (addresses.isEmpty()) {
            throw new UsageException("\"" + uri + "\" is no URI of a name server of Strata.");
        }
        return new ServerContact(addresses);
    }

    private static SocketAddress address(String word) {
        try {
            if (word.startsWith(UNIX + "/")) {
                return UnixDomainSocketAddress.of(word.substring(UNIX.length()));
            }
            String[] parts = word.startsWith(TCP) ? word.substring(TCP.length()).split(",") : null;
            if (parts == null || parts.length != 2) {
                return null;
            }
            int port = Integer.parseInt(parts[1]);
            boolean valid = port > 0 && port <= PORT_MAX;
            return valid ? new InetSocketAddress(InetAddress.ofLiteral(parts[0]), port) : null;
        } catch (IllegalArgumentException e) {
            return null;
        }
    }
}
