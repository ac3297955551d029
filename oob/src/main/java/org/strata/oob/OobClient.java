package org.strata.oob;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;

import org.strata.mca.oob.Oob;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/** A rank's connection to the job's control server. */
public final class OobClient implements Oob, AutoCloseable {
    /**
     * Who joins, and how.
     *
     * @param server where the control server listens
     * @param secret the job's secret
     * @param rank the rank that joins
     * @param pid its process id
     * @param timeoutMillis how long connecting and the handshake may take together
     */
    public record Ticket(
            InetSocketAddress server, byte[] secret, int rank, long pid, long timeoutMillis) {}

    private final EventLoopGroup loop;
    private final Channel channel;
    private final ClientSession session;

    private OobClient(EventLoopGroup loop, Channel channel, ClientSession session) {
        this.loop = loop;
        this.channel = channel;
        this.session = session;
    }

    /**
     * Connects and proves membership; both sides prove that they know the secret.
     *
     * @param onLost called once, on the channel's thread, when the connection ends before {@link
     *     #close}; gets the reason
     * @param threads makes the channel's thread; daemon threads let the process end by itself
     * @throws IOException when the server cannot be reached, refuses, or cannot prove itself
     */
    public static OobClient join(Ticket ticket, Consumer<String> onLost, ThreadFactory threads)
            throws IOException {
        EventLoopGroup loop = Loops.one(threads);
        FrameDecoder decoder = new FrameDecoder();
        ClientSession session = new ClientSession(ticket, decoder, onLost);
        var connected =
                new Bootstrap()
                        .group(loop)
                        .channel(NioSocketChannel.class)
                        .option(ChannelOption.ALLOCATOR, UnpooledByteBufAllocator.DEFAULT)
                        .option(ChannelOption.TCP_NODELAY, true)
                        .option(
                                ChannelOption.CONNECT_TIMEOUT_MILLIS,
                                (int) Math.min(Integer.MAX_VALUE, ticket.timeoutMillis()))
                        .handler(
                                new ChannelInitializer<SocketChannel>() {
                                    @Override
                                    protected void initChannel(SocketChannel channel) {
                                        channel.pipeline().addLast(decoder).addLast(session);
                                    }
                                })
                        .connect(ticket.server());
        try {
            if (!connected.awaitUninterruptibly().isSuccess()) {
                throw new IOException(
                        "cannot connect to mpirun at " + ticket.server(), connected.cause());
            }
            session.awaitJoined();
        } catch (IOException e) {
            connected.channel().close();
            loop.shutdownGracefully(0, 0, TimeUnit.SECONDS);
            throw e;
        }
        return new OobClient(loop, connected.channel(), session);
    }

    /** Returns the job as the server described it. */
    public JobMap map() {
        return session.map();
    }

    @Override
    public void put(String key, byte[] value) {
        ByteBuf frame = Frame.PUT.start(2 * Integer.BYTES + key.length() + value.length);
        Frame.writeText(frame, key);
        Frame.writeBytes(frame, value);
        write(frame);
    }

    @Override
    public byte[] get(int rank, String key, long timeoutMillis) throws TimeoutException {
        PendingAnswer pending = session.newRequest();
        request(Frame.GET, pending, rank, key);
        try {
            return pending.await(timeoutMillis);
        } catch (TimeoutException e) {
            session.forget(pending);
            write(Frame.FORGET.start(Integer.BYTES).writeInt(pending.number()));
            throw new TimeoutException(
                    "rank "
                            + rank
                            + " has not published \""
                            + key
                            + "\" within "
                            + timeoutMillis
                            + " ms");
        }
    }

    @Override
    public byte[] getIfPresent(int rank, String key) {
        PendingAnswer pending = session.newRequest();
        request(Frame.PEEK, pending, rank, key);
        return pending.await();
    }

    private void request(Frame type, PendingAnswer pending, int rank, String key) {
        ByteBuf frame = type.start(3 * Integer.BYTES + key.length());
        frame.writeInt(pending.number()).writeInt(rank);
        Frame.writeText(frame, key);
        write(frame);
    }

    @Override
    public void fence() {
        session.newFence(number -> channel.writeAndFlush(Frame.FENCE.number(number))).await();
    }

    @Override
    public void send(int rank, int tag, byte[] message) {
        ByteBuf frame = Frame.MESSAGE.start(2 * Integer.BYTES + message.length);
        write(frame.writeInt(rank).writeInt(tag).writeBytes(message));
    }

    @Override
    public void listen(int tag, Listener listener) {
        channel.eventLoop().execute(() -> session.listen(tag, listener));
    }

    /** Says that MPI.Init is done. */
    public void reportInitialized() {
        write(Frame.INITIALIZED.start(0));
    }

    /** Says that MPI.Finalize is done; returns when the server has noted it. */
    public void reportFinalized() {
        PendingAnswer pending = session.newFinalized();
        write(Frame.FINALIZED.start(0));
        pending.await();
    }

    /** Asks for the end of the job; returns once the request is on its way. */
    public void abort(int code, String message) {
        ByteBuf frame = Frame.ABORT.start(2 * Integer.BYTES + message.length());
        frame.writeInt(code);
        Frame.writeText(frame, message);
        channel.writeAndFlush(Frame.finish(frame)).awaitUninterruptibly();
    }

    private void write(ByteBuf unfinished) {
        session.checkUsable();
        channel.writeAndFlush(Frame.finish(unfinished));
    }

    /** Leaves; what was written before still goes out. */
    @Override
    public void close() {
        session.closing();
        channel.close().awaitUninterruptibly();
        loop.shutdownGracefully(0, 0, TimeUnit.SECONDS);
    }
}
