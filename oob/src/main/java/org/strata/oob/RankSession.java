package org.strata.oob;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.util.concurrent.ScheduledFuture;

import java.security.MessageDigest;
import java.util.concurrent.TimeUnit;

/** One connection at the server: first a stranger with a deadline, then a rank. */
final class RankSession extends SimpleChannelInboundHandler<ByteBuf> {
    private enum RankState {
        CHALLENGED,
        JOINED,
        CLOSED
    }

    private final Switchboard switchboard;
    private final byte[] secret;
    private final long deadlineMillis;
    private final FrameDecoder decoder;
    private final byte[] nonce = Proof.nonce();
    private RankState state = RankState.CHALLENGED;
    private int rank = -1;
    private ScheduledFuture<?> deadline;

    RankSession(Switchboard switchboard, byte[] secret, long deadlineMillis, FrameDecoder decoder) {
        this.switchboard = switchboard;
        this.secret = secret;
        this.deadlineMillis = deadlineMillis;
        this.decoder = decoder;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        ByteBuf challenge = Frame.CHALLENGE.start(Integer.BYTES + nonce.length);
        challenge.writeInt(Frame.PROTOCOL).writeBytes(nonce);
        context.writeAndFlush(Frame.finish(challenge));
        deadline =
                context.executor()
                        .schedule(() -> close(context), deadlineMillis, TimeUnit.MILLISECONDS);
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, ByteBuf in) {
        Frame type = Frame.of(in.readUnsignedByte());
        if (type == null) {
            throw new Frame.MalformedFrameException("unknown type");
        }
        switch (state) {
            case CHALLENGED -> answer(context, type, in);
            case JOINED -> switchboard.receive(rank, type, in);
            case CLOSED -> {}
        }
    }

    private void answer(ChannelHandlerContext context, Frame type, ByteBuf in) {
        int claimed = in.readInt();
        long pid = in.readLong();
        byte[] theirs = Frame.readBytes(in);
        byte[] proof = Frame.readBytes(in);
        if (type != Frame.ANSWER
                || theirs.length != Proof.NONCE_BYTES
                || claimed < 0
                || claimed >= switchboard.map().size()
                || !MessageDigest.isEqual(proof, Proof.ofRank(secret, claimed, nonce, theirs))) {
            close(context);
            return;
        }
        deadline.cancel(false);
        String refusal = switchboard.refusal(claimed);
        if (refusal == null) {
            welcome(context, claimed, pid, theirs);
        } else {
            context.writeAndFlush(Frame.REFUSED.text(refusal)).addListener(done -> close(context));
        }
    }

    private void welcome(ChannelHandlerContext context, int claimed, long pid, byte[] theirs) {
        ByteBuf frame = Frame.WELCOME.start(Frame.HANDSHAKE_LIMIT);
        Frame.writeBytes(frame, Proof.ofServer(secret, claimed, nonce, theirs));
        switchboard.map().write(frame);
        context.writeAndFlush(Frame.finish(frame));
        decoder.trust();
        rank = claimed;
        state = RankState.JOINED;
        switchboard.join(rank, pid, context.channel());
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

    private void close(ChannelHandlerContext context) {
        RankState before = state;
        state = RankState.CLOSED;
        if (deadline != null) {
            deadline.cancel(false);
        }
        context.close();
        if (before == RankState.JOINED) {
            switchboard.leave(rank);
        }
    }
}
