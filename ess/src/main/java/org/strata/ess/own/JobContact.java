package org.strata.ess.own;

import org.strata.opal.platform.OwnerOnly;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;

/**
 * How a rank reaches its job: the address of mpirun's control server and the job's secret. mpirun
 * writes it to a file that only its owner can read; ranks read it from there. The first line is
 * {@code unix PATH} or {@code tcp ADDRESS PORT}, the second one the secret.
 *
 * @param server the control server
 * @param secret the job's secret
 */
@SuppressWarnings("ArrayRecordComponent")
public record JobContact(SocketAddress server, byte[] secret) {
    private static final int LINES = 2;

    /** Longer files are none of mpirun: nothing behind this is read. */
    private static final int LONGEST = 64 << 10;

    private static final String UNIX = "unix ";
    private static final String TCP = "tcp ";

    /** Creates the file. */
    public void write(Path file) throws IOException {
        Files.createFile(file, OwnerOnly.file(file));
        Files.write(file, List.of(address(), HexFormat.of().formatHex(secret)));
    }

    private String address() {
        return server instanceof InetSocketAddress tcp
                ? TCP + tcp.getAddress().getHostAddress() + " " + tcp.getPort()
                : UNIX + server;
    }

    /**
     * Reads the file.
     *
     * @throws IOException when it is not there, or not what {@link #write} writes
     */
    static JobContact read(Path file) throws IOException {
        byte[] bytes;
        try (InputStream in = Files.newInputStream(file)) {
            bytes = in.readNBytes(LONGEST);
        }
        List<String> lines = new String(bytes, StandardCharsets.UTF_8).lines().toList();
        if (lines.size() != LINES) {
            throw new IOException(file + " has " + lines.size() + " lines instead of " + LINES);
        }
        try {
            return new JobContact(address(lines.get(0)), HexFormat.of().parseHex(lines.get(1)));
        } catch (IllegalArgumentException e) {
            throw new IOException(file + " is damaged: " + e.getMessage(), e);
        }
    }

    private static SocketAddress address(String line) {
        if (line.startsWith(UNIX)) {
            return UnixDomainSocketAddress.of(line.substring(UNIX.length()));
        }
        String[] words = line.split(" ", -1);
        if (!line.startsWith(TCP) || words.length != 3) {
            throw new IllegalArgumentException("\"" + line + "\" is no address");
        }
        return new InetSocketAddress(InetAddress.ofLiteral(words[1]), Integer.parseInt(words[2]));
    }
}
