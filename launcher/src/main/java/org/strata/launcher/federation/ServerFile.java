package org.strata.launcher.federation;

import org.strata.launcher.cli.UsageException;
import org.strata.opal.platform.FileOwner;
import org.strata.opal.platform.OwnerOnly;

import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;

/**
 * The file by which other jobs find a name server: its URI, and in the second line the secret that
 * they prove to know. Only its owner can read it; a file of another user, or one that others can
 * read or write, is refused.
 *
 * @param contact where the server listens
 * @param secret the federation's secret
 */
@SuppressWarnings("ArrayRecordComponent")
public record ServerFile(ServerContact contact, byte[] secret) {
    private static final int LONGEST = 64 << 10;
    private static final int SECRET_BYTES = 32;
    private static final int LINES = 2;

    /** Writes the file; another process sees all of it or nothing. */
    void write(Path file) throws IOException {
        Path name = file.getFileName();
        if (name == null) {
            throw new IOException(file + " is a directory");
        }
        long pid = ProcessHandle.current().pid();
        Path fresh = file.resolveSibling("." + name + "." + pid);
        Files.deleteIfExists(fresh);
        Files.createFile(fresh, OwnerOnly.file(fresh));
        try {
            Files.writeString(fresh, text());
            Files.move(
                    fresh,
                    file,
                    StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(fresh);
        }
    }

    private String text() {
        return contact.uri() + "\n" + HexFormat.of().formatHex(secret) + "\n";
    }

    /** Deletes the file, unless another server has written it since. */
    void delete(Path file) throws IOException {
        if (Files.isRegularFile(file) && Files.readString(file).equals(text())) {
            Files.deleteIfExists(file);
        }
    }

    /**
     * Reads a file.
     *
     * @param user must own it
     * @throws NoSuchFileException when there is none
     * @throws UsageException when it cannot be trusted, or is not what {@link #write} writes
     */
    static ServerFile read(Path file, FileOwner user) throws IOException, UsageException {
        Object before = trusted(file, user);
        byte[] bytes;
        try (var channel = Files.newByteChannel(file, Set.of(StandardOpenOption.READ));
                var in = Channels.newInputStream(channel)) {
            bytes = in.readNBytes(LONGEST);
        }
        if (!before.equals(trusted(file, user))) {
            throw new UsageException(file + " is being exchanged by somebody.");
        }
        List<String> lines = new String(bytes, StandardCharsets.UTF_8).lines().toList();
        try {
            byte[] secret =
                    lines.size() == LINES ? HexFormat.of().parseHex(lines.get(1)) : new byte[0];
            if (secret.length == SECRET_BYTES) {
                return new ServerFile(ServerContact.parse(lines.getFirst()), secret);
            }
        } catch (IllegalArgumentException e) {
            throw damaged(file);
        }
        throw damaged(file);
    }

    private static UsageException damaged(Path file) {
        return new UsageException(
                file + " is not what \"mpirun --report-uri FILE\" of Strata writes.");
    }

    /** Returns the identity of a file that this user owns and nobody else can read or write. */
    private static Object trusted(Path file, FileOwner user) throws IOException, UsageException {
        Object key = user.privateFile(file);
        if (key == null) {
            throw new UsageException(
                    file + " may not be trusted with the secret of a name server:",
                    "it must be a file of your own that nobody else can read or write.");
        }
        return key;
    }
}
