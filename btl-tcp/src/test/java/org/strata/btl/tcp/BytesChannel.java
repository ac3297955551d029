package org.strata.btl.tcp;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketOption;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.channels.spi.SelectorProvider;
import java.util.Random;
import java.util.Set;

/** A connection from which some bytes arrive, in pieces of random lengths; nothing else works. */
final class BytesChannel extends SocketChannel {
    private final ByteBuffer in;
    private final Random pieces;

    BytesChannel(byte[] bytes, Random pieces) {
        super(SelectorProvider.provider());
        in = ByteBuffer.wrap(bytes);
        this.pieces = pieces;
    }

    @Override
    public int read(ByteBuffer target) {
        if (!in.hasRemaining()) {
            return -1;
        }
        int most = Math.min(target.remaining(), in.remaining());
        int count = Math.min(most, pieces.nextInt(1 + most));
        target.put(in.slice(in.position(), count));
        in.position(in.position() + count);
        return count;
    }

    private static UnsupportedOperationException none() {
        return new UnsupportedOperationException();
    }

    @Override
    public long read(ByteBuffer[] targets, int offset, int length) {
        throw none();
    }

    @Override
    public int write(ByteBuffer source) {
        throw none();
    }

    @Override
    public long write(ByteBuffer[] sources, int offset, int length) {
        throw none();
    }

    @Override
    public SocketChannel bind(SocketAddress local) {
        throw none();
    }

    @Override
    public <T> SocketChannel setOption(SocketOption<T> name, T value) {
        throw none();
    }

    @Override
    public <T> T getOption(SocketOption<T> name) {
        throw none();
    }

    @Override
    public Set<SocketOption<?>> supportedOptions() {
        return Set.of();
    }

    @Override
    public SocketChannel shutdownInput() {
        throw none();
    }

    @Override
    public SocketChannel shutdownOutput() {
        throw none();
    }

    @Override
    public Socket socket() {
        throw none();
    }

    @Override
    public boolean isConnected() {
        return true;
    }

    @Override
    public boolean isConnectionPending() {
        return false;
    }

    @Override
    public boolean connect(SocketAddress remote) {
        throw none();
    }

    @Override
    public boolean finishConnect() {
        throw none();
    }

    @Override
    public SocketAddress getRemoteAddress() {
        return null;
    }

    @Override
    public SocketAddress getLocalAddress() {
        return null;
    }

    @Override
    protected void implCloseSelectableChannel() throws IOException {}

    @Override
    protected void implConfigureBlocking(boolean block) {}
}
