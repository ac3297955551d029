package org.strata.launcher.federation;

import org.strata.launcher.cli.UsageException;
import org.strata.launcher.raw.RawPath;
import org.strata.opal.platform.FileOwner;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;

/**
 * Finds the name server that {@code --ompi-server} names.
 *
 * @param directory in which relative names of files are
 * @param scratch the directory for temporary files, below which servers of this host have theirs
 * @param user whose servers are found
 */
public record ServerFinder(Path directory, Path scratch, FileOwner user) {
    /** The name of a server's file in its session's directory. */
    static final String NAME = "server";

    private static final String FILE = "file:";
    private static final String PID = "pid:";

    /**
     * Finds a server.
     *
     * @param name a URI, {@code file:FILE}, or the process number of a mpirun of this host
     * @throws NoSuchFileException when there is none yet
     * @throws UsageException when the name is wrong, or what it leads to may not be trusted
     */
    public ServerFile find(String name) throws IOException, UsageException {
        if (name.regionMatches(true, 0, FILE, 0, FILE.length())) {
            return ServerFile.read(RawPath.resolve(directory, name.substring(FILE.length())), user);
        }
        if (name.regionMatches(true, 0, PID, 0, PID.length())) {
            return ofProcess(name.substring(PID.length()));
        }
        return ServerContact.isUri(name) ? ofUri(name) : ofProcess(name);
    }

    /** A URI may be seen by anybody, so the secret is not in it. */
    private ServerFile ofUri(String uri) throws IOException, UsageException {
        ServerContact contact = ServerContact.parse(uri);
        Path socket = contact.socket();
        Path file = socket == null ? null : socket.resolveSibling(NAME);
        if (file == null || !Files.exists(file)) {
            throw new UsageException(
                    "The secret of the name server " + uri + " is not on this host.",
                    "Start the server with --report-uri FILE, with a file that both hosts see,",
                    "and name that: --ompi-server file:FILE.");
        }
        return new ServerFile(contact, ServerFile.read(file, user).secret());
    }

    private ServerFile ofProcess(String pid) throws IOException, UsageException {
        if (!pid.matches("[0-9]{1,9}")) {
            throw new UsageException(
                    "--ompi-server "
                            + pid
                            + ": a name server is named by its URI, by file:FILE, or by the"
                            + " process number of its mpirun.");
        }
        Path home = scratch.resolve("strata." + user.word());
        try (DirectoryStream<Path> sessions = Files.newDirectoryStream(home, pid + "-*")) {
            for (Path session : sessions) {
                if (Files.exists(session.resolve(NAME))) {
                    return ServerFile.read(session.resolve(NAME), user);
                }
            }
        } catch (NoSuchFileException | NotDirectoryException e) {
            throw noServer(pid);
        }
        throw noServer(pid);
    }

    private static NoSuchFileException noServer(String pid) {
        return new NoSuchFileException(
                "process " + pid, null, "it is no mpirun of this host with --report-uri");
    }
}
