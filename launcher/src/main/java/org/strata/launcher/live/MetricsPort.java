package org.strata.launcher.live;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * Answers requests of Prometheus on this host's loopback interface. It knows one page, takes one
 * connection at a time, and gives each a second and a kilobyte for its request.
 */
public final class MetricsPort implements AutoCloseable {
    private static final int BACKLOG = 8;
    private static final int PATIENCE_MILLIS = 1_000;
    private static final int LONGEST = 1_024;
    private static final long PAUSE_NANOS = 10_000_000;

    private final ServerSocket server;
    private final Supplier<String> text;

    private MetricsPort(ServerSocket server, Supplier<String> text) {
        this.server = server;
        this.text = text;
    }

    /**
     * Begins to listen.
     *
     * @param port number of the port; 0 for any
     * @param text returns the page
     * @throws IOException when the port is in use
     */
    public static MetricsPort open(int port, Supplier<String> text) throws IOException {
        ServerSocket server = new ServerSocket();
        try {
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), BACKLOG);
        } catch (IOException e) {
            server.close();
            throw e;
        }
        MetricsPort metrics = new MetricsPort(server, text);
        Thread.ofPlatform().daemon().name("strata-metrics-port").start(metrics::run);
        return metrics;
    }

    /** Returns the number of the port. */
    public int port() {
        return server.getLocalPort();
    }

    private void run() {
        while (!server.isClosed()) {
            try (Socket client = server.accept()) {
                client.setSoTimeout(PATIENCE_MILLIS);
                answer(client);
            } catch (IOException e) {
                // The client has gone, this end is closed, or there are no file descriptors.
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }

    private void answer(Socket client) throws IOException {
        String request = request(client.getInputStream());
        boolean known = request.startsWith("GET /metrics ") || request.startsWith("GET / ");
        byte[] body = (known ? text.get() : "").getBytes(StandardCharsets.UTF_8);
        String head =
                "HTTP/1.1 %s\r\nContent-Type: text/plain; version=0.0.4; charset=utf-8\r\n"
                        + "Content-Length: %d\r\nConnection: close\r\n\r\n";
        OutputStream out = client.getOutputStream();
        String status = known ? "200 OK" : "404 Not Found";
        out.write(
                String.format(Locale.ROOT, head, status, body.length)
                        .getBytes(StandardCharsets.ISO_8859_1));
        out.write(body);
        out.flush();
    }

    /** Reads until the empty line that ends a request, so that closing does not reset it. */
    private static String request(InputStream in) throws IOException {
        StringBuilder text = new StringBuilder();
        long end = System.nanoTime() + PATIENCE_MILLIS * 1_000_000L;
        while (text.length() < LONGEST && text.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            if (next < 0 || System.nanoTime() - end > 0) {
                break;
            }
            text.append((char) next);
        }
        return text.toString();
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            // Nobody can connect any more in any case.
            assert e != null;
        }
    }
}
