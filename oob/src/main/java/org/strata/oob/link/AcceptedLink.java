package org.strata.oob.link;

import io.netty.channel.ChannelHandlerContext;

import org.strata.oob.frame.Frame;
import org.strata.oob.frame.FrameReader;
import org.strata.oob.frame.Proof;

import java.security.MessageDigest;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** The listening end of a sealed connection: the peer is a stranger with a deadline at first. */
public abstract class AcceptedLink extends SealedLink {
    private final LinkRole role;
    private final Strangers strangers;
    private final byte[] secret;
    private final byte[] nonce = Proof.nonce();
    private ScheduledFuture<?> deadline;

    public AcceptedLink(
            LinkRole role,
            Strangers strangers,
            byte[] secret,
            FrameDecoder decoder,
            long patienceMillis) {
        super(LinkState.CHALLENGED, decoder, patienceMillis);
        this.role = role;
        this.strangers = strangers;
        this.secret = secret;
    }

    /** Returns whether a peer of this number may join. */
    protected abstract boolean expects(int number);

    /** The peer has proved itself. */
    protected abstract void joined(int number);

    /** Handles a frame of a peer that has proved itself. */
    protected abstract void handle(FrameReader in);

    /** The connection to a peer that had proved itself has ended. */
    protected abstract void lost(String reason);

    @Override
    public void channelActive(ChannelHandlerContext own) {
        send(Frame.CHALLENGE.start().integer(Frame.PROTOCOL).raw(nonce));
        deadline =
                own.executor()
                        .schedule(
                                () -> close("it has not answered"),
                                Proof.HANDSHAKE_MILLIS,
                                TimeUnit.MILLISECONDS);
    }

    @Override
    final void received(FrameReader in) {
        if (in.type() == Frame.ANSWER) {
            answered(in);
        } else {
            handle(in);
        }
    }

    private void answered(FrameReader in) {
        int claimed = in.integer();
        in.number();
        byte[] theirs = in.bytes();
        byte[] proof = in.bytes();
        boolean right =
                theirs.length == Proof.NONCE_BYTES
                        && MessageDigest.isEqual(
                                proof, role.proofOfDialer(secret, claimed, nonce, theirs));
        if (!right || !expects(claimed)) {
            // A connection that ends without this may have made room for strangers: it is tried
            // again.
            send(Frame.REFUSED.start().text(Proof.REFUSAL));
            close("it cannot prove that it belongs to this job");
            return;
        }
        deadline.cancel(false);
        strangers.remove(context().channel());
        send(Frame.WELCOME.start().bytes(role.proofOfListener(secret, claimed, nonce, theirs)));
        proved(
                role.accepted(),
                role.keyToDialer(secret, claimed, nonce, theirs),
                role.keyToListener(secret, claimed, nonce, theirs));
        joined(claimed);
    }

    @Override
    final void ended(LinkState before, String reason) {
        if (deadline != null) {
            deadline.cancel(false);
        }
        strangers.remove(context().channel());
        if (before.proved()) {
            lost(reason);
        }
    }
}
