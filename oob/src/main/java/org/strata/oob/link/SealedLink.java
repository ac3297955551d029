package org.strata.oob.link;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;

import org.strata.oob.frame.Frame;
import org.strata.oob.frame.Frame.MalformedFrameException;
import org.strata.oob.frame.FrameReader;
import org.strata.oob.frame.FrameWriter;

import java.nio.ByteBuffer;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * What both ends of a connection between mpirun and a daemon, or between the mpiruns of two jobs,
 * have in common: sealed frames and the heartbeat. Belongs to its event loop.
 */
abstract class SealedLink extends SimpleChannelInboundHandler<ByteBuf> {
    /** Time between two heartbeats. */
    static final long BEAT_MILLIS = 2000;

    private final FrameDecoder decoder;
    private final long patienceNanos;
    private Silence silence;
    private LinkState state;
    private ChannelHandlerContext context;
    private FrameSeal sending;
    private FrameSeal receiving;
    private ScheduledFuture<?> beat;

    /**
     * @param patienceMillis how long the peer may be silent
     */
    SealedLink(LinkState first, FrameDecoder decoder, long patienceMillis) {
        state = first;
        this.decoder = decoder;
        patienceNanos = TimeUnit.MILLISECONDS.toNanos(patienceMillis);
    }

    protected LinkState state() {
        return state;
    }

    void enter(LinkState next) {
        state = next;
    }

    ChannelHandlerContext context() {
        return context;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext own) {
        context = own;
    }

    /** Both sides have proved themselves: frames are sealed from now on. */
    void proved(LinkState next, byte[] sendKey, byte[] receiveKey) {
        sending = new FrameSeal(sendKey);
        receiving = new FrameSeal(receiveKey);
        decoder.trust();
        enter(next);
        Channel channel = context.channel();
        silence =
                new Silence(
                        now(),
                        TimeUnit.MILLISECONDS.toNanos(BEAT_MILLIS),
                        patienceNanos,
                        () ->
                                ConnectionTable.peer(
                                        channel.localAddress(), channel.remoteAddress()));
        beat =
                context.executor()
                        .scheduleWithFixedDelay(
                                this::beat, BEAT_MILLIS, BEAT_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** Returns the time of the event loop's clock, by which the heartbeats are scheduled. */
    private long now() {
        return context.executor().ticker().nanoTime();
    }

    private void beat() {
        if (silence.tooLong(now())) {
            close("it has not been heard of for " + patienceNanos / 1_000_000_000L + " s");
        }
        send(Frame.HEARTBEAT.start());
    }

    /** While the job is stopped, as by Ctrl-Z, nobody answers. */
    public void pause(boolean stopped) {
        if (silence != null) {
            silence.excuse(stopped, now());
        }
    }

    /** Sends a frame; nothing after the end. */
    public void send(FrameWriter frame) {
        if (state != LinkState.CLOSED) {
            ByteBuffer plain = frame.end();
            context.writeAndFlush(
                    Unpooled.wrappedBuffer(sending == null ? plain : sending.seal(plain)));
        }
    }

    /** Sends a rank's frame, or one for a rank, which begins with its length. */
    public void relay(int rank, ByteBuffer frame) {
        byte[] content = new byte[frame.remaining() - Frame.LENGTH_BYTES];
        frame.get(frame.position() + Frame.LENGTH_BYTES, content);
        send(Frame.RELAY.start().integer(rank).raw(content));
    }

    @Override
    protected void channelRead0(ChannelHandlerContext own, ByteBuf in) {
        if (state == LinkState.CLOSED) {
            return;
        }
        ByteBuffer bytes = in.nioBuffer();
        FrameReader frame = new FrameReader(receiving == null ? bytes : receiving.open(bytes));
        if (!state.accepts(frame.type())) {
            throw new MalformedFrameException(frame.type() + " in state " + state);
        }
        if (silence != null) {
            silence.broken(now());
        }
        if (frame.type() != Frame.HEARTBEAT) {
            received(frame);
        }
    }

    /** Handles a frame that is legal in this state. */
    abstract void received(FrameReader frame);

    /** The link has ended, by whichever side; called once. */
    abstract void ended(LinkState before, String reason);

    @Override
    public void channelInactive(ChannelHandlerContext own) {
        close("the connection has ended");
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext own, Throwable cause) {
        String text = cause.getMessage();
        close(text == null ? cause.getClass().getSimpleName() : text);
    }

    /** Closes the connection; not on the event loop. Returns when the peer can notice. */
    public final void hangUp() {
        if (context.channel().isOpen()) {
            context.channel().close().awaitUninterruptibly();
        }
    }

    /** Ends the link; frames that were sent before still go out. */
    public void close(String reason) {
        LinkState before = state;
        if (before == LinkState.CLOSED) {
            return;
        }
        state = LinkState.CLOSED;
        if (beat != null) {
            beat.cancel(false);
        }
        context.close();
        ended(before, reason);
    }
}
