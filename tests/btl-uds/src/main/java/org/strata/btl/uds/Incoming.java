package org.strata.btl.uds;

import org.strata.opal.memory.Memory;

import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;

/** A connection from a peer, which sends over it. Tier 1. */
final class Incoming {
    private final UdsBtl btl;
    private final SocketChannel channel;
    private final StreamBuffer in;
    private final int longest;

    /** The sender; null before its HELLO. */
    private UdsEndpoint from;

    private boolean closed;

    /**
     * @param longest bytes of the longest message
     */
    Incoming(UdsBtl btl, SocketChannel channel, int longest) {
        this.btl = btl;
        this.channel = channel;
        this.longest = longest;
        this.in = new StreamBuffer(2 * (UdsFrame.HEADER + longest));
    }

    /** Makes messages end this rank's sleep. */
    void watch(Selector selector) throws IOException {
        channel.register(selector, SelectionKey.OP_READ);
    }

    /** Reads once and handles what is whole; returns the number of events. */
    int poll() {
        try {
            int read = channel.read(in.toRead());
            if (read > 0) {
                in.added(read);
                return 1 + frames();
            }
            if (read < 0) {
                end();
                return 1;
            }
        } catch (IOException e) {
            broken(e);
            return 1;
        }
        return 0;
    }

    private int frames() throws IOException {
        int count = 0;
        while (!closed && in.size() >= UdsFrame.HEADER) {
            long at = in.first();
            int length = UdsFrame.length(at);
            if (length < 0 || length > longest) {
                throw new IOException("garbage where a message should start");
            }
            if (in.size() < UdsFrame.HEADER + length) {
                break;
            }
            handle(UdsFrame.tag(at), at + UdsFrame.HEADER, length);
            if (!closed) {
                in.consume(UdsFrame.HEADER + length);
            }
            count++;
        }
        return count;
    }

    private void handle(int tag, long at, int length) throws IOException {
        if (from == null) {
            byte[] hello = new byte[length];
            Memory.copyIn(at, hello, 0, length);
            from = tag == UdsFrame.HELLO ? btl.admit(hello) : null;
            if (from == null) {
                throw new IOException("a stranger");
            }
            from.attach(this);
        } else if (tag < 0 || tag >= UdsFrame.HELLO) {
            throw new IOException("garbage where a message should start");
        } else {
            btl.dispatch(from, tag, at, length);
        }
    }

    /** The peer has closed the connection: in order, unless it ends inside a message. */
    private void end() {
        if (in.isEmpty()) {
            close();
        } else {
            broken(new EOFException("it ended inside a message"));
        }
    }

    private void broken(IOException e) {
        close();
        if (from != null) {
            from.fail("the connection from it was lost: " + e.getMessage());
        }
    }

    /** Returns whether it is to be polled no more. */
    boolean isClosed() {
        return closed;
    }

    void close() {
        closed = true;
        btl.close(channel);
    }
}
