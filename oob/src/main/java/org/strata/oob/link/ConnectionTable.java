package org.strata.oob.link;

import org.strata.opal.sys.HostFiles;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;

/**
 * The kernel's TCP connections ({@code /proc/net/tcp}, {@code /proc/net/tcp6}). The kernel of a
 * peer acknowledges what it receives while the peer's process is stopped; a host that is down does
 * not.
 */
final class ConnectionTable {
    private static final Path DIRECTORY = HostFiles.process("net");

    /** How the table prints the first 12 bytes of an IPv4 address in an IPv6 socket. */
    private static final String MAPPED = "0000000000000000FFFF0000";

    private static final int WINDOW_PROBES = 4;
    private static final int HEX = 16;

    // Columns of a row.
    private static final int LOCAL = 1;
    private static final int REMOTE = 2;
    private static final int QUEUES = 4;
    private static final int TIMER = 5;
    private static final int PROBES = 8;

    private ConnectionTable() {}

    /** What the kernel knows of a peer. */
    enum Peer {
        /** The peer's kernel has acknowledged everything that was sent. */
        ACKNOWLEDGES,
        /** Something that was sent has not been acknowledged. */
        OWES,
        /** The kernel does not tell. */
        UNKNOWN
    }

    /**
     * Looks a connection up. The end of a connection of another kind than TCP is noticed at once,
     * as both processes are on one host.
     */
    static Peer peer(SocketAddress local, SocketAddress remote) {
        if (!(local instanceof InetSocketAddress here)
                || !(remote instanceof InetSocketAddress there)) {
            return Peer.ACKNOWLEDGES;
        }
        for (String name : new String[] {"tcp6", "tcp"}) {
            try {
                // Not readAllLines: a table is made while it is read, and has no size.
                String table =
                        new String(
                                Files.readAllBytes(DIRECTORY.resolve(name)),
                                StandardCharsets.US_ASCII);
                Peer found = find(table, here, there);
                if (found != Peer.UNKNOWN) {
                    return found;
                }
            } catch (IOException e) {
                // A kernel without IPv6 has no such table.
                continue;
            }
        }
        return Peer.UNKNOWN;
    }

    /** Looks a connection up in the text of a table. */
    static Peer find(String table, InetSocketAddress local, InetSocketAddress remote) {
        String own = hex(local);
        String other = hex(remote);
        return table.lines()
                .filter(line -> line.contains(other))
                .map(line -> line.strip().split("\\s+"))
                .filter(row -> row.length > PROBES && is(row[LOCAL], own) && is(row[REMOTE], other))
                .map(ConnectionTable::peer)
                .findFirst()
                .orElse(Peer.UNKNOWN);
    }

    private static boolean is(String column, String address) {
        return column.equals(address) || column.equals(MAPPED + address);
    }

    /**
     * A process that does not read lets its window be used up. Its kernel answers probes of the
     * window without taking data.
     */
    private static Peer peer(String[] row) {
        try {
            long unacknowledged = Long.parseLong(row[QUEUES].split(":")[0], HEX);
            boolean full = Integer.parseInt(row[TIMER].split(":")[0], HEX) == WINDOW_PROBES;
            boolean probing = full && Integer.parseInt(row[PROBES]) == 0;
            return unacknowledged == 0 || probing ? Peer.ACKNOWLEDGES : Peer.OWES;
        } catch (NumberFormatException e) {
            return Peer.UNKNOWN;
        }
    }

    /** Returns an address as the table prints it: words in the processor's order of bytes. */
    private static String hex(InetSocketAddress address) {
        ByteBuffer words =
                ByteBuffer.wrap(address.getAddress().getAddress()).order(ByteOrder.nativeOrder());
        StringBuilder text = new StringBuilder();
        HexFormat format = HexFormat.of().withUpperCase();
        while (words.hasRemaining()) {
            text.append(format.toHexDigits(words.getInt()));
        }
        return text + ":" + format.toHexDigits((short) address.getPort());
    }
}
