package org.strata.oob;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;

import org.strata.oob.frame.Frame;
import org.strata.oob.frame.Frame.MalformedFrameException;
import org.strata.oob.frame.FrameReader;
import org.strata.oob.frame.FrameWriter;
import org.strata.oob.frame.Proof;
import org.strata.oob.link.FrameDecoder;
import org.strata.oob.link.Strangers;

import java.security.MessageDigest;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** One connection at the server: first a stranger with a deadline, then a rank. */
final class RankSession extends SimpleChannelInboundHandler<ByteBuf> {
    private final RankHub hub;
    private final Strangers strangers;
    private final byte[] secret;
    private final long deadlineMillis;
    private final FrameDecoder decoder;
    private final byte[] nonce = Proof.nonce();
    private RankState state = RankState.CHALLENGED;
    private int rank = -1;
    private ScheduledFuture<?> deadline;

    RankSession(
            RankHub hub,
            Strangers strangers,
            byte[] secret,
            long deadlineMillis,
            FrameDecoder decoder) {
        this.hub = hub;
        this.strangers = strangers;
        this.secret = secret;
        this.deadlineMillis = deadlineMillis;
        this.decoder = decoder;
    }

    RankState state() {
        return state;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        send(context, Frame.CHALLENGE.start().integer(Frame.PROTOCOL).raw(nonce));
        deadline =
                context.executor()
                        .schedule(() -> close(context), deadlineMillis, TimeUnit.MILLISECONDS);
    }

    private static void send(ChannelHandlerContext context, FrameWriter frame) {
        context.writeAndFlush(Unpooled.wrappedBuffer(frame.end()));
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, ByteBuf in) {
        if (state == RankState.CLOSED) {
            return;
        }
        FrameReader frame = new FrameReader(in.nioBuffer());
        if (!state.accepts(frame.type())) {
            throw new MalformedFrameException(frame.type() + " in state " + state);
        }
        if (state == RankState.CHALLENGED) {
            answered(context, frame);
        } else {
            hub.receive(rank, frame);
        }
    }

    private void answered(ChannelHandlerContext context, FrameReader in) {
        int claimed = in.integer();
        long pid = in.number();
        byte[] theirs = in.bytes();
        byte[] proof = in.bytes();
        if (theirs.length != Proof.NONCE_BYTES
                || !hub.expects(claimed)
                || !MessageDigest.isEqual(proof, Proof.ofRank(secret, claimed, nonce, theirs))) {
            send(context, Frame.REFUSED.start().text(Proof.REFUSAL));
            close(context);
            return;
        }
        send(context, Frame.WELCOME.start().bytes(Proof.ofServer(secret, claimed, nonce, theirs)));
        String refusal = hub.refusal(claimed);
        if (refusal == null) {
            join(context, claimed, pid);
        } else {
            send(context, Frame.REFUSED.start().text(refusal));
            close(context);
        }
    }

    private void join(ChannelHandlerContext context, int claimed, long pid) {
        deadline.cancel(false);
        strangers.remove(context.channel());
        FrameWriter frame = Frame.JOB.start();
        hub.map(claimed).write(frame);
        send(context, frame);
        decoder.trust();
        rank = claimed;
        state = RankState.JOINED;
        hub.join(rank, pid, Outlet.to(context.channel()));
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        close(context);
    }

    /** Strangers send anything; what does not parse ends its connection and nothing else. */
    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        close(context);
    }

    /** Closes the connection; frames that were sent before still go out. */
    private void close(ChannelHandlerContext context) {
        RankState before = state;
        state = RankState.CLOSED;
        if (deadline != null) {
            deadline.cancel(false);
        }
        strangers.remove(context.channel());
        context.close();
        if (before == RankState.JOINED) {
            hub.leave(rank);
        }
    }
}
