package org.strata.tests.system;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Which TCP ports processes listen on, from /proc. */
public final class Sockets {
    private static final String LISTENING = "0A";

    private Sockets() {}

    /** Returns the addresses that any of the processes listens on now. */
    public static Set<InetSocketAddress> listening(Stream<ProcessHandle> processes)
            throws IOException {
        Map<String, InetSocketAddress> byInode = new HashMap<>();
        for (String table : List.of("/proc/net/tcp", "/proc/net/tcp6")) {
            if (Files.exists(Path.of(table))) {
                read(Path.of(table), byInode);
            }
        }
        Set<InetSocketAddress> found = new HashSet<>();
        processes.forEach(process -> {
            for (String inode : inodes(process.pid())) {
                if (byInode.containsKey(inode)) {
                    found.add(byInode.get(inode));
                }
            }
        });
        return found;
    }

    private static void read(Path table, Map<String, InetSocketAddress> byInode)
            throws IOException {
        for (String line : Files.readAllLines(table)) {
            String[] words = line.strip().split("\\s+");
            if (words.length > 9 && words[3].equals(LISTENING)) {
                byInode.put(words[9], address(words[1]));
            }
        }
    }

    /** Reads 0100007F:1F90: 32-bit words of the address in the machine's order, and the port. */
    private static InetSocketAddress address(String text) throws UnknownHostException {
        String[] parts = text.split(":");
        ByteBuffer words = ByteBuffer.wrap(HexFormat.of().parseHex(parts[0]));
        byte[] bytes = new byte[words.capacity()];
        ByteBuffer out = ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder());
        while (words.hasRemaining()) {
            out.putInt(words.getInt());
        }
        return new InetSocketAddress(
                InetAddress.getByAddress(bytes), Integer.parseInt(parts[1], 16));
    }

    /** Processes and their files come and go: what cannot be read has none. */
    private static List<String> inodes(long pid) {
        try (Stream<Path> files = Files.list(Path.of("/proc/" + pid + "/fd"))) {
            return files.map(Sockets::target)
                    .filter(target -> target.startsWith("socket:["))
                    .map(target -> target.substring(8, target.length() - 1))
                    .toList();
        } catch (IOException e) {
            return List.of();
        }
    }

    private static String target(Path link) {
        try {
            return Files.readSymbolicLink(link).toString();
        } catch (IOException e) {
            return "";
        }
    }
}
