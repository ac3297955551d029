package org.strata.ess.rendezvous;

import org.strata.ess.base.GuestJob;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** The environment of ranks that meet on this host. */
final class MeetingFixture {
    private final Path directory;
    private final int size;
    private final int port;
    private final Path secret;

    MeetingFixture(Path directory, int size) throws IOException {
        this.directory = directory;
        this.size = size;
        port = freePort();
        secret = Files.writeString(directory.resolve("secret"), "0123456789abcdef");
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    int port() {
        return port;
    }

    Map<String, String> environment(int rank) {
        return new HashMap<>(
                Map.of(
                        "STRATA_RENDEZVOUS",
                        "127.0.0.1:" + port,
                        "RANK",
                        "" + rank,
                        "WORLD_SIZE",
                        "" + size,
                        "STRATA_SECRET_FILE",
                        secret.toString()));
    }

    RendezvousComponent rank(int rank, int seconds) {
        return component(environment(rank), seconds);
    }

    RendezvousComponent component(Map<String, String> environment, int seconds) {
        return new RendezvousComponent(
                new RendezvousConfig(seconds, 30_000),
                config -> new GuestJob.Setting("x", directory, "", 30_000),
                environment,
                code -> {});
    }

    MeetingPoint point(int rank) throws IOException {
        return MeetingPoint.from(environment(rank));
    }
}
