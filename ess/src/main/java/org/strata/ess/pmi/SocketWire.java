package org.strata.ess.pmi;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** The connection to PMI_PORT. */
final class SocketWire implements PmiWire {
    private static final int CONNECT_MILLIS = 10_000;
    private static final int PIECE = 4096;
    private static final int MOST_PORTS = 65_535;

    private final Socket socket;
    private final LineAssembler lines = new LineAssembler();

    SocketWire(Socket socket) {
        this.socket = socket;
    }

    /** Connects to {@code host:port}. */
    static SocketWire connect(String port) throws IOException {
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
        Socket socket = new Socket();
        try {
            socket.setTcpNoDelay(true);
            socket.connect(new InetSocketAddress(port.substring(0, colon), number), CONNECT_MILLIS);
            return new SocketWire(socket);
        } catch (IOException e) {
            socket.close();
            throw new IOException("PMI_PORT = " + port + " does not answer: " + e.getMessage(), e);
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
