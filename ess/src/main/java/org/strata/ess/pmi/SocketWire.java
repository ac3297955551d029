package org.strata.ess.pmi;

import org.strata.opal.time.Backoff;
import org.strata.opal.time.Clock;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;

/** The connection to PMI_PORT. */
final class SocketWire implements PmiWire {
    /** Time for all attempts to connect. */
    private static final int CONNECT_MILLIS = 30_000;

    /** Time for one. */
    private static final int ATTEMPT_MILLIS = 5000;

    /** Errors before the server counts as gone: they take about two seconds. */
    private static final int ERRORS = 7;

    private static final int PIECE = 4096;
    private static final int MOST_PORTS = 65_535;

    private final Socket socket;
    private final LineAssembler lines = new LineAssembler();

    SocketWire(Socket socket) {
        this.socket = socket;
    }

    /** Connects to {@code host:port}; tries again while the server may be busy. */
    static SocketWire connect(String port) throws IOException {
        return connect(port, Socket::new);
    }

    static SocketWire connect(String port, Supplier<Socket> sockets) throws IOException {
        int colon = port.lastIndexOf(':');
        int number;
        try {
            number = Integer.parseInt(port.substring(colon + 1));
        } catch (NumberFormatException e) {
            throw new IOException("PMI_PORT = " + port + " is not HOST:PORT", e);
        }
        if (colon < 1 || number < 1 || number > MOST_PORTS) {
            throw new IOException("PMI_PORT = " + port + " is not HOST:PORT");
        }
        InetSocketAddress server = new InetSocketAddress(port.substring(0, colon), number);
        Backoff backoff = new Backoff(Clock.SYSTEM, CONNECT_MILLIS);
        IOException failure;
        int errors = 0;
        try {
            do {
                try {
                    return new SocketWire(connected(sockets.get(), server));
                } catch (IOException e) {
                    failure = e;
                    errors += e instanceof SocketTimeoutException ? 0 : 1;
                }
            } while (errors < ERRORS && backoff.pause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while connecting to PMI_PORT");
        }
        throw new IOException(
                "PMI_PORT = " + port + " does not answer: " + failure.getMessage(), failure);
    }

    private static Socket connected(Socket socket, InetSocketAddress server) throws IOException {
        try {
            socket.setTcpNoDelay(true);
            socket.connect(server, ATTEMPT_MILLIS);
            return socket;
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    @Override
    public synchronized void write(String line) throws IOException {
        socket.getOutputStream().write((line + "\n").getBytes(StandardCharsets.US_ASCII));
    }

    @Override
    public String read() throws IOException {
        byte[] bytes = new byte[PIECE];
        String line = lines.next();
        while (line == null) {
            int count = socket.getInputStream().read(bytes);
            if (count < 0) {
                throw new IOException("the launcher has closed the connection of PMI_PORT");
            }
            lines.add(bytes, count);
            line = lines.next();
        }
        return line;
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            // Nothing is left to send.
            assert e != null;
        }
    }
}
