package org.strata.ess.own;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;

/**
 * The contact of a job: the address of mpirun's control server and the job's secret. mpirun writes
 * it to a file that only its owner can read; ranks read it from there.
 *
 * @param server the control server
 * @param secret the job's secret
 */
@SuppressWarnings("ArrayRecordComponent")
public record JobContact(InetSocketAddress server, byte[] secret) {
    private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    private static final int LINES = 3;

    /** Creates the file. */
    public void write(Path file) throws IOException {
        Files.createFile(file, OWNER_ONLY);
        Files.write(
                file,
                List.of(
                        server.getAddress().getHostAddress(),
                        Integer.toString(server.getPort()),
                        HexFormat.of().formatHex(secret)));
    }

    /**
     * Reads the file.
     *
     * @throws IOException when it is not there, or not what {@link #write} writes
     */
    static JobContact read(Path file) throws IOException {
        List<String> lines = Files.readAllLines(file);
        if (lines.size() != LINES) {
            throw new IOException(file + " has " + lines.size() + " lines instead of " + LINES);
        }
        try {
            InetAddress host = InetAddress.getByName(lines.get(0));
            int port = Integer.parseInt(lines.get(1));
            byte[] secret = HexFormat.of().parseHex(lines.get(2));
            return new JobContact(new InetSocketAddress(host, port), secret);
        } catch (IllegalArgumentException e) {
            throw new IOException(file + " is damaged: " + e.getMessage(), e);
        }
    }
}
