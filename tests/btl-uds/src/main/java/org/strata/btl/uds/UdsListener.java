package org.strata.btl.uds;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** The socket that peers connect to; only this user can. */
final class UdsListener {
    private static final int BACKLOG = 1024;

    private final Path path;
    private final ServerSocketChannel channel;

    UdsListener(Path path) throws IOException {
        this.path = path;
        Files.deleteIfExists(path);
        channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            channel.configureBlocking(false);
            channel.bind(UnixDomainSocketAddress.of(path), BACKLOG);
            Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-------"));
        } catch (IOException e) {
            close();
            throw e;
        }
    }

    /** Makes connecting peers end this rank's sleep. */
    void watch(Selector selector) throws IOException {
        channel.register(selector, SelectionKey.OP_ACCEPT);
    }

    /** Returns the next connection, or null. */
    SocketChannel accept() throws IOException {
        SocketChannel accepted = channel.accept();
        if (accepted != null) {
            accepted.configureBlocking(false);
        }
        return accepted;
    }

    void close() {
        try {
            channel.close();
            Files.deleteIfExists(path);
        } catch (IOException e) {
            // mpirun sweeps what is left.
            return;
        }
    }
}
